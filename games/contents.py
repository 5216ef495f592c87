"""The contents of cells, and the comparison of boards, which the computer's moves, corrections and restarts need."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

MAX_NAME_DIGITS = 4  # of a number in a cell's name


@dataclass(frozen=True, slots=True)
class Content:
    """The contents of one cell.

    Attributes:
        colour: the colour of the piece, 1..n in order of play; 0 for pieces without one (seeds, dice for both).
        count: the number of checkers in a stack or seeds in a pile; 1 for a single piece.
        faces: the faces of a die, in the game's order (TriDice: apex, left, third, right; a d6: its pips).
    """

    colour: int = 0
    count: int = 1
    faces: tuple[int, ...] = ()


Cells = Mapping[str, Content]


@dataclass(frozen=True, slots=True)
class CellDifference:
    """A cell whose contents (`found`) are not what they should be (`wanted`); None stands for an empty cell."""

    cell: str
    found: Content | None
    wanted: Content | None


def differences(found: Cells, wanted: Cells) -> tuple[CellDifference, ...]:
    """Return all cells that differ, in the natural order of their names (a2 before a10); none if the two boards are the
    same.
    """
    return tuple(
        CellDifference(cell, found.get(cell), wanted.get(cell))
        for cell in sorted(found.keys() | wanted.keys(), key=natural_order)
        if found.get(cell) != wanted.get(cell)
    )


def natural_order(name: str) -> str:
    """Return a sort key that puts numbers within names in numerical order, by padding them with zeros."""
    return re.sub(r"[0-9]+", lambda number: number[0].zfill(MAX_NAME_DIGITS), name)
