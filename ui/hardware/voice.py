"""The voice: on or off."""

from __future__ import annotations

import tkinter as tk
from dataclasses import replace
from tkinter import ttk
from typing import TYPE_CHECKING

from ui.wrap import wrapped
from words import say

if TYPE_CHECKING:
    from ui.app import App

LOOK = 300  # milliseconds between two looks at how it stands


class VoiceSection(ttk.Frame):
    """A switch, and a button that lets the voice be heard."""

    def __init__(self, parent: tk.Misc, app: App) -> None:
        super().__init__(parent, style="Raised.TFrame")
        self._app = app
        space, text = app.theme.space, app.text
        row = ttk.Frame(self, style="Raised.TFrame")
        row.pack(fill="x")
        self._on = tk.BooleanVar(self, app.settings.voice)
        self.switch = ttk.Checkbutton(
            row,
            text=text(say("A voice says what to set down, and whose turn it is")),
            variable=self._on,
            style="Raised.Switch.TCheckbutton",
            command=lambda: app.change(replace(app.settings, voice=self._on.get())),
        )
        self.switch.pack(side="left")
        self.test = ttk.Button(row, text=text(say("Test")), command=app.told.try_voice)
        self.test.pack(side="left", padx=space(1))
        self.told = wrapped(ttk.Label(self, style="Raised.Muted.TLabel"))
        self.told.pack(fill="x", pady=(space(0.5), 0))
        self._look()

    def _look(self) -> None:
        self.after(LOOK, self._look)
        trouble = self._app.told.voice.trouble
        told = self._app.text(trouble) if trouble else ""
        if self.told.cget("text") != told:
            self.told.configure(text=told)
