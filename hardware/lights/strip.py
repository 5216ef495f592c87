"""A row of LEDs, as the program sees it: what it shows, and the strip that is only drawn.

What drives a real one is made from its URL by `hardware.lights.factory`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fourth_seat.hardware.lights.power import Power
from fourth_seat.words import Text

Colour = tuple[int, int, int]
"""Red, green, blue, each 0..255."""

DARK: Colour = (0, 0, 0)

Draw = Callable[[float], Sequence[Colour]]
"""Draws a frame, in whatever thread shows it: the colours of the LEDs so many seconds after the beginning."""


@dataclass(frozen=True, slots=True)
class Animation:
    """Colours that a strip shows.

    Attributes:
        draw: draws a frame.
        began: when it began, by the strip's clock.
        moving: whether its frames differ.
    """

    draw: Draw
    began: float
    moving: bool


class Strip:
    """A row of LEDs, numbered from 0 at the end where the data goes in. No method raises for a device that fails.

    Attributes:
        count: the number of LEDs.
        trouble: why it does not work at present, with the remedy, in one sentence; None while it works.
    """

    def __init__(self, count: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.count = count
        self.trouble: Text | None = None
        self._clock = clock
        self._animation = Animation(lambda _: (), clock(), moving=False)

    @property
    def arrived(self) -> bool:
        """Whether the LEDs show what was shown or played last, as far as their device lets that be known."""
        return True

    @property
    def colours(self) -> tuple[Colour, ...]:
        """The colours that the LEDs are to show now."""
        return self._drawn(self._animation)

    def show(self, colours: Sequence[Colour]) -> None:
        """Show these colours from now on. See `play`."""
        self.play(lambda _: colours, moving=False)

    def play(self, draw: Draw, *, afresh: bool = True, moving: bool = True) -> None:
        """Show an animation in place of anything before; unless `afresh`, time goes on from what was played before.

        LEDs beyond the colours given are dark, colours beyond the strip's end are ignored. Returns at once (within 5 ms),
        whatever the device does.
        """
        self._animation = Animation(draw, self._clock() if afresh else self._animation.began, moving)

    def limit(self, power: Power) -> None:
        """Keep to other limits from now on. Returns at once.

        Raises:
            BadLights: the budget is too small for so many LEDs.
        """

    def close(self) -> None:
        """Turn all LEDs off and release the device, within 2 s even if it hangs. Safe to call twice."""
        self.show(())

    def _drawn(self, animation: Animation) -> tuple[Colour, ...]:
        """Draw the frame of an animation that is due now."""
        colours = tuple(animation.draw(self._clock() - animation.began)[: self.count])
        return colours + (DARK,) * (self.count - len(colours))


class ScreenStrip(Strip):
    """A strip whose colours somebody draws (`screen:`): for people without LEDs."""
