"""Static evaluation: the score each colour is likely to reach, and from that each seat's share of the win.

A colour's future is the free squares that it can reach within a few squares of its corners, counted less where others
reach them too; the more of them for the squares it still has in hand, the more of those it will place.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp

from games.blokus.bitboard import edges
from games.blokus.pieces import SQUARES_EACH
from games.blokus.rules import BlokusState


@dataclass(frozen=True, slots=True)
class BlokusEvaluationWeights:
    """Fitted by `training/blokus/evaluation.py`, which prints how well they do.

    Attributes:
        own: squares placed for each square that no other colour reaches, as long as plenty are in hand.
        contested: the same for each square that others reach too.
        certainty: how surely expected points decide, from none at the start rising as hands empty.
        rest: squares that a hand seems to hold even when empty: what keeps the last moves uncertain.
    """

    own: float
    contested: float
    certainty: float
    rest: float


WEIGHTS = BlokusEvaluationWeights(own=0.44, contested=0.31, certainty=13.5, rest=2.3)
REACH_SQUARES = 6  # squares, edge to edge, beyond a corner


def evaluate(state: BlokusState) -> tuple[float, ...]:
    """Each seat's expected share of the win."""
    return shares(state, WEIGHTS)


def shares(state: BlokusState, weights: BlokusEvaluationWeights) -> tuple[float, ...]:
    """The same with other weights."""
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
    """For each colour, how many more squares it is likely to place."""
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
    """The free squares within `REACH_SQUARES` of where the colour's next placement can begin; none for one that is out."""
    if state.tableaux[colour - 1].out:
        return 0
    free = state.free(colour)
    squares = state.attach(colour) & free
    for _ in range(REACH_SQUARES):
        squares |= edges(squares) & free
    return squares
