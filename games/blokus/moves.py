"""Blokus moves (placing a piece, or stopping) and move generation.

For each shape, shifting the entire board yields the possible places of its lowest square, for which all squares of the
shape are free and at least one is an attach square. A position therefore takes a few integer operations for each of the 91
shapes, plus one step per placement found. Nothing is precomputed for individual placements.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from fourth_seat.games.blokus.bitboard import bit, column_row, names, split, union
from fourth_seat.games.blokus.pieces import ORIENTATIONS, PIECE_OF_SHAPE, SINGLE_SQUARE, BlokusPiece, piece_on, pieces_in


@dataclass(frozen=True, slots=True, order=True)
class BlokusPlacement:
    """The placement of a piece on `squares` (a bitboard), written as their names, such as `b18,a19,b19,a20`."""

    squares: int

    def __str__(self) -> str:
        return ",".join(names(self.squares))

    @property
    def piece(self) -> BlokusPiece | None:
        """The piece that covers these squares, or None if there is no such piece."""
        return piece_on(self.squares)

    @property
    def middle(self) -> str:
        """The name of the square nearest to the piece's centre."""
        places = [column_row(square) for square in split(self.squares)]
        x, y = (sum(along) / len(places) for along in zip(*places, strict=True))
        column, row = min(places, key=lambda place: (place[0] - x) ** 2 + (place[1] - y) ** 2)
        return names(bit(column, row))[0]


@dataclass(frozen=True, slots=True, order=True)
class BlokusOut:
    """The decision to stop placing pieces for the rest of the game, even if placements are still possible."""

    WORD: ClassVar[str] = "out"

    def __str__(self) -> str:
        return self.WORD


BlokusMove = BlokusPlacement | BlokusOut


def _distances(shape: int) -> tuple[int, ...]:
    """Return the distances in bits of a shape's squares from its lowest square."""
    return tuple(square.bit_length() - 1 for square in split(shape ^ 1))


DISTANCES = sorted({distance for shapes in ORIENTATIONS for shape in shapes for distance in _distances(shape)})
# For each piece: its shapes, each with the indices into DISTANCES of its squares other than the lowest.
SHAPES = [
    (index, [(shape, tuple(map(DISTANCES.index, _distances(shape)))) for shape in shapes])
    for index, shapes in enumerate(ORIENTATIONS)
]
LARGEST_SHAPES_FIRST = SHAPES[::-1]


def _fitting_shapes(
    free: int, attach: int, left: int, pieces: list[tuple[int, list[tuple[int, tuple[int, ...]]]]]
) -> Iterator[tuple[int, int]]:
    """Yield each shape that can be placed, and the set of possible places of its lowest square."""
    free_at = [free >> distance for distance in DISTANCES]
    attach_at = [attach >> distance for distance in DISTANCES]
    for index, shapes in pieces:
        if left >> index & 1:
            for shape, others in shapes:
                lowest, touching = free, attach
                for other in others:
                    lowest &= free_at[other]
                    touching |= attach_at[other]
                lowest &= touching
                if lowest:
                    yield shape, lowest


@lru_cache(maxsize=256)
def placements(free: int, attach: int, left: int) -> tuple[BlokusPlacement, ...]:
    """Return all placements, largest pieces first, in a fixed order.

    Args:
        free: the squares that may be covered (empty and not adjacent to the colour's own squares).
        attach: the squares of which at least one must be covered.
        left: the set of remaining pieces.
    """
    found = []
    if attach := attach & free:
        for shape, lowest in _fitting_shapes(free, attach, left, LARGEST_SHAPES_FIRST):
            while lowest:
                low = lowest & -lowest
                found.append(BlokusPlacement(shape * low))
                lowest ^= low
    return tuple(found)


def can_place(free: int, attach: int, left: int) -> bool:
    """Return whether there is any placement. Takes the same arguments as `placements`."""
    attach &= free
    if not attach or left >> SINGLE_SQUARE.index & 1:
        return bool(attach)
    return any(True for _ in _fitting_shapes(free, attach, left, SHAPES))  # small pieces first: they fit most often


@lru_cache(maxsize=256)
def anchors(free: int, attach: int, left: int) -> dict[str, int]:
    """Map the name of each remaining piece to the attach squares that it can cover in any orientation.

    Takes the same arguments as `placements`. The result is cached and must not be modified.
    """
    found = {piece.name: 0 for piece in pieces_in(left)}
    if attach := attach & free:
        for shape, lowest in _fitting_shapes(free, attach, left, SHAPES):
            covered = union(lowest << distance for distance in (0, *_distances(shape)))
            found[PIECE_OF_SHAPE[shape].name] |= covered & attach
    return found
