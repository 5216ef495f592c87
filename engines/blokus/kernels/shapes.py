"""The 91 shapes of the pieces as tables of distances between square numbers, and a tree of these shapes.

A square is represented by its bit number in the sets of `games.blokus.bitboard` plus `BELOW`, so that the board is
surrounded by squares that cannot be covered. A placement is represented by the number `shape << 9 | first square of the
shape`. All boards have the same stride from row to row, so the surroundings of a placement are at the same distances
everywhere, and all tables together fit into the processor's first-level cache. Backward distances are modulo 2**64, since
unsigned numbers are the fastest indices.

The `GROW_...` arrays form a tree of all placements that cover a given square. Each entry requires one more square, nearer
ones first; if that square is not free, none of the placements below the entry are legal, and `GROW_SKIP` leads past them.
"""

from __future__ import annotations

import numpy as np

from fourth_seat.games.blokus.bitboard import STRIDE, column_row, split
from fourth_seat.games.blokus.pieces import ORIENTATIONS, PIECES

BELOW = 2 * STRIDE  # two rows: a tree of placements looks no further over the edge
SQUARES = BELOW + 20 * STRIDE + BELOW
SHAPE_BIT = 9  # of a placement's number, where its shape begins
ON_BOARD = (1 << SHAPE_BIT) - 1
NO_PLACEMENT = 0xFFFF
LARGEST = 5  # squares of a piece

Spot = tuple[int, int]
"""(column, row) relative to a shape's first square."""


def _spots(shape: int) -> list[Spot]:
    """Return the squares of a shape, counted from its first square, which is the leftmost in its lowest row, as in
    `lowest`.
    """
    middle = 10  # columns to the right, where squares to the left of the first do not fall off the row
    spots = [column_row(square << middle) for square in split(shape)]
    (x0, y0), *_ = spots
    return [(x - x0, y - y0) for x, y in spots]


def _around(spots: list[Spot], steps: tuple[Spot, ...]) -> set[Spot]:
    return {(x + dx, y + dy) for x, y in spots for dx, dy in steps}


def _distance(spot: Spot) -> int:
    return spot[1] * STRIDE + spot[0]


SIDES: tuple[Spot, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))
CORNERS: tuple[Spot, ...] = ((1, 1), (-1, 1), (-1, -1), (1, -1))

_SHAPES = [(piece, _spots(shape)) for piece, shapes in enumerate(ORIENTATIONS) for shape in shapes]
_EDGES = [sorted(_around(spots, SIDES) - set(spots), key=_distance) for _, spots in _SHAPES]
_TIPS = [
    sorted(_around(spots, CORNERS) - set(spots) - set(edges), key=_distance)
    for (_, spots), edges in zip(_SHAPES, _EDGES, strict=True)
]
SHAPES = len(_SHAPES)


def _table(rows: list[list[Spot]]) -> tuple[np.ndarray, np.ndarray]:
    """Return the distances, one row per shape, and their number."""
    table = np.zeros((len(rows), max(map(len, rows))), np.int64)
    for row, spots in zip(table, rows, strict=True):
        row[: len(spots)] = [_distance(spot) for spot in spots]
    return table.astype(np.uint64), np.array([len(spots) for spots in rows], np.uint64)


PIECE_OF = np.array([piece for piece, _ in _SHAPES], np.uint64)
COVERED, SIZE = _table([spots for _, spots in _SHAPES])
EDGE, EDGES = _table(_EDGES)  # squares that share an edge with one of the shape
TIP, TIPS = _table(_TIPS)  # squares that only meet a corner of it

OF_SIZE = np.array(
    [sum(1 << piece.index for piece in PIECES if piece.size == size) for size in range(LARGEST + 1)], np.uint64
)
"""The pieces of each size, as a set."""
PIECE_COUNT = len(PIECES)


def _nearer_first(spot: Spot) -> tuple[int, int, int]:
    x, y = spot
    return abs(x) + abs(y), y, x


def _grow() -> list[list[int]]:
    """Return the entries of the tree. Each contains the distance of a square, the number of entries to the next one that is
    not below it, the set of pieces at or below it, the piece that the squares so far make, if any, as a set, its shape, and
    the distance of that shape's first square.
    """
    paths: dict[tuple[Spot, ...], tuple[int, int]] = {}
    for shape, (_, spots) in enumerate(_SHAPES):
        for x0, y0 in spots:
            moved = [(x - x0, y - y0) for x, y in spots]
            paths[tuple(sorted(moved, key=_nearer_first))] = shape, _distance((-x0, -y0))
    entries: list[list[int]] = []

    def add(path: tuple[Spot, ...]) -> int:
        at = len(entries)
        shape, first = paths.get(path, (0, 0))
        pieces = own = 1 << int(PIECE_OF[shape]) if path in paths else 0
        entries.append([_distance(path[-1]), 0, 0, own, shape, first])
        below = {other[: len(path) + 1] for other in paths if len(other) > len(path) and other[: len(path)] == path}
        for longer in sorted(below, key=lambda other: _nearer_first(other[-1])):
            pieces |= add(longer)
        entries[at][1], entries[at][2] = len(entries) - at, pieces
        return pieces

    add(((0, 0),))
    return entries


_GROW = np.array(_grow(), np.int64).astype(np.uint64)
GROW_AT, GROW_SKIP, GROW_PIECES, GROW_OWN, GROW_SHAPE, GROW_FIRST = (np.ascontiguousarray(column) for column in _GROW.T)
GROWN = len(_GROW)
