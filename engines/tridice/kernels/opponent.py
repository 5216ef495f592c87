"""The turn that somebody makes who looks no further than the answer to it, and counts dice.

People at a table play so, and so do shallow searches: they lose no die that they see in danger, take what they can, and
overlook what comes after. Where turns keep as many dice, the evaluation decides.
"""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np
from numba import float64, int64

from engines.jit.compile import kernel, part
from engines.tridice.kernels.dice import (
    EMPTY,
    MAX_TURNS,
    PLACEMENT,
    after_roll,
    cells_of,
    count_of,
    find_rolls,
    with_die,
)
from engines.tridice.kernels.evaluation import evaluate
from engines.tridice.kernels.lattice import LABELS

DETAIL = 0.05  # what the evaluation counts, in dice
LOST = -5.0  # worse than any dice behind
BEYOND = 10.0  # more than any position counts


@part
def counted(weights, own, other, own_hand, other_hand):
    """A position in dice, for the side to move."""
    mine, yours = count_of(own) + own_hand, count_of(other) + other_hand
    if mine == 0:
        return LOST
    return mine - yours + DETAIL * evaluate(weights, own, other, own_hand, other_hand)


@part
def answered(weights, own, other, own_hand, other_hand, enough):
    """A position after the best turn of the side to move, for that side. A placement changes no count, so that it is taken
    for a pass. What is not less than `enough` is only a lower bound.
    """
    turns = np.empty(MAX_TURNS, np.int64)
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


@part
def foreseen(weights, own, other, own_hand, other_hand, turn, least):
    """A turn's worth after the answer to it, for the side that makes it.

    Args:
        turn: as `find_turns` writes them.
        least: what is not more than this is only an upper bound.
    """
    if turn & PLACEMENT == 0:
        own, other = after_roll(own, other, turn)
        if other == EMPTY and other_hand == 0:
            return -LOST
        return -answered(weights, other, own, other_hand, own_hand, -least)
    total = 0.0
    for label in range(LABELS):
        placed = with_die(own, (turn & 15) << 4 | label)
        total -= answered(weights, other, placed, other_hand, own_hand - 1, BEYOND)
    return total / LABELS


@kernel(float64(float64[::1], int64, int64, int64, int64, int64, float64))
def foreseen_of(weights, own, other, own_hand, other_hand, turn, least):
    """`foreseen`, for callers outside."""
    return foreseen(weights, own, other, own_hand, other_hand, turn, least)
