"""Drivers for lights: their interface, and a list of them all. Each is a class in a file of this folder, or in an add-on
that declares it.

The command line, the window and error messages show the drivers' declarations. `hardware.lights.strip` does the rest:
threads, retries, limits, problems.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from threading import Event
from typing import ClassVar

from fourth_seat.boundary.additions import LIGHTS
from fourth_seat.hardware.declared import Driver, declared
from fourth_seat.hardware.device_url import DeviceUrl
from fourth_seat.hardware.lights.usb_lookup import UsbDevice
from fourth_seat.words import Text

DEFAULT_BAUD = 115_200


class LedDriver(Driver):
    """An open device. Every method may wait for it, for at most a second, and raises `LightsUnavailable` once it is lost.

    Attributes:
        drives: a description of these devices in a few words.
        repeat: seconds after which a frame must be confirmed.
    """

    group = LIGHTS
    drives: ClassVar[Text]
    repeat: float

    @classmethod
    def open_at(cls, url: DeviceUrl, known: UsbDevice | None) -> OpenDriver:
        """Return a function that opens the lights at an address; nothing is opened yet.

        Args:
            known: the device that answered there last, if any.

        Raises:
            ValueError: the address makes no sense.
        """
        raise NotImplementedError

    def send(self, frame: bytes) -> bool:
        """Send the red, green and blue values of each LED; return whether the frame arrived, as far as this is known."""
        raise NotImplementedError

    def confirm(self, frame: bytes) -> bool:
        """Make sure that the frame sent last is still shown; return whether it is. If that cannot be known, the frame is
        sent again.
        """
        return self.send(frame)

    def close(self) -> None:
        """Release the device. Safe to call twice."""
        raise NotImplementedError


OpenDriver = Callable[[Event], LedDriver]
"""Finds and opens a device, or raises `LightsUnavailable`; `OpeningGivenUp` early once the event is set."""


class OpeningGivenUp(Exception):
    """The strip was closed while its device was being opened, which says nothing about the device."""


class BadBaud(ValueError):
    """An invalid baud rate, or an unknown option."""


def baud_of(url: DeviceUrl) -> int:
    """Return the bits per second in an address; raise `BadBaud` if they are invalid."""
    try:
        if url.options.keys() - {"baud"}:
            raise ValueError
        return url.positive("baud", DEFAULT_BAUD)
    except ValueError:
        raise BadBaud from None


def drivers() -> Mapping[str, type[LedDriver]]:
    """Return the drivers by their schemes."""
    return declared(LedDriver)


def examples() -> tuple[str, ...]:
    """Return example addresses for all drivers, as people write them."""
    return tuple(example for driver in drivers().values() for example in driver.examples)
