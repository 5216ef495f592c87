"""The broker to which games are published, and its state."""

from __future__ import annotations

import tkinter as tk

from fourth_seat.page.mqtt.broker import read_broker, save_address, saved_address
from fourth_seat.processes.extras.catalogue import MissingExtra
from fourth_seat.table.errors import BadConfig
from fourth_seat.ui.devices.section import AddressSection
from fourth_seat.words import FourthSeatError, Text, say

EXAMPLES = ("mqtt://localhost", "mqtt://homeassistant.local", "mqtts://ann@broker.example.org/club/table-2")


class BrokerSection(AddressSection):
    """A field for the address, used with Enter or the button."""

    def choice(self) -> tk.Widget:
        self._refused: Text | None = None
        self.test.configure(text=self._window.text(say("Use")))
        address = ""
        try:
            address = saved_address()
        except BadConfig as error:
            self._refused = error.text
        return self.address_field(EXAMPLES, address)

    def keep(self) -> None:
        """Publish to this address from now on; stop publishing if the field is empty."""
        self._refused = None
        try:
            broker = read_broker(self.written) if self.written else None
            save_address(self.written)
        except MissingExtra:  # the window offers it
            raise
        except FourthSeatError as error:
            self._refused = error.text
            return
        self._window.phones.publish(broker, self._window.catalogue)

    try_out = keep

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
