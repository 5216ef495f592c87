"""The sheet for a seat's rarely changed settings: help and hints, other kinds of player, and the position of the seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from tkinter import ttk
from typing import TypeVar

from fourth_seat.engines.levels import named
from fourth_seat.table.settings.seat_choice import LEVEL_AT_FIRST, SeatChoice, Who
from fourth_seat.ui.seats.wording import HELP_NAMES, HINTS, hints_name, simple_players
from fourth_seat.ui.widgets.choice_rows import ChoiceRows
from fourth_seat.ui.widgets.flow_layout import Flow
from fourth_seat.ui.widgets.sheet import Sheet
from fourth_seat.ui.window import Page
from fourth_seat.words import Text, say

V = TypeVar("V")


class DetailsSheet(Sheet):
    """The sheet for a seat's details; `chosen` is called immediately with each new choice.

    Attributes:
        choice: the current choice.
    """

    def __init__(
        self,
        page: Page,
        game: str,
        title: Text,
        choice: SeatChoice,
        chosen: Callable[[SeatChoice], None],
        move_up: Callable[[], None] | None,
    ) -> None:
        """`move_up` swaps the players of this seat and the one above (None for the first seat)."""
        window = page.window
        super().__init__(page, window.theme, window.text, title)
        self.choice, self._chosen = choice, chosen
        self._rows = ChoiceRows(self.body, window.theme, window.text, room=lambda: self.room)
        self._rows.pack(fill="x")
        gap = window.theme.space(1)
        self._others = Flow(self.body, window.theme)
        self._others.pack(fill="x", pady=(gap, 0))
        if choice.who is Who.PERSON:
            self._person()
        elif choice.who is Who.COMPUTER:
            self._computer(game)
        elif choice.who is Who.TABLE:
            self._other(say("Plays at this table"), who=Who.PERSON)
        else:
            self._other(say("Built-in player"), who=Who.COMPUTER)
        if move_up:
            self._button(say("↑ Move up"), move_up)
        self.button(say("Done"), lambda: None, main=True)

    def _person(self) -> None:
        text = self._text
        self._box(say("Help"), {key: text(name) for key, name in HELP_NAMES.items()}, self.choice.help, "help")
        self._box(say("Hints"), {hints: text(hints_name(hints)) for hints in HINTS}, self.choice.hints, "hints")
        self._rows.flag(say("may take back"), self.choice.takebacks, lambda on: self._change(takebacks=on))
        if len(self.choice.names) > 1:
            self._other(say("One person plays"), names=self.choice.names[:1])
        else:
            self._other(say("Two people take turns"), names=(*self.choice.names, ""))
        self._other(say("Plays at another table ..."), who=Who.TABLE)

    def _computer(self, game: str) -> None:
        own = LEVEL_AT_FIRST if self.choice.level in named(game) else self.choice.level
        names = {own: self._text(say("a level from 1 to 9"))}
        names |= {level: self._text(name) for level, name in simple_players(game).items()}
        self._box(say("Plays"), names, self.choice.level, "level")
        self._other(say("Another program ..."), who=Who.PROGRAM)

    def _box(self, title: Text, names: Mapping[V, str], value: V, field: str) -> None:
        """Add a list of possible values for a field of the choice."""
        self._rows.box(title, names, value, lambda value: self._change(**{field: value}))

    def _other(self, text: Text, **changes: object) -> None:
        """Add a button that changes the choice and the contents of this sheet."""
        self._button(text, partial(self._change, **changes))

    def _button(self, text: Text, command: Callable[[], None]) -> None:
        def pressed() -> None:
            self.close()
            command()

        self._others.add(ttk.Button(self._others, text=self._text(text), command=pressed))

    def _change(self, **changes: object) -> None:
        self.choice = replace(self.choice, **changes)  # type: ignore[arg-type]
        self._chosen(self.choice)
