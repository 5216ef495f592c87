"""A strip about which tests decide whether it works."""

from __future__ import annotations

from fourth_seat.hardware.lights.strip import Colour, Strip


class FakeStrip(Strip):
    """A strip of LEDs that arrives or fails as a test wants.

    Attributes:
        arrived, trouble: set by a test.
    """

    arrived = True

    @property
    def lit(self) -> dict[int, Colour]:
        """The LEDs that are not dark now, by their numbers."""
        return {led: colour for led, colour in enumerate(self.colours) if any(colour)}
