"""The row for a seat, with its colours, its player and the main fields."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from dataclasses import replace
from tkinter import ttk

from PIL import ImageTk

from fourth_seat.games.drawing.letters import lettered
from fourth_seat.games.protocol import Side
from fourth_seat.table.settings.seat_choice import SeatChoice, Who
from fourth_seat.ui.board.paint import disc
from fourth_seat.ui.seats.details import DetailsSheet
from fourth_seat.ui.seats.fields import (
    ComputerFields,
    Fields,
    PersonFields,
    Places,
    ProgramFields,
    TableFields,
    steady_texts,
)
from fourth_seat.ui.theme.icons import with_icon
from fourth_seat.ui.theme.theme import BODY, STRONG, Theme
from fourth_seat.ui.widgets.flow_layout import Flow
from fourth_seat.ui.widgets.label import SteadyLabel, steady
from fourth_seat.ui.widgets.step_slider import slider_height
from fourth_seat.ui.widgets.tooltip import explained
from fourth_seat.ui.window import Window
from fourth_seat.words import Text, say, sentence

BADGE_PX = 26  # at 96 dots an inch and medium text


class SeatRow(ttk.Frame):
    """A card for one seat, the same height for all kinds of player, so that nothing moves. `choice` is the current choice,
    and `fields` are the widgets for the kind of player.
    """

    def __init__(
        self,
        parent: tk.Misc,
        window: Window,
        game: str,
        sides: tuple[Side, ...],
        choice: SeatChoice,
        move_up: Callable[[], None] | None,
        names: Sequence[str],
    ) -> None:
        """`move_up` swaps the players of this seat and the one above (None for the first seat); `names` are the colours of
        all seats, for which room is reserved.
        """
        super().__init__(parent, style="Card.TFrame", padding=window.theme.space(1.25))
        self._window, self._game, self.sides, self._move_up = window, game, sides, move_up
        self._names, self._in_line = names, False
        self._kind = tk.StringVar(self, "")
        self.fields: Fields
        self.show(choice)

    @property
    def choice(self) -> SeatChoice:
        return self.fields.choice

    def complain(self, wrong: bool) -> None:
        """Mark the card as containing an error, or remove the mark."""
        self.state(["invalid" if wrong else "!invalid"])

    def switch(self, who: Who) -> None:
        """Switch to another kind of player, restoring any choices made for it earlier."""
        self.show(replace(self.choice, who=who))

    def arrange(self, *, in_line: bool) -> None:
        """Put the name or level between the colours and the kinds of player, or below them."""
        if in_line != self._in_line:
            self._in_line = in_line
            self.show(self.choice)

    @property
    def usual_height(self) -> int:
        """The card's height in pixels with the name or level below, regardless of the current arrangement."""
        theme = self._window.theme
        said = theme.font(BODY).metrics("linespace")
        return self.more.winfo_reqheight() + slider_height(theme, self) + said + theme.space(3)

    def show(self, choice: SeatChoice) -> None:
        """Show another choice."""
        for child in self.winfo_children():
            child.destroy()
        window, gap = self._window, self._window.theme.space(1)
        self.columnconfigure(1, weight=1)
        main = ttk.Frame(self, style="Raised.TFrame")
        main.pack_propagate(False)

        def fit() -> None:
            main.configure(height=slider_height(window.theme, self))

        fit()
        window.theme.on_change(main, fit)
        said = SteadyLabel(self, steady_texts(window.text, self._game), "Raised.Muted.TLabel")
        if self._in_line:
            self._colours(self).grid(row=0, column=0, sticky="w")
            main.grid(row=0, column=1, sticky="ew", padx=(gap, 2 * gap))
            self._kinds(self, choice).grid(row=0, column=2, sticky="e")
            said.grid(row=1, column=1, columnspan=2, sticky="ew", padx=(gap, 0))
        else:
            head = Flow(self, window.theme)
            head.add(self._colours(head))
            head.add(self._kinds(head, choice), at_end=True)
            head.grid(row=0, column=0, columnspan=3, sticky="ew")
            main.grid(row=1, column=0, columnspan=3, sticky="ew", pady=(gap / 2, 0))
            said.grid(row=2, column=0, columnspan=3, sticky="ew")
        places = Places(main, said)
        if choice.who is Who.PERSON:
            self.fields = PersonFields(places, window, choice)
        elif choice.who is Who.COMPUTER:
            self.fields = ComputerFields(places, window, choice, self._game)
        elif choice.who is Who.TABLE:
            self.fields = TableFields(places, window, choice)
        else:
            self.fields = ProgramFields(places, window, choice)

    def open_details(self) -> None:
        """Open the sheet with the rarely changed settings."""
        if page := self._window.page:
            page.open_sheet(DetailsSheet(page, self._game, self._colour_names, self.choice, self.show, self._move_up))

    def _kinds(self, parent: tk.Misc, choice: SeatChoice) -> ttk.Frame:
        window, gap = self._window, self._window.theme.space(1)
        frame = ttk.Frame(parent, style="Raised.TFrame")
        self._kind.set((Who.PERSON if choice.who in (Who.PERSON, Who.TABLE) else Who.COMPUTER).value)
        for kind, name in ((Who.PERSON, say("Person")), (Who.COMPUTER, say("Computer"))):
            ttk.Radiobutton(
                frame,
                text=window.text(name),
                value=kind.value,
                variable=self._kind,
                style="Toggle.TButton",
                command=lambda kind=kind: self.switch(kind),  # type: ignore[misc]
            ).pack(side="left", padx=(0, gap / 2))
        self.more = with_icon(
            window.theme, ttk.Button(frame, style="Narrow.TButton", command=self.open_details), "more", alone=True
        )
        explained(self.more, window.text(say("More choices for this seat")))
        self.more.pack(side="left", fill="y")
        return frame

    @property
    def _colour_names(self) -> Text:
        return say("{colours}", colours=tuple(side.name for side in self.sides))

    def _colours(self, parent: tk.Misc) -> ttk.Frame:
        frame = ttk.Frame(parent, style="Raised.TFrame")
        gap = self._window.theme.space(1)
        for side in lettered(self.sides, self._window.text):
            Badge(frame, self._window.theme, side).pack(side="left", padx=(0, gap))
        names = sentence(self._window.text(self._colour_names))
        steady(ttk.Label(frame, text=names, style="Raised.Strong.TLabel"), *self._names).pack(side="left", padx=(0, gap))
        return frame


class Badge(ttk.Label):
    """A round chip in a side's colour, with the side's letter; it scales with the text size."""

    def __init__(self, parent: tk.Misc, theme: Theme, side: Side, ground: str = "Raised.") -> None:
        super().__init__(parent, style=f"{ground}TLabel", compound="center", font=STRONG, text=side.mark)
        self._theme, self._side = theme, side
        self._paint()
        theme.on_change(self, self._paint)

    def _paint(self) -> None:
        palette = self._theme.palette
        picture = disc(round(BADGE_PX * self._theme.scale), palette.hue(self._side.hue))
        self._photo = ImageTk.PhotoImage(picture, master=self)
        self.configure(image=str(self._photo), foreground=palette.ink_on(self._side.hue))
