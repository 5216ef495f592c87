"""The section for switching the voice on or off."""

from __future__ import annotations

import tkinter as tk
from dataclasses import replace
from tkinter import ttk

from fourth_seat.ui.devices.section import StatusSection
from fourth_seat.ui.widgets.label import fitted
from fourth_seat.words import Text, say


class VoiceSection(StatusSection):
    """A switch for the voice, and a button that plays a sample."""

    def choice(self) -> tk.Widget:
        window = self._window
        self._on = tk.BooleanVar(self, window.settings.voice)
        place = ttk.Frame(self.row, style="Raised.TFrame")
        self.switch = ttk.Checkbutton(
            place,
            text=window.text(say("A voice says what to set down, and whose turn it is")),
            variable=self._on,
            style="Raised.Switch.TCheckbutton",
            command=lambda: window.change(replace(window.settings, voice=self._on.get())),
        )
        fitted(self.switch, place).pack(side="left")
        return place

    def try_out(self) -> None:
        self._window.announcer.voice.try_out()

    def stands(self) -> tuple[Text | None, bool]:
        trouble = self._window.announcer.voice.trouble
        return trouble, trouble is not None
