"""An open device that takes frames. A driver is a function that opens one; `hardware.lights.device_strip` does the rest."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import Protocol


class LedDriver(Protocol):
    """All methods may wait for the device, a second at most, and raise `Unusable` once it is lost.

    Attributes:
        repeat: seconds after which a device wants to hear of a frame again.
    """

    repeat: float

    def send(self, frame: bytes) -> bool:
        """Shows red, green, blue of each LED; whether it is known, or must be believed, to have arrived."""

    def confirm(self, frame: bytes) -> bool:
        """Sees to it that a frame that arrived is still shown."""

    def close(self) -> None:
        """Lets go of the device."""


OpenDriver = Callable[[Event], LedDriver]
"""Finds and opens a device, or raises `Unusable`; ends early once the event is set."""
