"""The fields of a seat that people play."""

from __future__ import annotations

import tkinter as tk
from dataclasses import replace
from tkinter import ttk

from ui.app import App
from ui.choose import Choose
from ui.seats.choice import Choice
from ui.seats.fields import Fields, Rebuild
from ui.seats.wording import HELP_NAMES, HINTS, hints_name
from words import say

NAME_WIDTH = 14


class PersonFields(Fields):
    """Name, a second name where two share the seat, and below, where they differ or are asked for, help and hints."""

    def __init__(self, parent: tk.Misc, app: App, choice: Choice, rebuild: Rebuild, details: bool) -> None:
        super().__init__(parent, choice)
        self._app, self._rebuild, self._details = app, rebuild, details
        gap = app.theme.space(1)
        line = ttk.Frame(self, style="Raised.TFrame")
        line.pack(fill="x")
        self._names = []
        for number, name in enumerate(choice.names):
            if number:
                ttk.Label(line, text=app.text(say("and")), style="Raised.Muted.TLabel").pack(side="left", padx=gap)
            box = ttk.Combobox(line, values=app.settings.names, width=NAME_WIDTH)
            box.set(name)
            box.pack(side="left")
            self._names.append(box)
        self._share_button(line, gap)
        more = ttk.Button(
            line, text=app.text(say("Help and hints")), style="Raised.Toolbutton", command=self._toggle_details
        )
        more.pack(side="right")
        if details:
            self._fill_details(gap)

    def _share_button(self, line: ttk.Frame, gap: int) -> None:
        text = say("alone") if len(self._names) > 1 else say("+ shares the seat")
        button = ttk.Button(line, text=self._app.text(text), style="Raised.Toolbutton", command=self._toggle_share)
        button.pack(side="left", padx=gap)

    def _fill_details(self, gap: int) -> None:
        text = self._app.text
        line = ttk.Frame(self, style="Raised.TFrame")
        line.pack(fill="x", pady=(gap, 0))
        self._help = Choose(line, {key: text(name) for key, name in HELP_NAMES.items()}, self._choice.help)
        self._help.pack(side="left")
        self._hints = Choose(line, {hints: text(hints_name(hints)) for hints in HINTS}, self._choice.hints)
        self._hints.pack(side="left", padx=gap)
        self._takebacks = tk.BooleanVar(self, self._choice.takebacks)
        ttk.Checkbutton(
            line, text=text(say("may take back")), variable=self._takebacks, style="Raised.Switch.TCheckbutton"
        ).pack(side="left", padx=gap)

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
