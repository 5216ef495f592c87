"""Lists the lights available on this computer, and creates the strip at an address.

No device is opened here; the strip opens it and reports any problems.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from threading import Event

from serial.tools import list_ports

from fourth_seat.boundary.addresses import bare, shown
from fourth_seat.hardware.declared import unusable
from fourth_seat.hardware.device_url import WEB, DeviceUrl, ListPorts
from fourth_seat.hardware.lights.drivers import BadBaud, LedDriver, OpenDriver, baud_of, drivers, examples
from fourth_seat.hardware.lights.errors import BadLights, LightsUnavailable
from fourth_seat.hardware.lights.power import Power
from fourth_seat.hardware.lights.strip import DeviceStrip, Strip
from fourth_seat.hardware.lights.usb_lookup import UsbDevice, load_usb_device
from fourth_seat.words import FourthSeatError, Text, say

SCREEN, LAST = "screen", "auto"
DEFAULT_POWER = Power()
LAST_DEVICE_RETRY_S = 2.0  # until the device used last is looked up again


def make_strip(url: str, count: int, power: Power = DEFAULT_POWER) -> Strip:
    """Create an LED strip.

    Args:
        url: a driver address, `auto:` (the last serial device used, on whichever port it is plugged in), or `screen:`.
        count: the number of LEDs.
        power: limits on brightness and current.

    Raises:
        BadLights: the address, the count or the budget is invalid.
    """
    open_driver = opening(url)
    if count < 1:
        raise BadLights(say("{count} LEDs are too few: a strip has at least one", count=count))
    if open_driver is None:
        return Strip(count)
    power.check(count)
    return DeviceStrip(count, open_driver, power)


def opening(address: str, known: UsbDevice | None = None) -> OpenDriver | None:
    """Return a function that opens the lights at an address, or None for `screen:`. Does not open them yet.

    Args:
        known: the device that last answered at this address.

    Raises:
        BadLights: the address is not valid for lights.
    """
    text = bare(address)
    written = shown(text)
    try:
        url = DeviceUrl.parse(f"ddp://{text}" if text.lower().startswith(WEB) else text)  # the page of a WLED
    except ValueError:
        raise _no_address(written) from None
    driver = drivers().get(url.scheme)
    if driver is None and url.scheme not in (SCREEN, LAST):
        why = unusable(LedDriver, url.scheme)
        raise BadLights(why) if why else _no_address(written)
    try:
        if driver is None:
            baud_of(url)
            return None if url.scheme == SCREEN else _open_last_device
        if not url.place:
            raise ValueError
        return driver.open_at(url, known)
    except BadBaud:
        raise BadLights(
            say("{address}: the only option after “?” is the baud rate, such as baud=115200", address=written)
        ) from None
    except ValueError:
        raise BadLights(
            say(
                "{address} has no usable port or host: enter an address such as {examples}",
                address=written,
                examples=", ".join(driver.examples if driver else ()),
            )
        ) from None


def _no_address(written: str) -> BadLights:
    every = ", ".join((*examples(), f"{LAST}:", f"{SCREEN}:"))
    return BadLights(
        say("{address} is not an address for lights: enter an address such as {examples}", address=written, examples=every)
    )


def _open_last_device(closing: Event) -> LedDriver:
    try:
        device = load_usb_device()
        open_driver = opening(device.address, device) if device else None
    except FourthSeatError as error:
        raise LightsUnavailable(error.text, LAST_DEVICE_RETRY_S) from error
    if open_driver is None:
        raise LightsUnavailable(
            say("No lights have been used on this computer yet: choose their port first"), LAST_DEVICE_RETRY_S
        )
    return open_driver(closing)


def available_lights(ports: ListPorts = list_ports.comports) -> Mapping[str, Text]:
    """Return the addresses of lights on this computer mapped to display names, most likely first."""
    found: dict[str, Text] = {}
    for port in sorted((port for port in ports() if port.vid is not None), key=lambda port: port.device):
        found[f"adalight://{port.device}"] = say("{port}: {what}", port=port.device, what=port.description)
    with suppress(FourthSeatError):
        if load_usb_device():
            found[f"{LAST}:"] = say("The device used last, wherever it is plugged in")
    found[f"{SCREEN}:"] = say("Drawn on the screen, for trying things out")
    return found
