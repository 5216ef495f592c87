"""Evaluates a turn like a player who counts dice and looks no further than the opponent's reply.

People play like this, and so do shallow searches: they avoid visible threats, capture when they can, and overlook whatever
comes later. Turns that lead to the same balance of dice are ranked by the evaluation.
"""

# mypy: ignore-errors

from __future__ import annotations

from fourth_seat.engines.jit.kernels import record_kernel, record_part
from fourth_seat.engines.jit.types import float64, int64
from fourth_seat.engines.tridice.kernels.dice import (
    EMPTY,
    PLACEMENT,
    TURNS,
    after_roll,
    cells_of,
    count_of,
    find_rolls,
    with_die,
)
from fourth_seat.engines.tridice.kernels.evaluation import PHASE_WEIGHTS, evaluate
from fourth_seat.engines.tridice.kernels.lattice import LABELS

DETAIL = 0.05  # the weight of the evaluation, in dice
LOST = -5.0  # worse than being any number of dice behind
BEYOND = 10.0  # more than any position is worth


@record_part
def counted(weights, own, other, own_hand, other_hand):
    """Return the value of a position for the side to move, in dice."""
    mine, yours = count_of(own) + own_hand, count_of(other) + other_hand
    if mine == 0:
        return LOST
    return mine - yours + DETAIL * evaluate(weights, own, other, own_hand, other_hand)


@record_part
def answered(weights, own, other, own_hand, other_hand, enough, turns):
    """Return a position's value after the best turn of the side to move; a result of at least `enough` is a lower bound.

    A placement does not change the number of dice, so it is treated as a pass. `turns` is scratch space.
    """
    found = find_rolls(own, cells_of(own), cells_of(other), turns)
    best = -BEYOND
    if found == 0 or own_hand:
        best = -counted(weights, other, own, other_hand, own_hand)
    for n in range(found):
        if best >= enough:
            break
        mine, yours = after_roll(own, other, turns[n])
        best = max(best, -counted(weights, yours, mine, other_hand, own_hand))
    return best


@record_part
def foreseen(weights, own, other, own_hand, other_hand, turn, least, turns):
    """Return the value of a turn, in dice, for the side that plays it, after the other side's best reply.

    Args:
        turn: in the format used by `find_turns`.
        least: a result not above this is only an upper bound.
        turns: scratch space.
    """
    if turn & PLACEMENT == 0:
        own, other = after_roll(own, other, turn)
        if other == EMPTY and other_hand == 0:
            return -LOST
        return -answered(weights, other, own, other_hand, own_hand, -least, turns)
    total = 0.0
    for label in range(LABELS):
        placed = with_die(own, (turn & 15) << 4 | label)
        total -= answered(weights, other, placed, other_hand, own_hand - 1, BEYOND, turns)
    return total / LABELS


@record_kernel(float64(PHASE_WEIGHTS, int64, int64, int64, int64, int64, float64, TURNS))
def foreseen_of(weights, own, other, own_hand, other_hand, turn, least, turns):
    """Call `foreseen` from Python."""
    return foreseen(weights, own, other, own_hand, other_hand, turn, least, turns)
