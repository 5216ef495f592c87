"""Row of a seat: its colours, its player, and the player's settings."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import replace
from tkinter import ttk

from PIL import ImageTk

from fourth_seat.games.drawing.letters import lettered
from fourth_seat.games.protocol import Side
from fourth_seat.table.settings.seat_choice import SeatChoice, Who
from fourth_seat.ui.board.paint import disc
from fourth_seat.ui.seats.fields import ComputerFields, Fields, PersonFields, ProgramFields, TableFields, has_details
from fourth_seat.ui.theme.theme import STRONG, Theme
from fourth_seat.ui.widgets.disclosure import Disclosure
from fourth_seat.ui.widgets.flow_layout import Flow
from fourth_seat.ui.widgets.tooltip import explained
from fourth_seat.ui.window import Window
from fourth_seat.words import say, sentence

BADGE_PX = 26  # at 96 dots an inch and medium text


class SeatRow(ttk.Frame):
    """A card for one seat; `choice` is its present choice, `fields` the widgets for the kind of player."""

    def __init__(
        self,
        parent: tk.Misc,
        window: Window,
        game: str,
        sides: tuple[Side, ...],
        choice: SeatChoice,
        move_up: Callable[[], None] | None,
        width: int,
    ) -> None:
        """`move_up` exchanges the players of this seat and the one above (None for the first seat); `width` is that of the
        colours' names, in characters.
        """
        super().__init__(parent, style="Card.TFrame", padding=window.theme.space(1.25))
        self._window, self._game, self._sides, self._move_up = window, game, sides, move_up
        self._width = width
        self._kind = tk.StringVar(self, "")
        self.fields: Fields
        self._show(choice, has_details(choice))

    def complain(self, wrong: bool) -> None:
        """Mark the card as the one that something is wrong with."""
        self.state(["invalid" if wrong else "!invalid"])

    def switch(self, who: Who) -> None:
        """Seat a player of another kind; the choices made for the former kind return with it."""
        self._show(replace(self.fields.choice, who=who), has_details(self.fields.choice))

    def toggle_details(self) -> None:
        """Show or hide the details that are seldom needed."""
        self._show(self.fields.choice, not self.details)

    def _show(self, choice: SeatChoice, details: bool) -> None:
        for child in self.winfo_children():
            child.destroy()
        self.details = details
        gap = self._window.theme.space(1)
        line = Flow(self, gap)
        line.pack(fill="x")
        line.add(self._colours(line))
        below = Flow(self, gap)
        if details:
            below.pack(fill="x", pady=(gap, 0))
        if choice.who is Who.PERSON:
            self.fields = PersonFields(line, below, self._window, choice, self._show, details)
        elif choice.who is Who.COMPUTER:
            self.fields = ComputerFields(line, below, self._window, choice, self._game, self._show, details)
        elif choice.who is Who.TABLE:
            self.fields = TableFields(line, self._window, choice, self._show)
        else:
            self.fields = ProgramFields(line, self._window, choice, self._show)
        if details and self._move_up:
            up = ttk.Button(below, text=self._window.text(say("↑ Move up")), command=self._move_up)
            below.add(up, at_end=True)
        line.add(self._kinds(line, choice), at_end=True)

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
        self.more = Disclosure(frame, self.toggle_details)
        self.more.show(open=self.details)
        explained(self.more, window.text(say("More choices for this seat")))
        self.more.pack(side="left")
        return frame

    def _colours(self, parent: tk.Misc) -> ttk.Frame:
        frame = ttk.Frame(parent, style="Raised.TFrame")
        gap = self._window.theme.space(1)
        for side in lettered(self._sides, self._window.text):
            Badge(frame, self._window.theme, side).pack(side="left", padx=(0, gap))
        names = self._window.text(say("{colours}", colours=tuple(side.name for side in self._sides)))
        name = ttk.Label(frame, text=sentence(names), style="Raised.Strong.TLabel", width=self._width)
        name.pack(side="left", padx=(0, gap))
        return frame


class Badge(ttk.Label):
    """A round chip in a side's colour, with its letter, that grows with the text."""

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
