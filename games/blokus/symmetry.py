"""Rotations and reflections of the board: the options assign the corners in several ways, files always in the same."""

from __future__ import annotations

from dataclasses import dataclass

from fourth_seat.games.blokus.bitboard import bit, column_row, named, split, union
from fourth_seat.games.blokus.variants import DUO_SETTING


def turned(squares: int, starts: tuple[str, ...], others: tuple[str, ...]) -> int:
    """Return the squares after the rotation or reflection that takes each corner of `starts` to that of `others`.

    Boards without a start in each corner (Duo) are not turned.
    """
    if len(starts) != len(others) or starts == others:
        return squares
    axes, other_axes = _axes(starts), _axes(others)

    def moved(square: int) -> int:
        column, row = column_row(square)
        along, across = ((column - axes.column) * x + (row - axes.row) * y for x, y in (axes.along, axes.across))
        return bit(
            other_axes.column + along * other_axes.along[0] + across * other_axes.across[0],
            other_axes.row + along * other_axes.along[1] + across * other_axes.across[1],
        )

    return union(map(moved, split(squares)))


def mirrored(squares: int) -> int:
    """Return squares of Duo reflected in the diagonal on which both colours start."""
    last = DUO_SETTING.size - 1
    return union(bit(last - row, last - column) for column, row in map(column_row, split(squares)))


@dataclass(frozen=True, slots=True)
class _Axes:
    """The first colour's corner, and the unit steps from it towards the second's and towards the fourth's."""

    column: int
    row: int
    along: tuple[int, int]
    across: tuple[int, int]


def _axes(starts: tuple[str, ...]) -> _Axes:
    (column, row), (column2, row2), _, (column4, row4) = (column_row(named(start)) for start in starts)
    far = max(abs(column2 - column), abs(row2 - row))
    return _Axes(
        column, row, ((column2 - column) // far, (row2 - row) // far), ((column4 - column) // far, (row4 - row) // far)
    )
