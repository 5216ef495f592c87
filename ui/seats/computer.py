"""The fields of a seat that a computer plays: this program at a level, or another program."""

from __future__ import annotations

import tkinter as tk
from dataclasses import replace
from tkinter import ttk

from ui.context import WindowContext
from ui.seats.choice import Choice, Who
from ui.seats.fields import Fields, Rebuild
from ui.seats.wording import levels
from ui.widgets.choice import ChoiceBox
from ui.widgets.flow_layout import Flow
from words import say

COMMAND_WIDTH = 32


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
        self._command = ttk.Entry(line, width=COMMAND_WIDTH)
        self._command.insert(0, choice.command)
        line.add(self._command)
        own = ttk.Button(line, text=window.text(say("Our own player")), style="Raised.Toolbutton")
        own.configure(command=lambda: rebuild(replace(self.choice, who=Who.COMPUTER), False))
        line.add(own, at_end=True)

    @property
    def choice(self) -> Choice:
        return replace(self._choice, command=self._command.get())
