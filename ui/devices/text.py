"""The text display: its address and its state."""

from __future__ import annotations

import tkinter as tk
from dataclasses import replace
from tkinter import ttk

from fourth_seat.hardware.text.drivers import examples
from fourth_seat.ui.devices.section import StatusSection
from fourth_seat.ui.widgets.by_keyboard import on_return
from fourth_seat.words import Text, say

FIELD_CHARACTERS = 44  # characters of the field


class TextSection(StatusSection):
    """A field for the address, kept with Enter or the button, which also shows a sentence there."""

    def choice(self) -> tk.Widget:
        window = self._window
        label = ttk.Label(self.row, text=window.text(say("Address")), style="Raised.TLabel")
        label.pack(side="left", padx=(0, window.theme.space(2)))
        self.field = ttk.Combobox(self.row, values=examples(), width=FIELD_CHARACTERS)
        self.field.insert(0, window.settings.text_display)
        on_return(self.field, self.keep)
        self.field.bind("<<ComboboxSelected>>", lambda _: self.keep())
        return self.field

    def keep(self) -> None:
        """Keep this address of the display; none where the field is empty."""
        self._window.change(replace(self._window.settings, text_display=self.field.get().strip()))

    def try_out(self) -> None:
        self.keep()
        self._window.announcer.try_text()

    def stands(self) -> tuple[Text, bool]:
        display = self._window.announcer.text
        if display is None:
            hint = say("A character display behind LCDd (lcd://MACHINE) or on a serial port. Leave this empty for none.")
            return hint, False
        if display.connected:
            return say("The text display is there."), False
        return display.trouble or say("Looking for the text display ..."), display.trouble is not None
