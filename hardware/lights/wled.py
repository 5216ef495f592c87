"""WLED's JSON interface on a serial port: what is lit stays lit without being sent again, and few squares are few bytes.

`{"seg":{"i":[0,400,"000000",37,"00ff00"]}}`: from, to (not included), colour; or one LED and its colour. In lower case no
digit is one of the letters that WLED takes for a command where the opening brace was lost. See https://kno.wled.ge, "JSON
API", and `wled_serial.cpp`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import groupby
from threading import Event

from hardware.lights.adalight import ASKED, AWAKE_AGAIN, GREETING, OpenPort
from hardware.lights.errors import Unusable
from hardware.lights.finder import Finder
from hardware.lights.port import Port
from words import say

REPEAT = 2.0  # seconds: a request that was damaged on the way is put right by the next
MOST_COLOURS = 256  # in one request, as WLED's documentation has it
PAUSE = 0.03  # seconds in which WLED reads and shows a request; it gives one up after 0.1 s without a byte
BRIGHT = b'{"bri":255}'  # also on; the frame's own values say how bright. Earlier than colours, as WLED wants it


def requests(frame: bytes) -> Iterator[bytes]:
    """What to send for red, green, blue of each LED: all dark, then each run of LEDs of one colour."""
    colours = [frame[at : at + 3].hex() for at in range(0, len(frame), 3)]
    parts = [f'0,{len(colours)},"000000"']
    start = 0
    for colour, run in groupby(colours):
        stop = start + len(list(run))
        if colour != "000000":
            parts.append(f'{start},"{colour}"' if stop == start + 1 else f'{start},{stop},"{colour}"')
        start = stop
    for at in range(0, len(parts), MOST_COLOURS):
        yield f'{{"seg":{{"i":[{",".join(parts[at : at + MOST_COLOURS])}]}}}}'.encode()


def open_wled(finder: Finder, baud: int, closing: Event, open_port: OpenPort = Port) -> Wled:
    """Opens a WLED; whatever else is there gets no more than a few `v`."""
    name = finder.port()
    port = open_port(name, baud)
    try:
        _greet(port, closing)
        port.write(BRIGHT)
        finder.worked(name)
    except BaseException:
        port.close()
        raise
    time.sleep(PAUSE)
    return Wled(port)


def _greet(port: Port, closing: Event) -> None:
    until = time.monotonic() + GREETING
    while time.monotonic() < until and not closing.is_set():
        port.write(b"v")
        if (port.line(ASKED) or b"").startswith(b"WLED"):
            return
    raise Unusable(
        say("What is at {port} does not answer as WLED does: choose another port, or adalight:", port=port.name),
        AWAKE_AGAIN,
    )


class Wled:
    """A `Link`."""

    repeat = REPEAT

    def __init__(self, port: Port) -> None:
        self._port = port

    def send(self, frame: bytes) -> bool:
        """Shows a frame; it must be believed."""
        self._port.forget()
        for request in requests(frame):
            self._port.write(request)
            time.sleep(self._port.seconds(len(request)) + PAUSE)
        return True

    confirm = send

    def close(self) -> None:
        """Lets go of the port."""
        self._port.close()
