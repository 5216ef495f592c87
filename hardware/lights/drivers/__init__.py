"""The interface of light drivers, and a registry of them.

Each driver is a class in a file in this folder, or in an add-on that declares it.

The command line, the window and error messages show the drivers' declarations. `hardware.lights.strip` handles threads,
retries, limits and problems.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from threading import Event
from typing import ClassVar

from fourth_seat.boundary.additions import LIGHTS
from fourth_seat.hardware.declared import Driver, declared
from fourth_seat.hardware.device_url import DeviceUrl
from fourth_seat.hardware.lights.usb_lookup import UsbDevice
from fourth_seat.words import Text

DEFAULT_BAUD = 115_200


class LedDriver(Driver, ABC):
    """An open device. Every method may block for up to a second, and raises `LightsUnavailable` once the device is lost.

    Attributes:
        drives: a short description of the supported devices.
        repeat: the interval at which the current frame is confirmed, in seconds; 1 unless a driver sets another.
    """

    group = LIGHTS
    drives: ClassVar[Text]
    repeat: float = 1.0

    @classmethod
    @abstractmethod
    def open_at(cls, url: DeviceUrl, known: UsbDevice | None) -> OpenDriver:
        """Return a function that opens the lights at an address, without opening them yet.

        Args:
            known: the device that last answered at this address, if any.

        Raises:
            ValueError: the address is invalid.
        """

    @abstractmethod
    def send(self, frame: bytes) -> bool:
        """Send the RGB values of all LEDs; return False if the frame is known not to have arrived."""

    def confirm(self, frame: bytes) -> bool:
        """Return whether the last frame is still shown. If the device cannot tell, send the frame again."""
        return self.send(frame)

    @abstractmethod
    def close(self) -> None:
        """Release the device. Safe to call twice."""


OpenDriver = Callable[[Event], LedDriver]
"""Finds and opens a device. Raises `LightsUnavailable` on failure, or `OpeningGivenUp` early once the event is set."""


class OpeningGivenUp(Exception):
    """The strip was closed while its device was being opened; this does not mean that the device is faulty."""


class BadBaud(ValueError):
    """An invalid baud rate, or an unknown option."""


def baud_of(url: DeviceUrl) -> int:
    """Return the baud rate of an address, or the default; raise `BadBaud` if it is invalid."""
    try:
        if url.options.keys() - {"baud"}:
            raise ValueError
        return url.positive("baud", DEFAULT_BAUD)
    except ValueError:
        raise BadBaud from None


def drivers() -> Mapping[str, type[LedDriver]]:
    """Return the drivers, keyed by scheme."""
    return declared(LedDriver)  # type: ignore[type-abstract]


def examples() -> tuple[str, ...]:
    """Return example addresses for all drivers, as users would enter them."""
    return tuple(example for driver in drivers().values() for example in driver.examples)
