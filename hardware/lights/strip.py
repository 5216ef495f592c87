"""A row of LEDs, as the program sees it: its protocol, its errors, and the strip that is only drawn.

What drives a real one is made from its URL by `hardware.lights.factory`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from words import FourthSeatError, Text

Colour = tuple[int, int, int]
"""Red, green, blue, each 0..255."""

DARK: Colour = (0, 0, 0)


class BadLights(FourthSeatError, ValueError):
    """An address, a number of LEDs or a current budget that makes no sense."""


class LightsUnavailable(FourthSeatError, OSError):
    """A device that does not work at present.

    Attributes:
        retry_after_s: seconds after which it makes sense to try it again.
    """

    def __init__(self, text: Text, retry_after_s: float) -> None:
        super().__init__(text)
        self.retry_after_s = retry_after_s


class Strip(Protocol):
    """A row of LEDs, numbered from 0 at the end where the data goes in. No method raises for a device that fails."""

    @property
    def count(self) -> int:
        """The number of LEDs."""

    @property
    def trouble(self) -> Text | None:
        """Reason why the strip does not work at present, with the remedy, in one sentence; None while it works."""

    @property
    def arrived(self) -> bool:
        """Whether the LEDs show the newest frame, as far as their device lets that be known."""

    def show(self, colours: Sequence[Colour]) -> None:
        """Show these colours in place of any shown before. LEDs beyond those given are dark, colours beyond the strip's end
        are ignored. Returns at once (within 5 ms), whatever the device does.
        """

    def close(self) -> None:
        """Turn all LEDs off and release the device, within 2 s even if it hangs. Safe to call twice."""


class ScreenStrip:
    """A `Strip` that keeps the newest colours for whoever draws them (`screen:`): for people without LEDs, and a fake for
    tests.

    Attributes:
        colours: of each LED.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self.arrived = True
        self.trouble: Text | None = None
        self.colours: tuple[Colour, ...] = (DARK,) * count

    def show(self, colours: Sequence[Colour]) -> None:
        """Keep these colours."""
        shown = tuple(colours[: self.count])
        self.colours = shown + (DARK,) * (self.count - len(shown))

    def close(self) -> None:
        """Turn all LEDs off."""
        self.colours = (DARK,) * self.count
