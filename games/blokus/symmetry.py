"""Rotations and reflections of the board: the options allow several ways of assigning the corners, but files always use the
same one.
"""

from __future__ import annotations

from itertools import product

from fourth_seat.games.blokus.bitboard import bit, column_row, named, split, union
from fourth_seat.games.blokus.variants import DUO_SETTING

LAST = 19  # column, and row, of a board with a start in each corner, counted from 0


def turned(squares: int, starts: tuple[str, ...], others: tuple[str, ...]) -> int:
    """Return the squares after the rotation or reflection that maps the corners `starts` to the corners `others`, in this
    order.

    Boards without a start in each corner (Duo) are not turned.
    """
    if len(starts) != len(others):
        return squares
    corners, wanted = ([*map(named, names)] for names in (starts, others))
    symmetries = product((False, True), repeat=3)
    symmetry = next(each for each in symmetries if [_moved(corner, *each) for corner in corners] == wanted)
    return union(_moved(square, *symmetry) for square in split(squares))


def _moved(square: int, diagonally: bool, across: bool, upwards: bool) -> int:
    """Return a square after a reflection in the diagonal, then one of the columns, then one of the rows."""
    column, row = column_row(square)[:: -1 if diagonally else 1]
    return bit(LAST - column if across else column, LAST - row if upwards else row)


def mirrored(squares: int) -> int:
    """Return the squares of a set on a Duo board, reflected in the diagonal on which both colours start."""
    last = DUO_SETTING.size - 1
    return union(bit(last - row, last - column) for column, row in map(column_row, split(squares)))
