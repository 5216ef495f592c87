"""Evaluates a position for the side to move, using a weighted sum of features.

The features are: each die, by its cell and orientation (corners are weak, the centre is strong; rotating the board reduces
192 kinds to 64); the numbers of dice that both sides have left; the dice in hand, and whether there is a cell for them
outside the other side's reach; the dice that can be captured, with or without a die that could recapture; and the number of
cells that each side reaches. The weights, which depend on the number of dice alive, were learned with
`training/tridice/evaluation.py`.
"""

# mypy: ignore-errors

from __future__ import annotations

import math

import numpy as np

from fourth_seat.engines.jit.bits import popcount
from fourth_seat.engines.jit.kernels import record_kernel, record_part
from fourth_seat.engines.jit.records import record_dtype
from fourth_seat.engines.jit.types import array_of, float64, int64, uint64, void
from fourth_seat.engines.tridice.kernels.dice import POSITION, cells_of, count_of, numbers_of, reach, reach_of
from fourth_seat.engines.tridice.kernels.lattice import CODES, LABELS, NO_DIE, TURNED

PHASES = 3  # up to 4 dice alive, 5 or 6, 7 or 8
ORBITS = 64  # codes that no rotation turns into each other
CELL_COUNT = 16.0

SIDE_WEIGHTS = record_dtype([
    ("hand", np.float64),  # for each die in the hand
    ("hand_safe", np.float64),  # with dice in the hand: times the share of cells that are free and out of the other's reach
    ("hand_exposed", np.float64),  # with dice in the hand: if there is no such cell
    ("any_taken", np.float64),  # if the other side can take a die
    ("taken", np.float64),  # for each die that the other side can take and this side cannot take back
    ("taken_kept", np.float64),  # for each die that the other side can take and this side can take back
    ("reach", np.float64),  # times the share of cells that the side reaches
    ("stuck", np.float64),  # with an empty hand: if no die can be rolled
])  # fmt: skip
WEIGHTS = record_dtype([
    # of one phase; the phases are an array
    ("dice", np.float64, ORBITS),  # for each own die by its orbit; the other side's dice count negatively
    ("alive", np.float64, (5, 5)),  # by own and other dice alive, hands included
    ("own", SIDE_WEIGHTS),
    ("other", SIDE_WEIGHTS),
])  # fmt: skip
WEIGHT_COUNT = WEIGHTS.itemsize // np.dtype(np.float64).itemsize  # of one phase
PHASE_WEIGHTS = array_of(WEIGHTS)


def _orbits():
    """Return the orbit of each code; 0 for invalid codes."""
    orbit = np.zeros(CODES, np.uint8)
    codes = [cell << 4 | label for cell in range(16) for label in range(LABELS)]
    lowest = {code: min(int(TURNED[turns, code]) for turns in range(3)) for code in codes}
    number = {code: n for n, code in enumerate(sorted(set(lowest.values())))}
    for code in codes:
        orbit[code] = number[lowest[code]]
    return orbit


ORBIT = _orbits()


@record_part
def _weigh_side(weights, hand, cells, occupied, ends, enemy_ends):
    """Return the weighted sum of one side's features, using its `SIDE_WEIGHTS`.

    Args:
        cells: cells occupied by its dice.
        ends: cells reached by its dice.
        enemy_ends: cells reached by the other side's dice.
    """
    total = weights.reach * popcount(uint64(ends & ~cells)) / CELL_COUNT
    free = 0xFFFF & ~occupied
    if hand:
        total += weights.hand * hand
        safe = popcount(uint64(free & ~enemy_ends))
        if safe:
            total += weights.hand_safe * safe / CELL_COUNT
        else:
            total += weights.hand_exposed
    elif ends & ~cells == 0:
        total += weights.stuck
    taken = cells & enemy_ends
    if taken:
        total += weights.any_taken
        total += weights.taken * popcount(uint64(taken & ~ends))
        total += weights.taken_kept * popcount(uint64(taken & ends))
    return total


@record_part
def phase_of(alive):
    """Return the phase of a position with this many dice alive."""
    return 0 if alive <= 4 else 1 if alive <= 6 else 2


@record_part
def _weigh_dice(weights, side):
    """Return the sum of the weights of a side's dice."""
    total = 0.0
    while side & NO_DIE != NO_DIE:
        total += weights.dice[ORBIT[side & NO_DIE]]
        side = side >> 8 | NO_DIE << 24
    return total


@record_part
def weighted_sum(weights, own, other, own_hand, other_hand):
    """Return the weighted sum of a position's features, using the `WEIGHTS` of a single phase."""
    own_cells, other_cells = cells_of(own), cells_of(other)
    occupied = own_cells | other_cells
    own_ends, other_ends = reach(own, occupied), reach(other, occupied)
    total = weights.alive[count_of(own) + own_hand, count_of(other) + other_hand]
    total += _weigh_side(weights.own, own_hand, own_cells, occupied, own_ends, other_ends)
    total += _weigh_side(weights.other, other_hand, other_cells, occupied, other_ends, own_ends)
    return total + _weigh_dice(weights, own) - _weigh_dice(weights, other)


@record_part
def evaluate(weights, own, other, own_hand, other_hand):
    """Return the expected result for the side to move, from -1 to 1, using the `WEIGHTS` of all phases."""
    phase = phase_of(count_of(own) + own_hand + count_of(other) + other_hand)
    return math.tanh(weighted_sum(weights[phase], own, other, own_hand, other_hand) / 2)


@record_part
def evaluate_throws(weights, own, other, own_hand, other_hand, cell, values):
    """Write the result of `evaluate` to `values` for each throw of a die that the other side places on a cell.

    Terms shared by all throws are computed only once.

    Args:
        other, other_hand: the other side and its hand, without this die.
    """
    own_cells, other_cells = cells_of(own), cells_of(other) | 1 << cell
    occupied = own_cells | other_cells
    mine, yours = count_of(own) + own_hand, count_of(other) + 1 + other_hand
    of_phase = weights[phase_of(mine + yours)]
    own_ends, other_ends = reach(own, occupied), reach(other, occupied)
    common = of_phase.alive[mine, yours] + _weigh_dice(of_phase, own) - _weigh_dice(of_phase, other)
    for label in range(LABELS):
        code = cell << 4 | label
        ends = other_ends | reach_of(code, occupied)
        total = common - of_phase.dice[ORBIT[code]]
        total += _weigh_side(of_phase.own, own_hand, own_cells, occupied, own_ends, ends)
        total += _weigh_side(of_phase.other, other_hand, other_cells, occupied, ends, own_ends)
        values[label] = math.tanh(total / 2)


@record_kernel(void(array_of(POSITION), PHASE_WEIGHTS, float64[:, ::1]))
def features_of(positions, units, features):
    """Write each position's features to a row of `features`; used for training.

    Args:
        units: for each feature, `WEIGHTS` with that feature's weight set to 1 and all others to 0.
    """
    for row in range(len(positions)):
        own, other, own_hand, other_hand = numbers_of(positions[row])
        for feature in range(len(units)):
            features[row, feature] = weighted_sum(units[feature], own, other, own_hand, other_hand)


@record_kernel(float64(PHASE_WEIGHTS, int64, int64, int64, int64))
def evaluation_of(weights, own, other, own_hand, other_hand):
    """Call `evaluate` from Python."""
    return evaluate(weights, own, other, own_hand, other_hand)


@record_kernel(void(PHASE_WEIGHTS, int64, int64, int64, int64, int64, float64[::1]))
def throws_of(weights, own, other, own_hand, other_hand, cell, values):
    """Call `evaluate_throws` from Python."""
    evaluate_throws(weights, own, other, own_hand, other_hand, cell, values)
