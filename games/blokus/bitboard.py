"""Sets of squares as integers: one bit a square, for boards of up to twenty columns.

Bit `STRIDE * row + column`, row 0 at the bottom (row 1 of the notation). The column beyond the twentieth stays empty, so
that a set shifted sideways never runs over into the next row, and a shape shifted over the board keeps its form: on any
board a set of squares and the same set elsewhere differ by one shift. All functions take and return such sets; `edges`
and `corners` may answer squares beside the board, which callers mask off with `board(size)` or what is free of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from boundary.numbers import matched_integer

STRIDE = 21
NAMED = re.compile(r"([a-t])([1-9]|1[0-9]|20)", re.ASCII)


def bit(column: int, row: int) -> int:
    """Return the set of one square, column and row from 0."""
    return 1 << STRIDE * row + column


def column_row(square: int) -> tuple[int, int]:
    """Return the (column, row) of a set of one square."""
    row, column = divmod(square.bit_length() - 1, STRIDE)
    return column, row


def split(squares: int) -> Iterator[int]:
    """Yield the squares one by one, from a1 along the rows."""
    while squares:
        low = squares & -squares
        yield low
        squares ^= low


NAMES = tuple(f"{chr(97 + column)}{row + 1}" for row in range(STRIDE - 1) for column in range(STRIDE))


@lru_cache(maxsize=1 << 14)
def names(squares: int) -> tuple[str, ...]:
    """Return the names of the squares, from a1 along the rows."""
    return tuple(NAMES[square.bit_length() - 1] for square in split(squares))


def named(name: str) -> int:
    """Return the set of the square of this name, 0 if no board has one: `a1` below on the left, `t20` the farthest."""
    match = NAMED.fullmatch(name)
    return bit(ord(match[1]) - 97, matched_integer(match[2]) - 1) if match else 0


def union(sets: Iterable[int]) -> int:
    """Return all squares of the sets."""
    together = 0
    for squares in sets:
        together |= squares
    return together


@cache
def board(size: int) -> int:
    """Return all squares of a board with `size` columns and rows."""
    return union(((1 << size) - 1) << STRIDE * row for row in range(size))


def edges(squares: int) -> int:
    """Return the squares that share an edge with one of these."""
    return squares << 1 | squares >> 1 | squares << STRIDE | squares >> STRIDE


def corners(squares: int) -> int:
    """Return the squares that meet one of these corner to corner (and perhaps edge to edge as well)."""
    sideways = squares << 1 | squares >> 1
    return sideways << STRIDE | sideways >> STRIDE


def components(squares: int) -> Iterator[int]:
    """Yield the parts that are connected edge to edge."""
    while squares:
        part, grown = 0, squares & -squares
        while grown != part:
            part, grown = grown, (grown | edges(grown)) & squares
        yield part
        squares ^= part
