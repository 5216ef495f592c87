"""The Connect 4 board, an upright grid seen from the front, with hole `a1` at the bottom left."""

from __future__ import annotations

from fourth_seat.games.connect4.rules import COLUMNS, ROWS, hole
from fourth_seat.games.geometry import BoardGround, Cell, Geometry, Holds, TapArea, circle, rectangle

HOLE_DIAMETER = 0.8  # in column widths


def _cells() -> tuple[Cell, ...]:
    return tuple(
        Cell(
            hole(column, row),
            circle(column - 0.5, ROWS - row - 0.5, HOLE_DIAMETER / 2),
            Holds.PIECE,
            tone="hole",
            label=str(column) if row == ROWS - 1 else "",
            size=HOLE_DIAMETER,
        )
        for column in range(1, COLUMNS + 1)
        for row in range(ROWS)
    )


def _columns() -> tuple[TapArea, ...]:
    return tuple(
        TapArea(
            str(column),
            rectangle(column - 1, 0, column, ROWS),
            tuple(hole(column, row) for row in range(ROWS)),
        )
        for column in range(1, COLUMNS + 1)
    )


GEOMETRY = Geometry(
    cells=_cells(),
    area=(0, 0, COLUMNS, ROWS),
    bounds=(-0.25, -0.25, COLUMNS + 0.25, ROWS + 0.25),
    grounds=(BoardGround(rectangle(-0.25, -0.25, COLUMNS + 0.25, ROWS + 0.25), "grid"),),
    tap_areas=_columns(),
)
