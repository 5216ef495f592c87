"""What a position looks worth to the side to move: a weighted sum of features, squashed.

The features: every die by what it shows and where it stands (corners are weak, the centre is strong; the rotation makes 64
kinds of 192), both sides' dice alive, dice in hand and whether there is a cell to place them on that the other side does
not reach, dice that can be taken, with or without a die that could take back, and how many cells each side reaches. The
weights differ by how many dice are alive. They were learned (`training/tridice_evaluation.py`).
"""

# mypy: ignore-errors

from __future__ import annotations

import math

import numpy as np
from numba import float64, int64, uint64, void

from engines.jit.compile import kernel, part
from engines.jit.memory import popcount
from engines.tridice.kernels.dice import cells_of, count_of, reach
from engines.tridice.kernels.lattice import CODES, LABELS, TURNED

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
MOST_CELLS = 16.0


@part
def _side(weights, base, hand, cells, occupied, ends, enemy_ends):
    """The weighted features of one side."""
    total = weights[base + REACH] * popcount(uint64(ends & ~cells)) / MOST_CELLS
    free = 0xFFFF & ~occupied
    if hand:
        total += weights[base + HAND] * hand
        safe = popcount(uint64(free & ~enemy_ends))
        if safe:
            total += weights[base + HAND_SAFE] * safe / MOST_CELLS
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
def outlook(weights, own, other, own_hand, other_hand):
    """The weighted sum."""
    own_cells, other_cells = cells_of(own), cells_of(other)
    occupied = own_cells | other_cells
    mine, yours = count_of(own) + own_hand, count_of(other) + other_hand
    at = 0 if mine + yours <= 4 else WEIGHTS if mine + yours <= 6 else 2 * WEIGHTS
    own_ends, other_ends = reach(own, occupied), reach(other, occupied)
    total = weights[at + ALIVE + 5 * mine + yours]
    total += _side(weights, at + OWN, own_hand, own_cells, occupied, own_ends, other_ends)
    total += _side(weights, at + OTHER, other_hand, other_cells, occupied, other_ends, own_ends)
    while own & 255 != 255:
        total += weights[at + DICE + ORBIT[own & 255]]
        own = own >> 8 | 255 << 24
    while other & 255 != 255:
        total -= weights[at + DICE + ORBIT[other & 255]]
        other = other >> 8 | 255 << 24
    return total


@part
def evaluate(weights, own, other, own_hand, other_hand):
    """The expected result for the side to move, from -1 to 1."""
    return math.tanh(outlook(weights, own, other, own_hand, other_hand) / 2)


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
