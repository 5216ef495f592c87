"""Static evaluation and prior of Blokus positions for the generic search.

The evaluation estimates each colour's score and derives each seat's share of the win from it.

A colour's prospects depend on the free squares within a few squares of its corners; squares that other colours can also
reach count less. The more of these squares there are per square still in hand, the more of its pieces the colour will
place.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import exp

from fourth_seat.games.blokus.bitboard import board, column_row, corners, edges, split
from fourth_seat.games.blokus.moves import BlokusMove, BlokusPlacement
from fourth_seat.games.blokus.pieces import SQUARES_EACH
from fourth_seat.games.blokus.rules import BlokusState


@dataclass(frozen=True, slots=True)
class BlokusEvaluationWeights:
    """Weights of the evaluation, fitted by `training/blokus/evaluation.py`, which also prints how well they predict
    results.

    Attributes:
        own: the expected number of squares placed per square that no other colour reaches, while plenty are in hand.
        contested: the same for squares that others also reach.
        certainty: the influence of expected points on the result, which rises from zero at the start as hands empty.
        rest: the number of squares added to every hand, even an empty one, to keep the last moves uncertain.
    """

    own: float
    contested: float
    certainty: float
    rest: float


WEIGHTS = BlokusEvaluationWeights(own=0.44, contested=0.31, certainty=13.5, rest=2.3)
REACH_SQUARES = 6  # edge to edge, beyond a corner


def evaluate(state: BlokusState) -> tuple[float, ...]:
    """Return each seat's expected share of the win."""
    return shares(state, WEIGHTS)


def shares(state: BlokusState, weights: BlokusEvaluationWeights) -> tuple[float, ...]:
    """Return each seat's expected share of the win, using the given weights."""
    fixed = state.setting
    gains = expected_gains(state, weights)
    finals = [tableau.basic + gain for tableau, gain in zip(state.tableaux, gains, strict=True)]
    in_hand = sum(tableau.squares_left for tableau in state.tableaux) / len(state.tableaux)
    certainty = weights.certainty * (1 / (weights.rest + in_hand) - 1 / (weights.rest + SQUARES_EACH))
    totals = [sum(finals[colour - 1] for colour in fixed.counting(seat + 1)) for seat in range(len(fixed.owners))]
    best = max(totals)
    odds = [exp((total - best) * certainty) for total in totals]
    return tuple(odd / sum(odds) for odd in odds)


def expected_gains(state: BlokusState, weights: BlokusEvaluationWeights) -> list[float]:
    """Return the expected number of further squares that each colour will place."""
    reached = [reach(state, colour) for colour in range(1, len(state.tableaux) + 1)]
    gains = []
    for n, (tableau, squares) in enumerate(zip(state.tableaux, reached, strict=True)):
        others = 0
        for m, theirs in enumerate(reached):
            if m != n:
                others |= theirs
        room = weights.own * (squares & ~others).bit_count() + weights.contested * (squares & others).bit_count()
        in_hand = tableau.squares_left
        gains.append(in_hand * (1 - exp(-room / in_hand)) if in_hand else 0.0)
    return gains


def reach(state: BlokusState, colour: int) -> int:
    """Return the free squares within `REACH_SQUARES` of the squares at which a colour's next placement can begin, or none
    if the colour can no longer place.
    """
    if state.tableaux[colour - 1].out:
        return 0
    free = state.free(colour)
    squares = state.attach(colour) & free
    for _ in range(REACH_SQUARES):
        squares |= edges(squares) & free
    return squares


# Of the prior: natural logarithms of the factors by which one more of each makes a placement more promising.
SIZE_LOG = 1.0  # a square covered
GAINED_LOG = 0.15  # a new corner from which to go on
LOST_LOG = 0.25  # a corner of its own that it uses up or spoils
TAKEN_LOG = 0.35  # an opponent's corner that it covers
NEARER_LOG = 0.25  # a square nearer to the centre than the colour has come so far
OUT_PRIOR = 1e-9  # for `out`, which no search should try before a placement


@dataclass(frozen=True, slots=True)
class PlacementContext:
    """Features of a position on which the priors of its placements depend.

    Attributes:
        free: squares that the mover may cover.
        own: free squares at which its next placement can begin.
        others: squares at which an opponent's next placement can begin.
        distance: the distance of the mover's nearest square from the centre, in squares.
    """

    free: int
    own: int
    others: int
    distance: int


def placement_context(state: BlokusState) -> PlacementContext:
    """Compute the features of a position on which the priors of the mover's placements depend."""
    mover, partners = state.mover, state.setting.owners[state.seat - 1]
    others = 0
    for colour in range(1, len(state.tableaux) + 1):
        if colour not in partners:
            others |= state.attach(colour) & state.free(colour)
    free = state.free(mover)
    own = state.tableaux[mover - 1].own or state.setting.start(mover)
    return PlacementContext(free, state.attach(mover) & free, others, centre_distance(own, state.setting.size))


class BlokusPrior:
    """Prior of placements, which favours large pieces, new corners for the mover, and corners taken from others.

    The generic search requests the prior of every legal placement in turn, so the features of the position are computed
    once and cached.
    """

    def __init__(self) -> None:
        self._latest: tuple[BlokusState, PlacementContext] | None = None

    def __call__(self, state: BlokusState, move: BlokusMove) -> float:
        """Return a positive weight, comparable only among the moves of one position."""
        latest = self._latest
        if latest is None or latest[0] is not state:
            latest = self._latest = (state, placement_context(state))
        return placement_weight(latest[1], move, state.setting.size) if isinstance(move, BlokusPlacement) else OUT_PRIOR


def placement_weight(context: PlacementContext, move: BlokusPlacement, size: int) -> float:
    """Return the prior of a placement on a board with `size` squares per side."""
    squares = move.squares
    edge, corner = _around(squares)
    spoiled = squares | edge
    gained = (corner & context.free & ~spoiled & ~context.own).bit_count()
    lost = (context.own & spoiled).bit_count()
    taken = (context.others & squares).bit_count()
    nearer = max(0, context.distance - centre_distance(squares, size))
    return exp(
        SIZE_LOG * squares.bit_count() + GAINED_LOG * gained - LOST_LOG * lost + TAKEN_LOG * taken + NEARER_LOG * nearer
    )


@lru_cache(maxsize=1 << 15)
def _around(squares: int) -> tuple[int, int]:
    return edges(squares), corners(squares)


@lru_cache(maxsize=1 << 15)
def centre_distance(squares: int, size: int) -> int:
    """Return the number of rings of squares between the middle of the board and the nearest of these squares."""
    return next(ring for ring, within in enumerate(_rings(size)) if squares & within)


@lru_cache(maxsize=4)
def _rings(size: int) -> list[int]:
    """Return the squares within 0, 1, 2 ... squares of the middle four."""
    rings = [0] * (size // 2)
    for square in split(board(size)):
        column, row = (max(at - size // 2, size // 2 - 1 - at) for at in column_row(square))
        for ring in range(max(column, row), size // 2):
            rings[ring] |= square
    return rings
