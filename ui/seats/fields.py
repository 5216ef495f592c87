"""The fields of a seat: of a person, of this program at a level, of another program, of another table."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import replace
from tkinter import ttk

from fourth_seat.engines.levels import DESCRIPTIONS
from fourth_seat.table.settings.seat_choice import SeatChoice, Who
from fourth_seat.ui.seats.wording import HELP_NAMES, HINTS, hints_name, simple_players
from fourth_seat.ui.widgets.choice import ChoiceBox
from fourth_seat.ui.widgets.flow_layout import Flow
from fourth_seat.ui.window import Window
from fourth_seat.words import Text, say

COMMAND_WIDTH = LINK_WIDTH = 32
Rebuild = Callable[[SeatChoice, bool], None]
"""Factory of the fields for a choice, with its details or without."""


class Fields:
    """The widgets for one kind of player: in the line of the seat, and below it where details are shown."""

    def __init__(self, window: Window, choice: SeatChoice) -> None:
        self._window, self._choice = window, choice

    @property
    def choice(self) -> SeatChoice:
        """Choice in the widgets."""
        return self._choice

    def _button(self, line: Flow, text: Text, command: Callable[[], None]) -> None:
        line.add(ttk.Button(line, text=self._window.text(text), command=command))


class ComputerFields(Fields):
    """Fields for a computer: its level; in detail, the players that follow a simple rule, and other programs."""

    def __init__(
        self, line: Flow, below: Flow, window: Window, choice: SeatChoice, game: str, rebuild: Rebuild, details: bool
    ) -> None:
        super().__init__(window, choice)
        offered = dict(DESCRIPTIONS)
        if details or choice.level not in offered:
            offered |= simple_players(game)
        names = {level: window.text(name) for level, name in offered.items()}
        self.level = ChoiceBox(line, names, choice.level)
        line.add(self.level)
        self._button(below, say("Another program ..."), lambda: rebuild(replace(self.choice, who=Who.PROGRAM), False))

    @property
    def choice(self) -> SeatChoice:
        return replace(self._choice, level=self.level.value)


class ProgramFields(Fields):
    """The command of a program that speaks GTP, such as Pentobi's."""

    def __init__(self, line: Flow, window: Window, choice: SeatChoice, rebuild: Rebuild) -> None:
        super().__init__(window, choice)
        line.add(ttk.Label(line, text=window.text(say("Command that starts the program")), style="Raised.Muted.TLabel"))
        known = list(dict.fromkeys(window.engines.commands.values()))
        self._command = ttk.Combobox(line, values=known, width=COMMAND_WIDTH)
        self._command.set(choice.command)
        line.add(self._command)
        self._button(line, say("Built-in player"), lambda: rebuild(replace(self.choice, who=Who.COMPUTER), False))

    @property
    def choice(self) -> SeatChoice:
        return replace(self._choice, command=self._command.get())


class TableFields(Fields):
    """The link to the table at which this seat is played."""

    def __init__(self, line: Flow, window: Window, choice: SeatChoice, rebuild: Rebuild) -> None:
        super().__init__(window, choice)
        prompt = say("Link that the other table shows with its code")
        line.add(ttk.Label(line, text=window.text(prompt), style="Raised.Muted.TLabel"))
        self._link = ttk.Entry(line, width=LINK_WIDTH)
        self._link.insert(0, choice.link)
        line.add(self._link)
        self._button(line, say("Plays at this table"), lambda: rebuild(replace(self.choice, who=Who.PERSON), False))

    @property
    def choice(self) -> SeatChoice:
        return replace(self._choice, link=self._link.get())


NAME_WIDTH = 14


class PersonFields(Fields):
    """Name, a second name where two share the seat, and in detail help and hints.

    Attributes:
        names: the fields of the names.
    """

    def __init__(
        self, line: Flow, below: Flow, window: Window, choice: SeatChoice, rebuild: Rebuild, details: bool
    ) -> None:
        super().__init__(window, choice)
        self._rebuild, self._details = rebuild, details
        self.names = []
        line.add(ttk.Label(line, text=window.text(say("Name")), style="Raised.Muted.TLabel"))
        for number, name in enumerate(choice.names):
            if number:
                line.add(ttk.Label(line, text=window.text(say("and")), style="Raised.Muted.TLabel"))
            box = ttk.Combobox(line, values=window.settings.names, width=NAME_WIDTH)
            box.set(name)
            line.add(box)
            self.names.append(box)
        if details:
            self._fill_details(below)

    def _fill_details(self, line: Flow) -> None:
        text = self._window.text
        self._help = ChoiceBox(line, {key: text(name) for key, name in HELP_NAMES.items()}, self._choice.help)
        self._hints = ChoiceBox(line, {hints: text(hints_name(hints)) for hints in HINTS}, self._choice.hints)
        self._takebacks = tk.BooleanVar(line, self._choice.takebacks)
        switch = ttk.Checkbutton(line, text=text(say("may take back")), variable=self._takebacks)
        switch.configure(style="Raised.Switch.TCheckbutton")
        for widget in (self._help, self._hints, switch):
            line.add(widget)
        share = say("One person plays") if len(self.names) > 1 else say("Two people take turns")
        self._button(line, share, self._toggle_share)
        self._button(
            line, say("Plays at another table ..."), lambda: self._rebuild(replace(self.choice, who=Who.TABLE), True)
        )

    @property
    def choice(self) -> SeatChoice:
        named = replace(self._choice, names=tuple(box.get() for box in self.names))
        if not self._details:
            return named
        return replace(named, help=self._help.value, hints=self._hints.value, takebacks=self._takebacks.get())

    def _toggle_share(self) -> None:
        now = self.choice
        self._rebuild(replace(now, names=now.names[:1] if len(now.names) > 1 else (*now.names, "")), self._details)


def has_details(choice: SeatChoice) -> bool:
    """Return whether help, hints or takebacks are not as usual, so that they should be seen."""
    usual = SeatChoice()
    return (choice.help, choice.hints, choice.takebacks) != (usual.help, usual.hints, usual.takebacks)
