"""The section for the text display, with its address and status."""

from __future__ import annotations

import tkinter as tk
from dataclasses import replace

from fourth_seat.hardware.text.drivers import examples
from fourth_seat.ui.devices.section import AddressSection
from fourth_seat.words import Text, say


class TextSection(AddressSection):
    """The text display's section; its button saves the address and shows a sample on the display."""

    def choice(self) -> tk.Widget:
        return self.address_field(examples(), self._window.settings.text_display)

    def keep(self) -> None:
        self._window.change(replace(self._window.settings, text_display=self.written))

    def try_out(self) -> None:
        self.keep()
        if display := self._window.announcer.text:
            display.try_out()

    def stands(self) -> tuple[Text, bool]:
        display = self._window.announcer.text
        if display is None:
            hint = say(
                "A character display driven by LCDd (lcd://MACHINE) or on a serial port. Leave this empty if you have none."
            )
            return hint, False
        if display.connected:
            return say("The text display is connected."), False
        return display.trouble or say("Looking for the text display ..."), display.trouble is not None
