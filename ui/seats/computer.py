"""The fields of a seat that a computer plays: this program at a level, or another program."""

from __future__ import annotations

import tkinter as tk
from dataclasses import replace
from tkinter import ttk

from ui.app import App
from ui.choose import Choose
from ui.seats.choice import Choice, Who
from ui.seats.fields import Fields, Rebuild
from ui.seats.wording import levels
from words import say

COMMAND_WIDTH = 32


class ComputerFields(Fields):
    """How strong it plays."""

    def __init__(self, parent: tk.Misc, app: App, choice: Choice, game: str, rebuild: Rebuild) -> None:
        super().__init__(parent, choice)
        names = {level: app.text(name) for level, name in levels(game).items()}
        self._level = Choose(self, names, choice.level)
        self._level.pack(side="left")
        ttk.Button(
            self,
            text=app.text(say("Another program …")),
            style="Raised.Toolbutton",
            command=lambda: rebuild(replace(self.choice, who=Who.PROGRAM), False),
        ).pack(side="right")

    @property
    def choice(self) -> Choice:
        return replace(self._choice, level=self._level.value)


class ProgramFields(Fields):
    """The command of a program that speaks GTP, such as Pentobi's."""

    def __init__(self, parent: tk.Misc, app: App, choice: Choice, rebuild: Rebuild) -> None:
        super().__init__(parent, choice)
        label = ttk.Label(self, text=app.text(say("Command of a GTP program")), style="Raised.Muted.TLabel")
        label.pack(side="left")
        self._command = ttk.Entry(self, width=COMMAND_WIDTH)
        self._command.insert(0, choice.command)
        self._command.pack(side="left", padx=app.theme.space(1), fill="x", expand=True)
        ttk.Button(
            self,
            text=app.text(say("Our own player")),
            style="Raised.Toolbutton",
            command=lambda: rebuild(replace(self.choice, who=Who.COMPUTER), False),
        ).pack(side="right")

    @property
    def choice(self) -> Choice:
        return replace(self._choice, command=self._command.get())
