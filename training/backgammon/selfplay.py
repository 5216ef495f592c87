"""Games of the networks against themselves, learning from each throw (TD(0): Sutton 1988, Tesauro 1992)."""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np
from numba import float32, int64

from engines.backgammon.kernels.evaluate import BRAIN, WORTH, best_turn, settled, shares_of
from engines.backgammon.kernels.features import FEATURES
from engines.backgammon.kernels.network import MOST_INPUTS, OUTCOMES, learn
from engines.backgammon.kernels.turns import BAR, MOST_TURNS, SIDE, SIZE
from engines.jit.compile import kernel, part

FIRST_POINT = BAR - 1


@part
def set_up(here):
    """The position at the start."""
    here[:] = 0
    for base in (0, SIDE):
        here[base + FIRST_POINT], here[base + 13], here[base + 8], here[base + 6] = 2, 5, 3, 5


@kernel(int64(int64, *BRAIN, WORTH, float32, int64))
def play(games, first, second, last, ends, starts, pairs, worth, rate, seed):
    """Plays so many games, the best turn each time by what the networks say, and moves them by `rate` towards what they say
    one throw later. A game ends where the tables know the rest. Gives how many positions were judged.
    """
    np.random.seed(seed)
    units = first.shape[2]
    found, keys = np.empty((MOST_TURNS, SIZE), np.int8), np.empty(MOST_TURNS, np.int64)
    here = np.empty(SIZE, np.int8)
    index, value = np.empty(MOST_INPUTS, np.int64), np.empty(MOST_INPUTS, np.float32)
    features, hidden, slope = np.empty(FEATURES, np.int64), np.empty(units, np.float32), np.empty(units, np.float32)
    shares, target, seen = np.empty(OUTCOMES, np.float32), np.empty(OUTCOMES, np.float32), np.empty(OUTCOMES, np.float32)
    looked = 0
    for _ in range(games):
        set_up(here)
        opening, over = True, False
        while not over:
            one, two = np.random.randint(1, 7), np.random.randint(1, 7)
            if opening and one == two:
                continue
            opening = False
            chosen, count = best_turn(
                first, second, last, ends, starts, pairs, worth, here, max(one, two), min(one, two),
                found, keys, index, value, features, hidden, seen, target,
            )  # fmt: skip
            for o in range(OUTCOMES // 2):
                target[o], target[OUTCOMES - 1 - o] = target[OUTCOMES - 1 - o], target[o]
            kind, inputs = shares_of(first, second, last, ends, starts, pairs, here, index, value, features, hidden, shares)
            learn(first, second, last, kind, index, value, inputs, hidden, shares, target, rate, slope)
            looked += count + 1
            here[:] = found[chosen]
            over = settled(here, ends)
    return looked
