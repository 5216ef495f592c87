"""What a position looks worth to the side to move: a weighted sum of features, squashed.

The features: every die by what it shows and where it stands (corners are weak, the centre is strong; the rotation makes 64
kinds of 192), both sides' dice alive, dice in hand and whether there is a cell to place them on that the other side does
not reach, dice that can be taken, with or without a die that could take back, and how many cells each side reaches. The
weights differ by how many dice are alive. They were learned (`training/tridice/evaluation.py`).
"""

# mypy: ignore-errors

from __future__ import annotations

import math

import numpy as np
from numba import float64, int64, uint64, void

from engines.jit.bits import popcount
from engines.jit.compile import kernel, part
from engines.tridice.kernels.dice import cells_of, count_of, reach, reach_of
from engines.tridice.kernels.lattice import CODES, LABELS, NO_DIE, TURNED

PHASES = 3  # up to 4 dice alive, 5 or 6, 7 or 8


def _orbits():
    """The codes numbered up to the rotation; codes that are none have the number 0."""
    orbit = np.zeros(CODES, np.int64)
    codes = [cell << 4 | label for cell in range(16) for label in range(LABELS)]
    lowest = {code: min(int(TURNED[turns * CODES + code]) for turns in range(3)) for code in codes}
    number = {code: n for n, code in enumerate(sorted(set(lowest.values())))}
    for code in codes:
        orbit[code] = number[lowest[code]]
    return orbit


ORBIT = _orbits()
DICE = 0  # a weight for each orbit: own dice count plus one, the other's minus one
ALIVE = DICE + 64  # by own and other dice alive, 0 to 4
OWN, OTHER = ALIVE + 25, ALIVE + 25 + 8  # of each side:
HAND, HAND_SAFE, HAND_EXPOSED, ANY_TAKEN, TAKEN, TAKEN_KEPT, REACH, STUCK = range(8)
# dice in hand; the share of free cells that are safe for them; whether none is; whether any die of it could be taken; how
# many that nothing could take back, and how many that something could; cells it reaches; whether it cannot move
WEIGHTS = OTHER + 8
CELL_COUNT = 16.0


@part
def _side(weights, base, hand, cells, occupied, ends, enemy_ends):
    """The weighted features of one side."""
    total = weights[base + REACH] * popcount(uint64(ends & ~cells)) / CELL_COUNT
    free = 0xFFFF & ~occupied
    if hand:
        total += weights[base + HAND] * hand
        safe = popcount(uint64(free & ~enemy_ends))
        if safe:
            total += weights[base + HAND_SAFE] * safe / CELL_COUNT
        else:
            total += weights[base + HAND_EXPOSED]
    elif ends & ~cells == 0:
        total += weights[base + STUCK]
    taken = cells & enemy_ends
    if taken:
        total += weights[base + ANY_TAKEN]
        total += weights[base + TAKEN] * popcount(uint64(taken & ~ends))
        total += weights[base + TAKEN_KEPT] * popcount(uint64(taken & ends))
    return total


@part
def _phase(own_alive, other_alive):
    """Where the weights of a position begin."""
    alive = own_alive + other_alive
    return 0 if alive <= 4 else WEIGHTS if alive <= 6 else 2 * WEIGHTS


@part
def _standing(weights, at, side):
    """How well a side's dice stand."""
    total = 0.0
    while side & NO_DIE != NO_DIE:
        total += weights[at + DICE + ORBIT[side & NO_DIE]]
        side = side >> 8 | NO_DIE << 24
    return total


@part
def outlook(weights, own, other, own_hand, other_hand):
    """The weighted sum."""
    own_cells, other_cells = cells_of(own), cells_of(other)
    occupied = own_cells | other_cells
    mine, yours = count_of(own) + own_hand, count_of(other) + other_hand
    at = _phase(mine, yours)
    own_ends, other_ends = reach(own, occupied), reach(other, occupied)
    total = weights[at + ALIVE + 5 * mine + yours]
    total += _side(weights, at + OWN, own_hand, own_cells, occupied, own_ends, other_ends)
    total += _side(weights, at + OTHER, other_hand, other_cells, occupied, other_ends, own_ends)
    return total + _standing(weights, at, own) - _standing(weights, at, other)


@part
def evaluate(weights, own, other, own_hand, other_hand):
    """The expected result for the side to move, from -1 to 1."""
    return math.tanh(outlook(weights, own, other, own_hand, other_hand) / 2)


@part
def evaluate_throws(weights, own, other, own_hand, other_hand, cell, values):
    """`evaluate` for each way in which a die of the other side may come to stand on a cell; what they have in common is
    worked out once.

    Args:
        other, other_hand: the die is in neither of them.
    """
    own_cells, other_cells = cells_of(own), cells_of(other) | 1 << cell
    occupied = own_cells | other_cells
    mine, yours = count_of(own) + own_hand, count_of(other) + 1 + other_hand
    at = _phase(mine, yours)
    own_ends, other_ends = reach(own, occupied), reach(other, occupied)
    common = weights[at + ALIVE + 5 * mine + yours] + _standing(weights, at, own) - _standing(weights, at, other)
    for label in range(LABELS):
        code = cell << 4 | label
        ends = other_ends | reach_of(code, occupied)
        total = common - weights[at + DICE + ORBIT[code]]
        total += _side(weights, at + OWN, own_hand, own_cells, occupied, own_ends, ends)
        total += _side(weights, at + OTHER, other_hand, other_cells, occupied, ends, own_ends)
        values[label] = math.tanh(total / 2)


@kernel(void(int64[:, ::1], float64[:, ::1]))
def features_of(rows, features):
    """For training: the features of positions (own, other, own hand, other hand), those of the other phases left out."""
    unit = np.zeros(PHASES * WEIGHTS)
    for row in range(len(rows)):
        for weight in range(WEIGHTS):
            for phase in range(PHASES):
                unit[phase * WEIGHTS + weight] = 1
            features[row, weight] = outlook(unit, rows[row, 0], rows[row, 1], rows[row, 2], rows[row, 3])
            for phase in range(PHASES):
                unit[phase * WEIGHTS + weight] = 0


@kernel(float64(float64[::1], int64, int64, int64, int64))
def evaluation_of(weights, own, other, own_hand, other_hand):
    """`evaluate`, for callers outside."""
    return evaluate(weights, own, other, own_hand, other_hand)


@kernel(void(float64[::1], int64, int64, int64, int64, int64, float64[::1]))
def throws_of(weights, own, other, own_hand, other_hand, cell, values):
    """`evaluate_throws`, for callers outside."""
    evaluate_throws(weights, own, other, own_hand, other_hand, cell, values)
