"""An open device that takes frames. A driver is a function that opens one; `hardware.lights.device_strip` does the rest."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import Protocol


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
