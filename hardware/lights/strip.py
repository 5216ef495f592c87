"""A row of LEDs, as the program sees it. What drives a real one is found by its URL (`hardware.lights.factory`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from words import Text

Colour = tuple[int, int, int]
"""Red, green, blue, each 0..255."""

DARK: Colour = (0, 0, 0)


class Strip(Protocol):
    """A row of LEDs, numbered from 0 at the end where the data goes in. No method raises for a device that fails."""

    @property
    def count(self) -> int:
        """How many LEDs it has."""

    @property
    def trouble(self) -> Text | None:
        """Why it does not work at present, with the remedy, in one sentence; None while it works."""

    @property
    def arrived(self) -> bool:
        """Whether the LEDs show what they were told last, as far as their device lets that be known."""

    def show(self, colours: Sequence[Colour]) -> None:
        """From now on these colours are to be seen: the newest wins. LEDs beyond those given are dark, colours beyond the
        strip's end fall away. Returns at once (within 5 ms), whatever the device does.
        """

    def close(self) -> None:
        """Dark, and the device let go of, within 2 s even where it hangs. Safe to call twice."""
