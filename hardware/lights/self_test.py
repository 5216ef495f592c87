"""The self-test of the lights, which shows all LEDs in each colour, then each cell in turn, then the rim."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from fourth_seat.games.geometry import Geometry
from fourth_seat.hardware.lights.layout import UNUSED_LEDS, LedLayout, format_number_list, rim_place
from fourth_seat.hardware.lights.scene import WHITE
from fourth_seat.hardware.lights.strip import Colour, Frame, Strip
from fourth_seat.words import Text, say

PRIMARIES: tuple[tuple[Text, Colour], ...] = (
    (say("red"), (255, 0, 0)),
    (say("green"), (0, 255, 0)),
    (say("blue"), (0, 0, 255)),
    (say("white"), WHITE),
)
PRIMARY_S = 1.0  # of a colour on all LEDs
CELL_S, MAX_CELLS_S = 0.25, 12.0  # of a cell, and of all of them: many cells go faster ...
MIN_CELL_S = 0.15  # ... but a frame of 400 LEDs takes 0.13 s on a serial line; a board of 400 takes a minute


@dataclass(frozen=True, slots=True)
class SelfTestStep:
    """A pattern to show, and its description."""

    name: Text
    frame: Frame
    seconds: float


def self_test_steps(layout: LedLayout, geometry: Geometry) -> tuple[SelfTestStep, ...]:
    """Return all test steps in order, labelled with the board's cell names."""
    cells = [cell.name for cell in geometry.cells if cell.name in layout.cells]
    rim = [rim_place(n) for n in range(len(layout.rim))]
    pace = max(MIN_CELL_S, min(CELL_S, MAX_CELLS_S / max(1, len(cells) + len(rim))))
    return (
        *(SelfTestStep(name, dict.fromkeys([*cells, *rim, UNUSED_LEDS], colour), PRIMARY_S) for name, colour in PRIMARIES),
        *(
            SelfTestStep(say("{cell}: {leds}", cell=cell, leds=format_number_list(layout.cells[cell])), {cell: WHITE}, pace)
            for cell in cells
        ),
        *(
            SelfTestStep(say("rim: {led}", led=led), {place: WHITE}, pace)
            for place, led in zip(rim, layout.rim, strict=True)
        ),
    )


class LightsSelfTest:
    """A running self-test.

    The test begins once the device is ready, because an Arduino takes two seconds to start after its port is opened. If the
    device does not work, the test is shown on the screen only.

    Attributes:
        over: whether the test has finished.
    """

    def __init__(self, strip: Strip, geometry: Geometry, clock: Callable[[], float] = time.monotonic) -> None:
        self._acts = self_test_steps(strip.layout, geometry)
        self._strip, self._clock = strip, clock
        self._began: float | None = None
        self.step()

    @property
    def over(self) -> bool:
        return self._began is not None and self.shows is None

    @property
    def shows(self) -> Text | None:
        """A description of the LEDs currently lit, or None before the test begins and after it ends."""
        act = self._act(self._clock() - self._began) if self._began is not None else None
        return act.name if act else None

    def step(self) -> None:
        """Begin the test once the device is ready or has failed; call this regularly."""
        if self._began is None and (self._strip.arrived or self._strip.trouble):
            self._began = self._clock()
            self._strip.play(lambda t: self._strip.colours_of(self._draw(t)))

    def close(self) -> None:
        """Turn the lights off. Safe to call twice."""
        self._strip.show(())

    def _draw(self, t: float) -> Frame:
        act = self._act(t)
        return act.frame if act else {}

    def _act(self, t: float) -> SelfTestStep | None:
        """Return the step at `t` seconds after the beginning; None once the test is over."""
        for act in self._acts:
            if t < act.seconds:
                return act
            t -= act.seconds
        return None
