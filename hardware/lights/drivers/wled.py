"""WLED's JSON interface on a serial port: LEDs keep their colour without being sent again, and a change of few squares
takes few bytes.

`{"seg":{"i":[0,400,"000000",37,"00ff00"]}}`: from, to (not included), colour; or one LED and its colour. In lower case no
digit is one of the letters that WLED takes for a command where the opening brace was lost. See https://kno.wled.ge, "JSON
API", and `wled_serial.cpp`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import groupby
from threading import Event

from fourth_seat.hardware.lights.drivers.adalight import (
    GREETING_TIMEOUT_S,
    SILENT_DEVICE_RETRY_S,
    VERSION_TIMEOUT_S,
    OpenPort,
)
from fourth_seat.hardware.lights.drivers.driver import OpeningGivenUp, serial_kind
from fourth_seat.hardware.lights.errors import LightsUnavailable
from fourth_seat.hardware.lights.serial_port import SerialPort
from fourth_seat.hardware.lights.usb_lookup import UsbLookup
from fourth_seat.words import say

WLED_REPEAT_S = 2.0  # seconds: a request that was damaged on the way is put right by the next
MAX_COLOURS_PER_REQUEST = 256  # in one request, as WLED's documentation has it
REQUEST_GAP_S = 0.03  # in which WLED reads and shows a request; it gives one up after 0.1 s without a byte
FULL_BRIGHTNESS = b'{"bri":255}'  # also on; the frame's own values say how bright. Earlier than colours, as WLED wants it


def requests(frame: bytes) -> Iterator[bytes]:
    """Yield the requests for red, green, blue of each LED: all dark, then each run of LEDs of one colour."""
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


def open_wled(finder: UsbLookup, baud: int, closing: Event, open_port: OpenPort = SerialPort) -> WledDriver:
    """Open a WLED; any other device receives no more than a few `v`."""
    name = finder.port()
    port = open_port(name, baud)
    try:
        _greet(port, closing)
        port.write(FULL_BRIGHTNESS)
        finder.worked(name)
    except BaseException:
        port.close()
        raise
    time.sleep(REQUEST_GAP_S)
    return WledDriver(port)


def _greet(port: SerialPort, closing: Event) -> None:
    """Ask the device to identify itself as a WLED. Raises as `OpenDriver` does."""
    until = time.monotonic() + GREETING_TIMEOUT_S
    while time.monotonic() < until and not closing.is_set():
        port.write(b"v")
        if (port.line(VERSION_TIMEOUT_S) or b"").startswith(b"WLED"):
            return
    if closing.is_set():
        raise OpeningGivenUp
    raise LightsUnavailable(
        say("The device at {port} does not answer like WLED: choose another port, or adalight:", port=port.name),
        SILENT_DEVICE_RETRY_S,
    )


class WledDriver:
    """A `LedDriver`."""

    repeat = WLED_REPEAT_S

    def __init__(self, port: SerialPort) -> None:
        self._port = port

    def send(self, frame: bytes) -> bool:
        """Send a frame; it is taken to have arrived."""
        self._port.forget()
        for request in requests(frame):
            self._port.write(request)
            time.sleep(self._port.seconds(len(request)) + REQUEST_GAP_S)
        return True

    confirm = send

    def close(self) -> None:
        """Close the port."""
        self._port.close()


KINDS = (
    serial_kind(
        "wled-serial",
        ("wled-serial:///dev/ttyUSB0",),
        say("an ESP32 with WLED at a serial port, which keeps its colours without being sent them again"),
        open_wled,
    ),
)
