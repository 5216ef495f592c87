"""Sets of squares as integers, one bit per square, for boards of up to twenty columns.

The bit of a square is `STRIDE * row + column`, with row 0 at the bottom (row 1 in notation). The 21st column stays empty,
so a set shifted sideways never wraps into the next row, and a single shift moves a shape on a board of any size. An
argument named `squares` is always such a set. The results of `edges` and `corners` may include squares outside the board;
callers mask them with `board(size)` or with the free squares.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from fourth_seat.boundary.numbers import matched_integer

STRIDE = 21
SQUARE_NAME = re.compile(r"([a-t])([1-9]|1[0-9]|20)", re.ASCII)


def bit(column: int, row: int) -> int:
    """Return the set of one square; column and row are numbered from 0."""
    return 1 << STRIDE * row + column


def column_row(square: int) -> tuple[int, int]:
    """Return the (column, row), both counted from 0, of a set of one square."""
    row, column = divmod(square.bit_length() - 1, STRIDE)
    return column, row


def split(squares: int) -> Iterator[int]:
    """Yield the squares of a set, each as a set of its own, from a1 along the rows."""
    while squares:
        low = squares & -squares
        yield low
        squares ^= low


SQUARE_NAMES = tuple(f"{chr(97 + column)}{row + 1}" for row in range(STRIDE - 1) for column in range(STRIDE))


@lru_cache(maxsize=1 << 14)
def names(squares: int) -> tuple[str, ...]:
    """Return the names of the squares of a set, from a1 along the rows."""
    return tuple(SQUARE_NAMES[square.bit_length() - 1] for square in split(squares))


def named(name: str) -> int:
    """Return the set of the square with this name, or 0 if no board has one; `a1` is at the bottom left."""
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
    """Return all squares of a board with `size` columns and rows."""
    return union(((1 << size) - 1) << STRIDE * row for row in range(size))


def edges(squares: int) -> int:
    """Return the squares that share an edge with a square of the set; some of them may be in the set themselves."""
    return squares << 1 | squares >> 1 | squares << STRIDE | squares >> STRIDE


def corners(squares: int) -> int:
    """Return the squares that touch a square of the set corner to corner; some of them may share an edge with another."""
    sideways = squares << 1 | squares >> 1
    return sideways << STRIDE | sideways >> STRIDE


def components(squares: int) -> Iterator[int]:
    """Yield the parts of a set whose squares are connected edge to edge."""
    while squares:
        part, grown = 0, squares & -squares
        while grown != part:
            part, grown = grown, (grown | edges(grown)) & squares
        yield part
        squares ^= part
