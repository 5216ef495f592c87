"""Settings for the MQTT broker: its address, its status, and whether buttons may be pressed over MQTT."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk
from typing import TYPE_CHECKING

from fourth_seat.page.mqtt.broker import allow_buttons, buttons_allowed, read_broker, save_address, saved_address
from fourth_seat.processes.extras.catalogue import MissingExtra
from fourth_seat.table.errors import BadConfig
from fourth_seat.ui.devices.section import AddressSection
from fourth_seat.ui.widgets.label import fitted
from fourth_seat.words import FourthSeatError, Text, say

if TYPE_CHECKING:
    from fourth_seat.ui.window import Window

EXAMPLES = ("mqtt://localhost", "mqtt://homeassistant.local", "mqtts://ann@broker.example.org/club/table-2")


class BrokerSection(AddressSection):
    """A field for the address, which is applied with Enter or the button, and a switch that allows buttons over MQTT.

    Attributes:
        switch: allows anyone who may publish to the broker to press buttons.
    """

    def __init__(self, parent: tk.Misc, window: Window) -> None:
        self._refused: Text | None = None
        super().__init__(parent, window)
        self._allowed = tk.BooleanVar(self, self._refused is None and buttons_allowed())
        self.switch = ttk.Checkbutton(
            self,
            text=window.text(say("Buttons also work over MQTT: done, undo, hint, say it again")),
            variable=self._allowed,
            style="Raised.Switch.TCheckbutton",
            command=self._allow,
        )
        fitted(self.switch, self).pack(anchor="w", pady=(window.theme.space(0.5), 0))

    def _allow(self) -> None:
        try:
            allow_buttons(self._allowed.get())
        except FourthSeatError as error:
            self._refused = error.text
            return
        if self._window.phones.publisher:
            self.keep()  # the connection is reopened, with this right or without it

    def choice(self) -> tk.Widget:
        self.test.configure(text=self._window.text(say("Use")))
        address = ""
        try:
            address = saved_address()
        except BadConfig as error:
            self._refused = error.text
        return self.address_field(EXAMPLES, address)

    def keep(self) -> None:
        """Save the address and start publishing to it, or stop publishing if the field is empty."""
        self._refused = None
        try:
            broker = read_broker(self.written) if self.written else None
            save_address(self.written)
        except MissingExtra:  # the window offers to add it
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
                "Lamps, scoreboards and Home Assistant can follow each game over MQTT. Leave this empty if "
                "you have no broker."
            ), False
        if publisher.here:
            return say("Each game is published to {where}.", where=publisher.where), False
        return publisher.trouble or say("Looking for the broker ..."), publisher.trouble is not None
