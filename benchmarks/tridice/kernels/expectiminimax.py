"""Expectiminimax to a fixed depth with a simple evaluation made by hand: alpha-beta at decisions, Star1 at throws (Ballard
1983).
"""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from fourth_seat.engines.jit.bits import popcount
from fourth_seat.engines.jit.kernels import kernel, part
from fourth_seat.engines.jit.types import float64, int64, uint64
from fourth_seat.engines.tridice.kernels.dice import (
    EMPTY,
    MAX_TURNS,
    PASS,
    PLACEMENT,
    after_roll,
    cells_of,
    count_of,
    find_turns,
    reach,
    with_die,
)

# A die more; something to take; each more of it; each own die in danger; each cell more within reach.
DIE, PREY, MORE_PREY, DANGER, REACH = 0.20, 0.10, 0.02, -0.06, 0.006
MOST = 0.95  # less than a win


@part
def _evaluate(own, other, own_hand, other_hand, _alpha, _beta):
    mine, yours = count_of(own) + own_hand, count_of(other) + other_hand
    if mine == 0:
        return -1.0
    own_cells, other_cells = cells_of(own), cells_of(other)
    ends, threats = reach(own, own_cells | other_cells), reach(other, own_cells | other_cells)
    prey = float64(popcount(uint64(ends & other_cells)))
    danger = float64(popcount(uint64(threats & own_cells)))
    lead = float64(popcount(uint64(ends & ~own_cells))) - float64(popcount(uint64(threats & ~other_cells)))
    value = DIE * (mine - yours) + PREY * min(prey, 1.0) + MORE_PREY * prey + DANGER * danger + REACH * lead
    return min(MOST, max(-MOST, value))


def _after_turn(below):
    """Return the value of a turn to the side that makes it, given the evaluation of the position after it."""

    @part
    def value(own, other, own_hand, other_hand, turn, alpha, beta):
        if turn == PASS:
            return -below(other, own, other_hand, own_hand, -beta, -alpha)
        cell = turn & 15
        if turn & PLACEMENT == 0:
            mine, yours = after_roll(own, other, turn)
            return -below(yours, mine, other_hand, own_hand, -beta, -alpha)
        total = 0.0
        for label in range(12):
            left = 11 - label
            low, high = max(-1.0, 12 * alpha - total - left), min(1.0, 12 * beta - total + left)
            total -= below(other, with_die(own, cell << 4 | label), other_hand, own_hand - 1, -high, -low)
            if total + left <= 12 * alpha:
                return (total + left) / 12
            if total - left >= 12 * beta:
                return (total - left) / 12
        return total / 12

    return value


def _one_deeper(below):
    """Compile the evaluation of a position by the best turn."""
    after_turn = _after_turn(below)

    @part
    def value(own, other, own_hand, other_hand, alpha, beta):
        if own == EMPTY and own_hand == 0:
            return -1.0
        turns = np.empty(MAX_TURNS, np.int64)
        found = find_turns(own, other, own_hand, turns)
        if found == 0:
            turns[0] = PASS
            found = 1
        best = -2.0
        prey = cells_of(other)
        for captures in (True, False):  # captures first: they cause the most cut-offs
            for n in range(found):
                turn = turns[n]
                takes = turn & PLACEMENT == 0 and prey >> (turn & 15) & 1 == 1
                if takes == captures:
                    worth = after_turn(own, other, own_hand, other_hand, turn, max(alpha, best), beta)
                    best = max(best, worth)
                    if best >= beta:
                        return best
        return best

    return value


def _root(below):
    after_turn = _after_turn(below)

    @kernel(int64(int64, int64, int64, int64, int64[::1], float64[::1]))
    def values(own, other, own_hand, other_hand, turns, worth):
        """Write all turns and their values; return their number."""
        found = find_turns(own, other, own_hand, turns)
        for n in range(found):
            worth[n] = after_turn(own, other, own_hand, other_hand, turns[n], -1.0, 1.0)
        return found

    return values


VALUES = {1: _root(_evaluate), 2: _root(_one_deeper(_evaluate)), 3: _root(_one_deeper(_one_deeper(_evaluate)))}
"""By the number of turns searched ahead."""
