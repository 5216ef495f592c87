"""Strips for tests: what was shown stands in a list."""

from __future__ import annotations

from collections.abc import Sequence

from hardware.lights.strip import Colour
from words import Text


class RecordingStrip:
    """A strip that remembers.

    Attributes:
        frames: all that was to be shown, the newest last.
    """

    arrived = True

    def __init__(self, count: int) -> None:
        self.count = count
        self.trouble: Text | None = None
        self.closed = False
        self.frames: list[tuple[Colour, ...]] = []

    def show(self, colours: Sequence[Colour]) -> None:
        self.frames.append(tuple(colours))

    def close(self) -> None:
        self.closed = True

    @property
    def lit(self) -> dict[int, Colour]:
        """The LEDs that are not dark now, by their numbers."""
        return {led: colour for led, colour in enumerate(self.frames[-1]) if any(colour)} if self.frames else {}
