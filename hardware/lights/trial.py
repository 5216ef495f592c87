"""The test of lights: every LED in each colour, then cell after cell, then the rim."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from calibration.lights import Layout
from calibration.numbers import write_numbers
from games.geometry import Geometry
from hardware.lights.board import Frame, rim_place
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


def act_at(acts: Sequence[Act], t: float) -> Act | None:
    """What is shown `t` seconds after the beginning; None once it is over."""
    for act in acts:
        if t < act.seconds:
            return act
        t -= act.seconds
    return None
