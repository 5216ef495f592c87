"""WLED's JSON interface over a serial port. LEDs keep their colours, and changing a few squares takes only a few bytes.

`{"seg":{"i":[0,400,"000000",37,"00ff00"]}}` sets the colour of a range (the first LED, the LED after the last one, and the
colour) or of a single LED (the LED and its colour). Lower-case digits avoid the letters that WLED treats as commands if the
opening brace is lost. See https://kno.wled.ge, "JSON API", and `wled_serial.cpp`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import groupby
from threading import Event
from typing import Self

from fourth_seat.hardware.lights.drivers.serial_driver import GREETING_TIMEOUT_S, SerialDriver, silent, version
from fourth_seat.hardware.lights.serial_port import SerialPort
from fourth_seat.words import say

WLED_REPEAT_S = 2.0  # seconds: a request that was damaged on the way is corrected by the next
MAX_COLOURS_PER_REQUEST = 256  # in one request, as WLED's documentation has it
REQUEST_GAP_S = 0.03  # in which WLED reads and shows a request; it gives one up after 0.1 s without a byte
FULL_BRIGHTNESS = b'{"bri":255}'  # also on; the frame's own values say how bright. Before the colours, as WLED requires


def requests(frame: bytes) -> Iterator[bytes]:
    """Yield the requests that set the RGB values of all LEDs: first all dark, then each run of LEDs of the same colour."""
    colours = [frame[at : at + 3].hex() for at in range(0, len(frame), 3)]
    parts = [f'0,{len(colours)},"000000"']
    start = 0
    for colour, run in groupby(colours):
        stop = start + len(list(run))
        if colour != "000000":
            parts.append(f'{start},"{colour}"' if stop == start + 1 else f'{start},{stop},"{colour}"')
        start = stop
    for at in range(0, len(parts), MAX_COLOURS_PER_REQUEST):
        yield f'{{"seg":{{"i":[{",".join(parts[at : at + MAX_COLOURS_PER_REQUEST])}]}}}}'.encode()


class WledDriver(SerialDriver):
    """A WLED device, which does not acknowledge frames."""

    scheme = "wled-serial"
    examples = ("wled-serial:///dev/ttyUSB0",)
    drives = say("an ESP32 with WLED on a serial port, which keeps its colours until it is sent new ones")
    repeat = WLED_REPEAT_S

    @classmethod
    def greeted(cls, port: SerialPort, closing: Event) -> Self:
        until = time.monotonic() + GREETING_TIMEOUT_S
        while time.monotonic() < until and not closing.is_set():
            if version(port).startswith(b"WLED"):
                port.write(FULL_BRIGHTNESS)
                time.sleep(REQUEST_GAP_S)
                return cls(port)
        raise silent(
            say("The device at {port} does not seem to be WLED: choose another port, or adalight:", port=port.name),
            closing,
        )

    def send(self, frame: bytes) -> bool:
        """Send a frame, assuming that it arrives."""
        self._port.forget()
        for request in requests(frame):
            self._port.write(request)
            time.sleep(self._port.seconds(len(request)) + REQUEST_GAP_S)
        return True
