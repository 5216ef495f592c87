"""`screen:`, a strip that is drawn: an ordinary choice for who owns none, and a fake for tests."""

from __future__ import annotations

from collections.abc import Sequence

from hardware.lights.strip import DARK, Colour
from words import Text


class ScreenStrip:
    """A `Strip` that keeps the newest colours for whoever draws it.

    Attributes:
        colours: of each LED.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self.arrived = True
        self.trouble: Text | None = None
        self.colours: tuple[Colour, ...] = (DARK,) * count

    def show(self, colours: Sequence[Colour]) -> None:
        """From now on these."""
        shown = tuple(colours[: self.count])
        self.colours = shown + (DARK,) * (self.count - len(shown))

    def close(self) -> None:
        """Dark."""
        self.colours = (DARK,) * self.count
