"""Rotations and reflections of the board. The options allow different assignments of the corners, but files always use the
same one.
"""

from __future__ import annotations

from itertools import product

from fourth_seat.games.blokus.bitboard import bit, column_row, named, split, union
from fourth_seat.games.blokus.variants import DUO_SETTING

LAST = 19  # column, and row, of a board with a start in each corner, counted from 0


def turned(squares: int, starts: tuple[str, ...], others: tuple[str, ...]) -> int:
    """Apply the rotation or reflection that maps the corners `starts` to the corners `others`, in this order.

    Duo boards, which do not have a start in each corner, are not transformed.
    """
    if len(starts) != len(others):
        return squares
    corners, wanted = ([*map(named, names)] for names in (starts, others))
    symmetries = product((False, True), repeat=3)
    symmetry = next(each for each in symmetries if [_moved(corner, *each) for corner in corners] == wanted)
    return union(_moved(square, *symmetry) for square in split(squares))


def _moved(square: int, diagonally: bool, across: bool, upwards: bool) -> int:
    """Reflect a square in the diagonal, then horizontally, then vertically, as selected by the flags."""
    column, row = column_row(square)[:: -1 if diagonally else 1]
    return bit(LAST - column if across else column, LAST - row if upwards else row)


def mirrored(squares: int) -> int:
    """Reflect a set of squares of a Duo board in the diagonal through both start squares."""
    last = DUO_SETTING.size - 1
    return union(bit(last - row, last - column) for column, row in map(column_row, split(squares)))
