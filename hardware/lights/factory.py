"""Make the strip that an address names. No device is opened here: the strip does that itself and reports its troubles."""

from __future__ import annotations

from threading import Event

from fourth_seat.boundary.addresses import bare, shown
from fourth_seat.calibration.usb_devices import UsbDevice, load_usb_device
from fourth_seat.hardware.device_url import WEB, DeviceUrl
from fourth_seat.hardware.lights.device_strip import DeviceStrip
from fourth_seat.hardware.lights.drivers import examples, kinds
from fourth_seat.hardware.lights.drivers.driver import BadBaud, LedDriver, OpenDriver, baud_of
from fourth_seat.hardware.lights.errors import BadLights, LightsUnavailable
from fourth_seat.hardware.lights.power import Power
from fourth_seat.hardware.lights.strip import ScreenStrip, Strip
from fourth_seat.hardware.lights.usb_lookup import LIGHTS_USE
from fourth_seat.words import FourthSeatError, say

SCREEN, LAST = "screen", "auto"
DEFAULT_POWER = Power()
LAST_DEVICE_RETRY_S = 2.0  # until the device used last is looked up again


def make_strip(url: str, count: int, power: Power = DEFAULT_POWER) -> Strip:
    """Make a strip of LEDs.

    Args:
        url: as a driver declares it, or `auto:` (the serial device used last, wherever it is plugged in), or `screen:`.
        count: number of LEDs.
        power: how bright they may be, and how much current they may draw.

    Raises:
        BadLights: the address, the number or the budget makes no sense.
    """
    open_driver = opening(url)
    if count < 1:
        raise BadLights(say("{count} LEDs are too few: a strip has at least one", count=count))
    if open_driver is None:
        return ScreenStrip(count)
    power.check(count)
    return DeviceStrip(count, open_driver, power)


def opening(address: str, known: UsbDevice | None = None) -> OpenDriver | None:
    """Return what opens the lights at an address; None for `screen:`. Nothing is opened yet.

    Args:
        known: the device that answered there last.

    Raises:
        BadLights: there can be no lights at this address.
    """
    text = bare(address)
    written = shown(text)
    try:
        url = DeviceUrl.parse(f"ddp://{text}" if text.lower().startswith(WEB) else text)  # the page of a WLED
    except ValueError:
        raise _no_address(written) from None
    kind = kinds().get(url.scheme)
    if kind is None and url.scheme not in (SCREEN, LAST):
        raise _no_address(written)
    try:
        if kind is None:
            baud_of(url)
            return None if url.scheme == SCREEN else _open_last_device
        if not url.place:
            raise ValueError
        return kind.open_at(url, known)
    except BadBaud:
        raise BadLights(
            say("{address}: the only option after “?” is the baud rate, such as baud=115200", address=written)
        ) from None
    except ValueError:
        raise BadLights(
            say(
                "{address} names no port or host: write one such as {examples}",
                address=written,
                examples=", ".join(kind.examples if kind else ()),
            )
        ) from None


def _no_address(written: str) -> BadLights:
    every = ", ".join((*examples(), f"{LAST}:", f"{SCREEN}:"))
    return BadLights(
        say("{address} is not an address of lights: write one such as {examples}", address=written, examples=every)
    )


def _open_last_device(closing: Event) -> LedDriver:
    try:
        device = load_usb_device(LIGHTS_USE)
        open_driver = opening(device.address, device) if device else None
    except FourthSeatError as error:
        raise LightsUnavailable(error.text, LAST_DEVICE_RETRY_S) from error
    if open_driver is None:
        raise LightsUnavailable(
            say("No lights have been used on this computer yet: choose their port once"), LAST_DEVICE_RETRY_S
        )
    return open_driver(closing)
