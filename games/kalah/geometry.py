"""The Kalah board from south's point of view, with south's pits at the bottom and south's store on the right."""

from __future__ import annotations

from functools import cache

from fourth_seat.games.geometry import BoardGround, Cell, Geometry, Holds, circle, rectangle
from fourth_seat.games.kalah.rules import NORTH, SOUTH, STORE_CELLS, pit_name
from fourth_seat.games.options import Options

PIT_DIAMETER = 0.86  # all lengths are in columns of pits
STORE_WIDTH = 0.8
EDGE_WIDTH = 0.1  # of the wood around the playing area


@cache
def geometry(options: Options) -> Geometry:
    """Return the geometry of two rows of pits between the stores."""
    pits = int(options["pits"])
    width = pits + 2
    outline = (-EDGE_WIDTH, -EDGE_WIDTH, width + EDGE_WIDTH, 2 + EDGE_WIDTH)
    return Geometry(
        cells=(
            *(_pit(pit, False, 1.5 + pit, 1.5) for pit in range(pits)),
            _store(STORE_CELLS[False], width - 0.5, str(SOUTH.name)),
            *(_pit(pit, True, width - 1.5 - pit, 0.5) for pit in range(pits)),
            _store(STORE_CELLS[True], 0.5, str(NORTH.name)),
        ),
        area=(0, 0, width, 2),
        bounds=outline,
        grounds=(BoardGround(rectangle(*outline), "wood"),),
    )


def _pit(pit: int, north: bool, x: float, y: float) -> Cell:
    name = pit_name(pit, north)
    return Cell(name, circle(x, y, PIT_DIAMETER / 2), Holds.PILE, tone="pit", label=name, size=PIT_DIAMETER)


def _store(name: str, x: float, label: str) -> Cell:
    outline = rectangle(x - STORE_WIDTH / 2, 0.1, x + STORE_WIDTH / 2, 1.9)
    return Cell(name, outline, Holds.PILE, zone="store", tone="pit", label=label, size=STORE_WIDTH)
