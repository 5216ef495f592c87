"""What can be wrong with lights, in one sentence with the remedy."""

from __future__ import annotations

from words import FourthSeatError, Text


class BadLights(FourthSeatError, ValueError):
    """An address, a number of LEDs or a budget that cannot be meant."""


class LightsUnavailable(FourthSeatError, OSError):
    """A device that does not work now; it is tried again.

    Attributes:
        again: seconds after which that makes sense.
    """

    def __init__(self, text: Text, again: float) -> None:
        super().__init__(text)
        self.again = again
