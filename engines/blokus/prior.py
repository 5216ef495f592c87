"""How promising a placement looks at once: a large piece, new corners for the own colour, others' corners taken.

Called for every legal placement of a position in turn, so what the position contributes is worked out once and kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import exp

from games.blokus.bitboard import board, column_row, corners, edges, split
from games.blokus.moves import BlokusMove, BlokusPlacement
from games.blokus.rules import BlokusState

# Natural logarithms of the factors by which one more of each makes a placement more promising.
SIZE_LOG = 1.0  # a square covered
GAINED_LOG = 0.15  # a corner to go on from that was none before
LOST_LOG = 0.25  # a corner of its own that it uses up or spoils
TAKEN_LOG = 0.35  # an opponent's corner that it covers
NEARER_LOG = 0.25  # a square nearer to the centre than the colour has come so far
OUT_PRIOR = 1e-9  # for saying `out`, which no search should try before a placement


@dataclass(frozen=True, slots=True)
class PlacementContext:
    """What the mover's placements in a position are judged by.

    Attributes:
        free: squares that the mover may cover.
        own: free squares at which its next placement can begin.
        others: squares at which an opponent's next placement can begin.
        distance: of the mover's nearest square to the centre, in squares.
    """

    free: int
    own: int
    others: int
    distance: int


def outlook(state: BlokusState) -> PlacementContext:
    """What this position contributes to the prior of its moves."""
    mover, partners = state.mover, state.setting.owners[state.seat - 1]
    others = 0
    for colour in range(1, len(state.tableaux) + 1):
        if colour not in partners:
            others |= state.attach(colour) & state.free(colour)
    free = state.free(mover)
    own = state.tableaux[mover - 1].own or state.setting.start(mover)
    return PlacementContext(free, state.attach(mover) & free, others, centre_distance(own, state.setting.size))


class BlokusPrior:
    """Judges placements; remembers the outlook of the position it was last asked about."""

    def __init__(self) -> None:
        self._latest: tuple[BlokusState, PlacementContext] | None = None

    def __call__(self, state: BlokusState, move: BlokusMove) -> float:
        """A positive weight, compared among the moves of one position."""
        latest = self._latest
        if latest is None or latest[0] is not state:
            latest = self._latest = (state, outlook(state))
        return weight(latest[1], move, state.setting.size) if isinstance(move, BlokusPlacement) else OUT_PRIOR


def weight(view: PlacementContext, move: BlokusPlacement, size: int) -> float:
    """The prior of one placement."""
    squares = move.squares
    edge, corner = _around(squares)
    spoiled = squares | edge
    gained = (corner & view.free & ~spoiled & ~view.own).bit_count()
    lost = (view.own & spoiled).bit_count()
    taken = (view.others & squares).bit_count()
    nearer = max(0, view.distance - centre_distance(squares, size))
    return exp(
        SIZE_LOG * squares.bit_count() + GAINED_LOG * gained - LOST_LOG * lost + TAKEN_LOG * taken + NEARER_LOG * nearer
    )


@lru_cache(maxsize=1 << 15)
def _around(squares: int) -> tuple[int, int]:
    return edges(squares), corners(squares)


@lru_cache(maxsize=1 << 15)
def centre_distance(squares: int, size: int) -> int:
    """How many rings of squares lie between the nearest of these and the middle of the board."""
    return next(ring for ring, within in enumerate(_rings(size)) if squares & within)


@lru_cache(maxsize=4)
def _rings(size: int) -> list[int]:
    """The squares within 0, 1, 2 ... squares of the middle four."""
    rings = [0] * (size // 2)
    for square in split(board(size)):
        column, row = (max(at - size // 2, size // 2 - 1 - at) for at in column_row(square))
        for ring in range(max(column, row), size // 2):
            rings[ring] |= square
    return rings
