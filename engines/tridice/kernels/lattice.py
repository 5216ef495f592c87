"""Lattice tables for the kernels, derived from the tables of the rules, and the board's threefold rotational symmetry.

A die's code is `cell << 4 | label`. Labels number the twelve orientations of a clockwise die so that rotating the board
clockwise by a third adds one to `label % 3` and does not change `label // 3`. No code is invariant under rotation, so the
codes form groups of three. The mirror image of a board of counter-clockwise dice is a board of clockwise dice; the kernels
support only clockwise dice.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from fourth_seat.games.tridice.die import FACES, ORIENTATION, Faces
from fourth_seat.games.tridice.lattice import CELLS, INDEX, MAX_ROLL_STEPS, WAYS, points_up

LABELS = 12
NO_DIE = 255
CODES = 256
THIRDS = 3


def _turned_cell(cell: int) -> int:
    """Return the cell to which a cell moves when the board is rotated by a third.

    Its distances from the three sides are permuted.
    """
    row, place = divmod(int(CELLS[cell]), 10)
    up = points_up(cell)
    below = 4 - row
    left = (place - 1) // 2
    right = row - 1 - left - (not up)
    below, left = right, below  # and the old left is the new distance from the right
    row = 4 - below
    return INDEX[f"{row}{2 * left + (1 if up else 2)}"]


def _turned_faces(faces: Faces, up: bool) -> Faces:
    apex, left, third, right = faces
    return (apex, right, left, third) if up else (apex, third, right, left)


def _mirrored_cell(cell: int) -> int:
    row, place = divmod(int(CELLS[cell]), 10)
    return INDEX[f"{row}{2 * row - place}"]


def _turned_orientation(orientation: int, cell: int) -> int:
    apex, left, *_ = _turned_faces(FACES["cw"][orientation][cell], points_up(cell))
    return ORIENTATION["cw"][_turned_cell(cell), apex, left]


@cache
def _rings() -> tuple[tuple[int, ...], ...]:
    """Return the orientations of clockwise dice in groups of three, in the order in which the rotation permutes them."""
    rings: list[tuple[int, ...]] = []
    for orientation in range(LABELS):
        if not any(orientation in ring for ring in rings):
            second = _turned_orientation(orientation, 0)
            rings.append((orientation, second, _turned_orientation(second, 0)))
    return tuple(rings)


def _mirrored_orientation(orientation: int) -> int:
    """Return the clockwise orientation that mirrors a counter-clockwise orientation."""
    apex, _, _, right = FACES["ccw"][orientation][0]
    return ORIENTATION["cw"][_mirrored_cell(0), apex, right]


ORIENTATION_OF = tuple(orientation for ring in _rings() for orientation in ring)
"""The rules' orientation of each label, of a clockwise die."""
LABEL_OF = {
    "cw": tuple(ORIENTATION_OF.index(orientation) for orientation in range(LABELS)),
    "ccw": tuple(ORIENTATION_OF.index(_mirrored_orientation(orientation)) for orientation in range(LABELS)),
}
"""The label of each of the rules' orientations; of a counter-clockwise die, of its mirror image."""
CELL_OF = {"cw": tuple(range(len(CELLS))), "ccw": tuple(_mirrored_cell(cell) for cell in range(len(CELLS)))}
"""The kernels' number of each of the rules' cells; the table is its own inverse."""


def _turned_codes() -> NDArray[np.int64]:
    """Return each code after rotation, indexed by the number of thirds (0 to 2) and the code."""
    turned = np.tile(np.arange(CODES), (THIRDS, 1))
    for turns in range(1, THIRDS):
        for cell in range(len(CELLS)):
            for label in range(LABELS):
                before = int(turned[turns - 1, cell << 4 | label])
                after = label // THIRDS * THIRDS + (label + turns) % THIRDS
                turned[turns, cell << 4 | label] = _turned_cell(before >> 4) << 4 | after
    return turned


def _ways(back: bool) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return each code's paths: the index of its first path, the paths' other ends, and the cells between.

    A code's paths end where those of the next code begin; paths to the same end are consecutive.

    Args:
        back: list the paths by which a die could have reached its cell, instead of those that it can take.
    """
    begins, ends, between = [0], list[int](), list[int]()
    for code in range(CODES):
        cell, label = code >> 4, code & 15
        if label < LABELS:
            for other in range(len(CELLS)):
                start, end = (other, cell) if back else (cell, other)
                steps = FACES["cw"][ORIENTATION_OF[label]][start][0]
                assert 1 <= steps <= MAX_ROLL_STEPS
                for way in WAYS[start][steps].get(end, ()):
                    ends.append(other)
                    between.append(way.between)
        begins.append(len(ends))
    return np.array(begins), np.array(ends), np.array(between)


TURNED = _turned_codes()
WAYS_BEGIN, WAY_END, WAY_BETWEEN = _ways(back=False)
BACK_BEGIN, BACK_START, BACK_BETWEEN = _ways(back=True)
