"""Errors about lights: invalid settings and unavailable devices."""

from __future__ import annotations

from fourth_seat.words import FourthSeatError, Text


class BadLights(FourthSeatError, ValueError):
    """An invalid address, number of LEDs, current budget or brightness."""


class BadLayout(FourthSeatError, ValueError):
    """An invalid LED layout."""


class LightsUnavailable(FourthSeatError, OSError):
    """A device that is currently not working.

    Attributes:
        retry_after_s: seconds to wait before trying again.
    """

    def __init__(self, text: Text, retry_after_s: float) -> None:
        super().__init__(text)
        self.retry_after_s = retry_after_s
