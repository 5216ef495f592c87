"""The test of lights: every LED in each colour, then cell after cell, then the rim."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from calibration.lights import Layout
from calibration.numbers import write_numbers
from games.geometry import Geometry
from hardware.lights.animation import Animation
from hardware.lights.board import Frame, Lights, rim_place
from hardware.lights.protocol import Colour
from hardware.lights.tints import WHITE
from words import Text, say

PRIMARIES: tuple[tuple[Text, Colour], ...] = (
    (say("red"), (255, 0, 0)),
    (say("green"), (0, 255, 0)),
    (say("blue"), (0, 0, 255)),
    (say("white"), WHITE),
)
ALL = 1.0  # seconds of a colour on all LEDs
EACH, LONGEST = 0.25, 12.0  # seconds of a cell, and of all of them: many cells go faster


@dataclass(frozen=True, slots=True)
class Act:
    """One thing that is shown, and what it is."""

    name: Text
    frame: Frame
    seconds: float


def trial(layout: Layout, geometry: Geometry) -> tuple[Act, ...]:
    """All that is shown, in order; cells as the board names them, so that people can follow."""
    cells = [cell.name for cell in geometry.cells if cell.name in layout.cells]
    rim = [rim_place(n) for n in range(len(layout.rim))]
    pace = min(EACH, LONGEST / max(1, len(cells) + len(rim)))
    return (
        *(Act(name, dict.fromkeys([*cells, *rim], colour), ALL) for name, colour in PRIMARIES),
        *(
            Act(say("{cell}: {leds}", cell=cell, leds=write_numbers(layout.cells[cell])), {cell: WHITE}, pace)
            for cell in cells
        ),
        *(Act(say("rim: {led}", led=led), {place: WHITE}, pace) for place, led in zip(rim, layout.rim, strict=True)),
    )


class Trial:
    """The test, shown. It begins once the device is there, as an Arduino that has just been opened takes two seconds to
    start; or at once where it does not work, for whatever is drawn.

    Attributes:
        over: whether all was shown.
    """

    def __init__(self, lights: Lights, geometry: Geometry, clock: Callable[[], float] = time.monotonic) -> None:
        self._acts = trial(lights.layout, geometry)
        self._strip, self._clock = lights.strip, clock
        self._began: float | None = None
        self._animation = Animation(lights)
        self.step()

    @property
    def over(self) -> bool:
        return self._began is not None and self.shows is None

    @property
    def shows(self) -> Text | None:
        """What is shown now; None before it begins, and once it is over."""
        act = self._act(self._clock() - self._began) if self._began is not None else None
        return act.name if act else None

    def step(self) -> None:
        """Begins as soon as that makes sense; to be called now and then."""
        if self._began is None and (self._strip.arrived or self._strip.trouble):
            self._began = self._clock()
            self._animation.play(self._draw)

    def close(self) -> None:
        """Dark. Safe to call twice."""
        self._animation.close()

    def _draw(self, t: float) -> Frame:
        act = self._act(t)
        return act.frame if act else {}

    def _act(self, t: float) -> Act | None:
        """What is shown `t` seconds after the beginning; None once it is over."""
        for act in self._acts:
            if t < act.seconds:
                return act
            t -= act.seconds
        return None
