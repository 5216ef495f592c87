"""Drivers of lights: what one is, and how its file declares the kind of lights that it drives.

A driver is a file in this folder with the kinds that it drives in `KINDS`, or an add-on that names one. Command line,
window and documentation list what is declared. The rest is done by `hardware.lights.device_strip`: threads, retries,
limits, troubles.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from threading import Event
from typing import Protocol

from fourth_seat.calibration.usb_devices import UsbDevice
from fourth_seat.hardware.device_url import DeviceUrl
from fourth_seat.hardware.lights.usb_lookup import UsbLookup
from fourth_seat.words import Text

DEFAULT_BAUD = 115_200


class LedDriver(Protocol):
    """An open device. All methods may wait for it, a second at most, and raise `LightsUnavailable` once it is lost.

    Attributes:
        repeat: seconds after which a frame must be confirmed.
    """

    repeat: float

    def send(self, frame: bytes) -> bool:
        """Send red, green, blue of each LED; return whether the frame arrived, as far as can be known."""

    def confirm(self, frame: bytes) -> bool:
        """Make sure that the frame sent last is still shown; return whether it is."""

    def close(self) -> None:
        """Release the device."""


class OpeningGivenUp(Exception):
    """The strip was closed while its device was being opened, which says nothing about the device."""


OpenDriver = Callable[[Event], LedDriver]
"""Finds and opens a device, or raises `LightsUnavailable`; `OpeningGivenUp` early once the event is set."""

OpenSerialDriver = Callable[[UsbLookup, int, Event], LedDriver]
"""The same for a serial device that is looked up, at so many bits a second."""


class BadBaud(ValueError):
    """A baud rate that is none, or an option that there is not."""


@dataclass(frozen=True, slots=True)
class LightsKind:
    """A kind of lights.

    Attributes:
        scheme: how their addresses begin, before the colon.
        examples: addresses, as people write them.
        drives: what they are, in a few words.
        open_at: returns what opens those at an address, the device that answered there last or None; nothing is opened yet.
            Raises `ValueError` where the address makes no sense.
    """

    scheme: str
    examples: tuple[str, ...]
    drives: Text
    open_at: Callable[[DeviceUrl, UsbDevice | None], OpenDriver]


def serial_kind(scheme: str, examples: tuple[str, ...], drives: Text, open_driver: OpenSerialDriver) -> LightsKind:
    """Return a kind of lights at a serial port, which is found again by its USB identity."""

    def open_at(url: DeviceUrl, known: UsbDevice | None) -> OpenDriver:
        baud = baud_of(url)
        return partial(open_driver, UsbLookup(url.text, url.serial_port(), known), baud)

    return LightsKind(scheme, examples, drives, open_at)


def baud_of(url: DeviceUrl) -> int:
    """Return the bits a second that an address asks for; raise `BadBaud` where it asks for something else."""
    try:
        if url.options.keys() - {"baud"}:
            raise ValueError
        return url.positive("baud", DEFAULT_BAUD)
    except ValueError:
        raise BadBaud from None
