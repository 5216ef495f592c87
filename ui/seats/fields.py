"""The fields of a seat: of a person, of this program at a level, of another program."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import replace
from tkinter import ttk

from ui.context import WindowContext
from ui.seats.choice import Choice, Who
from ui.seats.wording import HELP_NAMES, HINTS, hints_name, levels
from ui.widgets.choice import ChoiceBox
from ui.widgets.flow_layout import Flow
from words import Text, say

COMMAND_WIDTH = 32
Rebuild = Callable[[Choice, bool], None]
"""Makes the fields anew for a choice, with its details or without."""


class Fields(ttk.Frame):
    """The widgets for one kind of player; `choice` reads them."""

    def __init__(self, parent: tk.Misc, choice: Choice) -> None:
        super().__init__(parent, style="Raised.TFrame")
        self._choice = choice

    @property
    def choice(self) -> Choice:
        return self._choice


class ComputerFields(Fields):
    """How strong it plays."""

    def __init__(self, parent: tk.Misc, window: WindowContext, choice: Choice, game: str, rebuild: Rebuild) -> None:
        super().__init__(parent, choice)
        names = {level: window.text(name) for level, name in levels(game).items()}
        line = Flow(self, window.theme.space(1))
        line.pack(fill="x")
        self._level = ChoiceBox(line, names, choice.level)
        line.add(self._level)
        other = ttk.Button(line, text=window.text(say("Another program …")), style="Raised.Toolbutton")
        other.configure(command=lambda: rebuild(replace(self.choice, who=Who.PROGRAM), False))
        line.add(other, at_end=True)

    @property
    def choice(self) -> Choice:
        return replace(self._choice, level=self._level.value)


class ProgramFields(Fields):
    """The command of a program that speaks GTP, such as Pentobi's."""

    def __init__(self, parent: tk.Misc, window: WindowContext, choice: Choice, rebuild: Rebuild) -> None:
        super().__init__(parent, choice)
        line = Flow(self, window.theme.space(1))
        line.pack(fill="x")
        line.add(ttk.Label(line, text=window.text(say("Command of a GTP program")), style="Raised.Muted.TLabel"))
        known = list(dict.fromkeys(window.engines.commands.values()))
        self._command = ttk.Combobox(line, values=known, width=COMMAND_WIDTH)
        self._command.set(choice.command)
        line.add(self._command)
        own = ttk.Button(line, text=window.text(say("Our own player")), style="Raised.Toolbutton")
        own.configure(command=lambda: rebuild(replace(self.choice, who=Who.COMPUTER), False))
        line.add(own, at_end=True)

    @property
    def choice(self) -> Choice:
        return replace(self._choice, command=self._command.get())


NAME_WIDTH = 14


class PersonFields(Fields):
    """Name, a second name where two share the seat, and below, where they differ or are asked for, help and hints."""

    def __init__(self, parent: tk.Misc, window: WindowContext, choice: Choice, rebuild: Rebuild, details: bool) -> None:
        super().__init__(parent, choice)
        self._window, self._rebuild, self._details = window, rebuild, details
        gap = window.theme.space(1)
        line = Flow(self, gap)
        line.pack(fill="x")
        self._names = []
        for number, name in enumerate(choice.names):
            if number:
                line.add(ttk.Label(line, text=window.text(say("and")), style="Raised.Muted.TLabel"))
            box = ttk.Combobox(line, values=window.settings.names, width=NAME_WIDTH)
            box.set(name)
            line.add(box)
            self._names.append(box)
        share = say("alone") if len(self._names) > 1 else say("+ shares the seat")
        self._button(line, share, self._toggle_share)
        self._button(line, say("Help and hints"), self._toggle_details, at_end=True)
        if details:
            self._fill_details(gap)

    def _button(self, line: Flow, text: Text, command: Callable[[], None], *, at_end: bool = False) -> None:
        button = ttk.Button(line, text=self._window.text(text), style="Raised.Toolbutton", command=command)
        line.add(button, at_end=at_end)

    def _fill_details(self, gap: int) -> None:
        text = self._window.text
        line = Flow(self, gap)
        line.pack(fill="x", pady=(gap, 0))
        self._help = ChoiceBox(line, {key: text(name) for key, name in HELP_NAMES.items()}, self._choice.help)
        self._hints = ChoiceBox(line, {hints: text(hints_name(hints)) for hints in HINTS}, self._choice.hints)
        self._takebacks = tk.BooleanVar(self, self._choice.takebacks)
        switch = ttk.Checkbutton(line, text=text(say("may take back")), variable=self._takebacks)
        switch.configure(style="Raised.Switch.TCheckbutton")
        for widget in (self._help, self._hints, switch):
            line.add(widget)

    @property
    def choice(self) -> Choice:
        named = replace(self._choice, names=tuple(box.get() for box in self._names))
        if not self._details:
            return named
        return replace(named, help=self._help.value, hints=self._hints.value, takebacks=self._takebacks.get())

    def _toggle_share(self) -> None:
        now = self.choice
        self._rebuild(replace(now, names=now.names[:1] if len(now.names) > 1 else (*now.names, "")), self._details)

    def _toggle_details(self) -> None:
        self._rebuild(self.choice, not self._details)


def has_details(choice: Choice) -> bool:
    """Whether help, hints or takebacks are not as usual, so that they should be seen."""
    usual = Choice()
    return (choice.help, choice.hints, choice.takebacks) != (usual.help, usual.hints, usual.takebacks)
