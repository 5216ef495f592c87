"""The broker to which games are published, and its state."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

from fourth_seat.page.mqtt.broker import read_broker, save_address, saved_address
from fourth_seat.processes.extras.catalogue import MissingExtra
from fourth_seat.table.errors import BadConfig
from fourth_seat.ui.devices.section import StatusSection
from fourth_seat.ui.widgets.by_keyboard import on_return
from fourth_seat.words import FourthSeatError, Text, say

FIELD_CHARACTERS = 44  # characters of the field
EXAMPLES = ("mqtt://localhost", "mqtt://homeassistant.local", "mqtts://ann@broker.example.org/club/table-2")


class BrokerSection(StatusSection):
    """A field for the address, kept with Enter or the button."""

    def choice(self) -> tk.Widget:
        window = self._window
        self._refused: Text | None = None
        self.test.configure(text=window.text(say("Use")))
        label = ttk.Label(self.row, text=window.text(say("Address")), style="Raised.TLabel")
        label.pack(side="left", padx=(0, window.theme.space(2)))
        self.field = ttk.Combobox(self.row, values=EXAMPLES, width=FIELD_CHARACTERS)
        try:
            self.field.insert(0, saved_address())
        except BadConfig as error:
            self._refused = error.text
        on_return(self.field, self.try_out)
        self.field.bind("<<ComboboxSelected>>", lambda _: self.try_out())
        return self.field

    def try_out(self) -> None:
        """Publish to this address from now on; to none where the field is empty."""
        address, phones = self.field.get().strip(), self._window.phones
        self._refused = None
        try:
            broker = read_broker(address) if address else None
            save_address(address)
        except MissingExtra:  # the window offers it
            raise
        except FourthSeatError as error:
            self._refused = error.text
            return
        phones.publish(broker, self._window.catalogue)

    def stands(self) -> tuple[Text, bool]:
        publisher = self._window.phones.publisher
        if self._refused:
            return self._refused, True
        if publisher is None:
            return say(
                "Lamps, scoreboards and Home Assistant can follow each game over MQTT. Leave this empty for none."
            ), False
        if publisher.here:
            return say("Each game is published to {where}.", where=publisher.where), False
        return publisher.trouble or say("Looking for the broker ..."), publisher.trouble is not None
