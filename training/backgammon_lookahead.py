"""Positions with what the networks say about them one throw later, on the mean of all throws; and learning from these."""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np
from numba import float32, int64, void

from engines.backgammon.kernels.features import FEATURES
from engines.backgammon.kernels.judge import BRAIN, SHARES, WORTH, best_turn, settled, shares_of
from engines.backgammon.kernels.network import MOST_INPUTS, OUTCOMES, learn
from engines.backgammon.kernels.turns import MOST_TURNS, POSITIONS, SIZE
from engines.jit.compile import kernel
from training.backgammon_selfplay import set_up


@kernel(void(*BRAIN, WORTH, float32, int64, POSITIONS))
def collect(first, second, last, ends, starts, pairs, worth, stray, seed, positions):
    """Fills positions from games of the networks against themselves; a part of the turns, `stray`, is any legal one. None
    of the positions is over or in the tables.
    """
    np.random.seed(seed)
    index, value = np.empty(MOST_INPUTS, np.int64), np.empty(MOST_INPUTS, np.float32)
    features, hidden = np.empty(FEATURES, np.int64), np.empty(first.shape[2], np.float32)
    found, keys = np.empty((MOST_TURNS, SIZE), np.int8), np.empty(MOST_TURNS, np.int64)
    now, best = np.empty(OUTCOMES, np.float32), np.empty(OUTCOMES, np.float32)
    here = np.empty(SIZE, np.int8)
    set_up(here)
    for n in range(len(positions)):
        positions[n] = here
        one, two = np.random.randint(1, 7), np.random.randint(1, 7)
        chosen, count = best_turn(
            first, second, last, ends, starts, pairs, worth, here, max(one, two), min(one, two),
            found, keys, index, value, features, hidden, now, best,
        )  # fmt: skip
        if np.random.random() < stray:
            chosen = np.random.randint(count)
        here[:] = found[chosen]
        if settled(here, ends):
            set_up(here)


@kernel(float32(*BRAIN, POSITIONS, SHARES, int64[::1], float32))
def fit(first, second, last, ends, starts, pairs, positions, targets, order, rate):
    """Goes through positions in an order and moves the networks towards the targets; gives the mean cross-entropy before
    each step, less that of the targets themselves.
    """
    index, value = np.empty(MOST_INPUTS, np.int64), np.empty(MOST_INPUTS, np.float32)
    features = np.empty(FEATURES, np.int64)
    hidden, slope = np.empty(first.shape[2], np.float32), np.empty(first.shape[2], np.float32)
    shares = np.empty(OUTCOMES, np.float32)
    total = 0.0
    for n in order:
        kind, inputs = shares_of(
            first, second, last, ends, starts, pairs, positions[n], index, value, features, hidden, shares
        )
        for o in range(OUTCOMES):
            if targets[n, o] > 0:
                total += targets[n, o] * np.log(targets[n, o] / shares[o])
        learn(first, second, last, kind, index, value, inputs, hidden, shares, targets[n], rate, slope)
    return float32(total / len(order))
