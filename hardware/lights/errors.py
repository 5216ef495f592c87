"""Errors about lights: invalid settings, and devices that do not work at present."""

from __future__ import annotations

from fourth_seat.words import FourthSeatError, Text


class BadLights(FourthSeatError, ValueError):
    """An address, a number of LEDs, a current budget or a brightness that makes no sense."""


class BadLayout(FourthSeatError, ValueError):
    """An invalid layout of LEDs."""


class LightsUnavailable(FourthSeatError, OSError):
    """A device that does not work at present.

    Attributes:
        retry_after_s: seconds after which to try it again.
    """

    def __init__(self, text: Text, retry_after_s: float) -> None:
        super().__init__(text)
        self.retry_after_s = retry_after_s
