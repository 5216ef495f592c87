"""Make the strip that an address names. No device is opened here: the strip does that itself and reports its troubles."""

from __future__ import annotations

from functools import partial
from threading import Event

from fourth_seat.calibration.usb_devices import load_usb_device
from fourth_seat.hardware.lights.address import LightsAddress, parse_lights_address
from fourth_seat.hardware.lights.device_strip import DeviceStrip
from fourth_seat.hardware.lights.drivers.adalight import open_adalight
from fourth_seat.hardware.lights.drivers.ddp import open_ddp
from fourth_seat.hardware.lights.drivers.driver import LedDriver, OpenDriver
from fourth_seat.hardware.lights.drivers.wled import open_wled
from fourth_seat.hardware.lights.errors import BadLights, LightsUnavailable
from fourth_seat.hardware.lights.power import Power
from fourth_seat.hardware.lights.strip import ScreenStrip, Strip
from fourth_seat.hardware.lights.usb_lookup import LIGHTS_USE, UsbLookup
from fourth_seat.words import FourthSeatError, say

DEFAULT_POWER = Power()
LAST_DEVICE_RETRY_S = 2.0  # until the device used last is looked up again


def make_strip(url: str, count: int, power: Power = DEFAULT_POWER) -> Strip:
    """Make a strip of LEDs.

    Args:
        url: `adalight:///dev/ttyUSB0?baud=115200` (our firmware, WLED, Adalight sketches), `wled-serial:///dev/ttyUSB0`,
            `ddp://host[:port]`, `auto:` (the serial device used last, wherever it is plugged in) or `screen:`.
        count: number of LEDs.
        power: how bright they may be, and how much current they may draw.

    Raises:
        BadLights: the address, the number or the budget makes no sense.
    """
    address = parse_lights_address(url)
    if count < 1:
        raise BadLights(say("{count} LEDs are too few: a strip has at least one", count=count))
    if address.kind == "screen":
        return ScreenStrip(count)
    power.check(count)
    return DeviceStrip(count, _open_last_device if address.kind == "auto" else _driver(address, url), power)


def _driver(address: LightsAddress, url: str) -> OpenDriver:
    if address.kind == "ddp":
        return partial(open_ddp, address.place, address.port)
    return partial(_open_serial, address, UsbLookup(url, address.place))


def _open_serial(address: LightsAddress, lookup: UsbLookup, closing: Event) -> LedDriver:
    open_driver = open_wled if address.kind == "wled-serial" else open_adalight
    return open_driver(lookup, address.baud, closing)


def _open_last_device(closing: Event) -> LedDriver:
    try:
        device = load_usb_device(LIGHTS_USE)
        address = parse_lights_address(device.address) if device else None
    except FourthSeatError as error:
        raise LightsUnavailable(error.text, LAST_DEVICE_RETRY_S) from error
    if device is None or address is None:
        raise LightsUnavailable(
            say("No lights have been used on this computer yet: choose their port once"), LAST_DEVICE_RETRY_S
        )
    return _open_serial(address, UsbLookup(device.address, address.place, device), closing)
