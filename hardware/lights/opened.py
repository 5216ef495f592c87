"""A strip for an address. Nothing is opened here: that is the strip's own business, and it says so where it cannot."""

from __future__ import annotations

from functools import partial
from threading import Event
from urllib.parse import urlsplit

from calibration.devices import load_device
from hardware.lights.adalight import open_adalight
from hardware.lights.address import Address, parse
from hardware.lights.ddp import PORT, open_ddp
from hardware.lights.drawn import DrawnStrip
from hardware.lights.errors import BadLights, Unusable
from hardware.lights.finder import USE, Finder
from hardware.lights.link import Link, Open
from hardware.lights.power import Power
from hardware.lights.protocol import Strip
from hardware.lights.sender import Sender
from hardware.lights.wled import open_wled
from words import FourthSeatError, say

USUAL = Power()
LOOK_AGAIN = 2.0  # seconds until it is looked up again which device was used last


def strip(url: str, count: int, power: Power = USUAL) -> Strip:
    """A row of LEDs.

    Args:
        url: `adalight:///dev/ttyUSB0?baud=115200` (our firmware, WLED, Adalight sketches), `wled-serial:///dev/ttyUSB0`,
            `ddp://host[:port]`, `auto:` (the serial device that was used last, wherever it is plugged in) or `screen:`.
        count: of LEDs.
        power: how bright they may be, and how much they may draw.

    Raises:
        BadLights: the address, the number or the budget cannot be meant.
    """
    address = parse(url)
    if count < 1:
        raise BadLights(say("a strip of {count} LEDs: it takes one at least", count=count))
    if address.kind == "screen":
        return DrawnStrip(count)
    power.check(count)
    return Sender(count, _open_used_last if address.kind == "auto" else _opening(url, address), power)


def _opening(url: str, address: Address) -> Open:
    if address.kind == "ddp":
        host, port = _host(url, address.place)
        return partial(open_ddp, host, port)
    open_link = open_wled if address.kind == "wled-serial" else open_adalight
    return partial(open_link, Finder(url, address.place), address.baud)


def _open_used_last(closing: Event) -> Link:
    try:
        device = load_device(USE)
        address = parse(device.address) if device else None
    except FourthSeatError as error:
        raise Unusable(error.text, LOOK_AGAIN) from error
    if device is None or address is None:
        raise Unusable(say("No lights were used on this machine so far: choose where they are, once"), LOOK_AGAIN)
    open_link = open_wled if address.kind == "wled-serial" else open_adalight
    return open_link(Finder(device.address, address.place, device), address.baud, closing)


def _host(url: str, place: str) -> tuple[str, int]:
    try:
        parts = urlsplit(f"//{place}")
        host, port = parts.hostname, parts.port or PORT
    except ValueError:
        host, port = None, PORT
    if not host:
        raise BadLights(say("{address} names no host: write one such as ddp://wled.local", address=url))
    return host, port
