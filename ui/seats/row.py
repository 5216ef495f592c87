"""One seat: its colours, who sits there, and what there is to say about them."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import replace
from tkinter import ttk

from games.protocol import Side
from ui.context import WindowContext
from ui.seats.choice import Choice, Who
from ui.seats.fields import ComputerFields, Fields, PersonFields, ProgramFields, has_details
from ui.widgets.badge import Badge
from ui.widgets.flow_layout import Flow
from words import say


class SeatRow(ttk.Frame):
    """A card for one seat; `choice` is what it says now, `fields` the widgets for the kind of player."""

    def __init__(
        self,
        parent: tk.Misc,
        window: WindowContext,
        game: str,
        sides: tuple[Side, ...],
        choice: Choice,
        move_up: Callable[[], None] | None,
    ) -> None:
        """`move_up` exchanges the players of this seat and the one above; None for the first seat."""
        super().__init__(parent, style="Card.TFrame", padding=window.theme.space(1.5))
        self._window, self._game = window, game
        gap = window.theme.space(1)
        top = Flow(self, gap)
        top.pack(fill="x")
        top.add(self._colours(top, sides))
        self._kind = tk.StringVar(self, "")
        kinds = ttk.Frame(top, style="Raised.TFrame")
        for kind, name in ((Who.PERSON, say("Person")), (Who.COMPUTER, say("Computer"))):
            ttk.Radiobutton(
                kinds,
                text=window.text(name),
                value=kind.value,
                variable=self._kind,
                style="Toggle.TButton",
                command=lambda kind=kind: self.switch(kind),  # type: ignore[misc]
            ).pack(side="left", padx=(0, gap / 2))
        if move_up:
            up = ttk.Button(kinds, text="↑", style="Raised.Toolbutton", width=2, command=move_up)
            up.pack(side="left")
        top.add(kinds, at_end=True)
        self.fields: Fields = Fields(self, choice)
        self._show(choice, has_details(choice))

    def _colours(self, parent: tk.Misc, sides: tuple[Side, ...]) -> ttk.Frame:
        frame = ttk.Frame(parent, style="Raised.TFrame")
        gap = self._window.theme.space(1)
        for side in sides:
            Badge(frame, self._window.theme, side).pack(side="left", padx=(0, gap))
        names = say("{colours}", colours=tuple(side.name for side in sides))
        ttk.Label(frame, text=self._window.text(names), style="Raised.Strong.TLabel").pack(side="left")
        return frame

    @property
    def choice(self) -> Choice:
        return self.fields.choice

    def complain(self, wrong: bool) -> None:
        """Marks the card as the one that something is wrong with."""
        self.state(["invalid" if wrong else "!invalid"])

    def switch(self, who: Who) -> None:
        """Somebody of another kind sits there; what was chosen for the first kind comes back with it."""
        self._show(replace(self.choice, who=who), has_details(self.choice))

    def _show(self, choice: Choice, details: bool) -> None:
        self.fields.destroy()
        self._kind.set(Who.PERSON.value if choice.who is Who.PERSON else Who.COMPUTER.value)
        if choice.who is Who.PERSON:
            self.fields = PersonFields(self, self._window, choice, self._show, details)
        elif choice.who is Who.COMPUTER:
            self.fields = ComputerFields(self, self._window, choice, self._game, self._show)
        else:
            self.fields = ProgramFields(self, self._window, choice, self._show)
        self.fields.pack(fill="x", pady=(self._window.theme.space(1), 0))
