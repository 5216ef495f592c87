"""The contents of cells, and functions for comparing boards."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

MAX_NAME_DIGITS = 4  # of a number in a cell's name


@dataclass(frozen=True, slots=True)
class Content:
    """The contents of a cell.

    Attributes:
        colour: the colour of the pieces, 1..n in order of play, or 0 for colourless pieces such as seeds and shared dice.
        count: the number of checkers in a stack or seeds in a pile, or 1 for a single piece.
        faces: the faces of a die in the order used by the game (TriDice: apex, left, third, right; d6: number of pips).
    """

    colour: int = 0
    count: int = 1
    faces: tuple[int, ...] = ()


Cells = Mapping[str, Content]


@dataclass(frozen=True, slots=True)
class CellDifference:
    """A cell whose actual contents (`found`) differ from the contents that it should have (`wanted`). None means empty."""

    cell: str
    found: Content | None
    wanted: Content | None


def differences(found: Cells, wanted: Cells) -> tuple[CellDifference, ...]:
    """Return all cells that differ between two boards, in natural order of their names (a2 before a10)."""
    return tuple(
        CellDifference(cell, found.get(cell), wanted.get(cell))
        for cell in sorted(found.keys() | wanted.keys(), key=natural_order)
        if found.get(cell) != wanted.get(cell)
    )


def natural_order(name: str) -> str:
    """Return a sort key for natural order, in which numbers within names are padded with zeros."""
    return re.sub(r"[0-9]+", lambda number: number[0].zfill(MAX_NAME_DIGITS), name)
