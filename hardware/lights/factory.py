"""A strip for an address. Nothing is opened here: that is the strip's own business, and it says so where it cannot."""

from __future__ import annotations

from functools import partial
from threading import Event
from urllib.parse import urlsplit

from calibration.usb_devices import load_usb_device
from hardware.lights.address import LightsAddress, parse_lights_address
from hardware.lights.device_strip import DeviceStrip
from hardware.lights.drivers.adalight import open_adalight
from hardware.lights.drivers.ddp import DDP_PORT, open_ddp
from hardware.lights.drivers.driver import LedDriver, OpenDriver
from hardware.lights.drivers.wled import open_wled
from hardware.lights.errors import BadLights, LightsUnavailable
from hardware.lights.power import Power
from hardware.lights.screen_strip import ScreenStrip
from hardware.lights.strip import Strip
from hardware.lights.usb_lookup import LIGHTS_USE, UsbLookup
from words import FourthSeatError, say

DEFAULT_POWER = Power()
LAST_DEVICE_RETRY_S = 2.0  # seconds until it is looked up again which device was used last


def make_strip(url: str, count: int, power: Power = DEFAULT_POWER) -> Strip:
    """A row of LEDs.

    Args:
        url: `adalight:///dev/ttyUSB0?baud=115200` (our firmware, WLED, Adalight sketches), `wled-serial:///dev/ttyUSB0`,
            `ddp://host[:port]`, `auto:` (the serial device that was used last, wherever it is plugged in) or `screen:`.
        count: of LEDs.
        power: how bright they may be, and how much they may draw.

    Raises:
        BadLights: the address, the number or the budget cannot be meant.
    """
    address = parse_lights_address(url)
    if count < 1:
        raise BadLights(say("a strip of {count} LEDs: it takes one at least", count=count))
    if address.kind == "screen":
        return ScreenStrip(count)
    power.check(count)
    return DeviceStrip(count, _open_used_last if address.kind == "auto" else _opening(url, address), power)


def _opening(url: str, address: LightsAddress) -> OpenDriver:
    if address.kind == "ddp":
        host, port = _host(url, address.place)
        return partial(open_ddp, host, port)
    open_link = open_wled if address.kind == "wled-serial" else open_adalight
    return partial(open_link, UsbLookup(url, address.place), address.baud)


def _open_used_last(closing: Event) -> LedDriver:
    try:
        device = load_usb_device(LIGHTS_USE)
        address = parse_lights_address(device.address) if device else None
    except FourthSeatError as error:
        raise LightsUnavailable(error.text, LAST_DEVICE_RETRY_S) from error
    if device is None or address is None:
        raise LightsUnavailable(
            say("No lights were used on this machine so far: choose where they are, once"), LAST_DEVICE_RETRY_S
        )
    open_link = open_wled if address.kind == "wled-serial" else open_adalight
    return open_link(UsbLookup(device.address, address.place, device), address.baud, closing)


def _host(url: str, place: str) -> tuple[str, int]:
    try:
        parts = urlsplit(f"//{place}")
        host, port = parts.hostname, parts.port or DDP_PORT
    except ValueError:
        host, port = None, DDP_PORT
    if not host:
        raise BadLights(say("{address} names no host: write one such as ddp://wled.local", address=url))
    return host, port
