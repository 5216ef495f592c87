"""Bitboards: sets of squares as integers with one bit per square, for boards of up to twenty columns.

A square's bit index is `STRIDE * row + column`, with row 0 at the bottom (row 1 in notation). The 21st column stays empty,
so shifting a set sideways never wraps into the next row, and shapes can be shifted in the same way on boards of any size.
Arguments named `squares` are always such sets. The results of `edges` and `corners` may include squares outside the board
and should be masked with `board(size)` or with the empty squares.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from fourth_seat.boundary.numbers import matched_integer

STRIDE = 21
SQUARE_NAME = re.compile(r"([a-t])([1-9]|1[0-9]|20)", re.ASCII)


def bit(column: int, row: int) -> int:
    """Return the set with a single square. Columns and rows are numbered from 0."""
    return 1 << STRIDE * row + column


def column_row(square: int) -> tuple[int, int]:
    """Return the column and row, numbered from 0, of a set with a single square."""
    row, column = divmod(square.bit_length() - 1, STRIDE)
    return column, row


def split(squares: int) -> Iterator[int]:
    """Yield each square of a set as a separate set, row by row from a1."""
    while squares:
        low = squares & -squares
        yield low
        squares ^= low


SQUARE_NAMES = tuple(f"{chr(97 + column)}{row + 1}" for row in range(STRIDE - 1) for column in range(STRIDE))


@lru_cache(maxsize=1 << 14)
def names(squares: int) -> tuple[str, ...]:
    """Return the names of a set's squares, row by row from a1."""
    return tuple(SQUARE_NAMES[square.bit_length() - 1] for square in split(squares))


def named(name: str) -> int:
    """Return the set with the named square (`a1` is at the bottom left), or 0 if the name is invalid."""
    match = SQUARE_NAME.fullmatch(name)
    return bit(ord(match[1]) - 97, matched_integer(match[2]) - 1) if match else 0


def union(sets: Iterable[int]) -> int:
    """Return the union of the sets."""
    result = 0
    for squares in sets:
        result |= squares
    return result


@cache
def board(size: int) -> int:
    """Return the set of all squares of a board with `size` columns and rows."""
    return union(((1 << size) - 1) << STRIDE * row for row in range(size))


def edges(squares: int) -> int:
    """Return all squares that share an edge with a square of the set. They may include squares of the set itself."""
    return squares << 1 | squares >> 1 | squares << STRIDE | squares >> STRIDE


def corners(squares: int) -> int:
    """Return all squares diagonally adjacent to a square of the set. Some may share an edge with another of its squares."""
    sideways = squares << 1 | squares >> 1
    return sideways << STRIDE | sideways >> STRIDE


def components(squares: int) -> Iterator[int]:
    """Yield the edge-connected components of a set."""
    while squares:
        part, grown = 0, squares & -squares
        while grown != part:
            part, grown = grown, (grown | edges(grown)) & squares
        yield part
        squares ^= part
