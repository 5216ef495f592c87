"""The text display: its address, and what is the matter with it."""

from __future__ import annotations

import tkinter as tk
from dataclasses import replace
from tkinter import ttk
from typing import TYPE_CHECKING

from ui.wrap import wrapped
from words import Text, say

if TYPE_CHECKING:
    from ui.app import App

LOOK = 300  # milliseconds between two looks at how it stands
WIDTH = 44  # characters of the field
EXAMPLES = ("lcd://localhost", "matrixorbital:///dev/ttyUSB0?size=20x4", "sparkfun:///dev/ttyUSB0?size=16x2")


class TextSection(ttk.Frame):
    """A field for the address, kept with Enter or the button, which also shows a sentence there."""

    def __init__(self, parent: tk.Misc, app: App) -> None:
        super().__init__(parent, style="Raised.TFrame")
        self._app = app
        space, text = app.theme.space, app.text
        row = ttk.Frame(self, style="Raised.TFrame")
        row.pack(fill="x")
        ttk.Label(row, text=text(say("Address")), style="Raised.TLabel").pack(side="left", padx=(0, space(2)))
        self.field = ttk.Combobox(row, values=EXAMPLES, width=WIDTH)
        self.field.insert(0, app.settings.text_display)
        self.field.pack(side="left")
        self.field.bind("<Return>", lambda _: self.keep())
        self.field.bind("<<ComboboxSelected>>", lambda _: self.keep())
        self.test = ttk.Button(row, text=text(say("Test")), command=self.try_out)
        self.test.pack(side="left", padx=space(1))
        self.told = wrapped(ttk.Label(self, style="Raised.Muted.TLabel"))
        self.told.pack(fill="x", pady=(space(0.5), 0))
        self._look()

    def keep(self) -> None:
        """The display with this address from now on; none where the field is empty."""
        self._app.change(replace(self._app.settings, text_display=self.field.get().strip()))

    def try_out(self) -> None:
        """Shows a sentence on it."""
        self.keep()
        self._app.told.try_text()

    def _look(self) -> None:
        self.after(LOOK, self._look)
        told = self._app.text(self._stands())
        if self.told.cget("text") != told:
            self.told.configure(text=told)

    def _stands(self) -> Text:
        display = self._app.told.text
        if display is None:
            return say("A character display behind LCDd (lcd://MACHINE) or on a serial port. Leave this empty for none.")
        if display.connected:
            return say("The text display is there.")
        return display.trouble or say("Looking for the text display ...")
