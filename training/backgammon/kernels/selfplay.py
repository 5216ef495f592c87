"""Games of the networks against themselves, learning from each throw (TD(0): Sutton 1988, Tesauro 1992)."""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from engines.backgammon.kernels.evaluate import KNOWLEDGE, WORKSPACE, WORTH, best_turn, settled, shares_of
from engines.backgammon.kernels.network import OUTCOMES, learn
from engines.backgammon.kernels.turns import BAR, SIDE, SIZE, copy_position
from engines.jit.kernels import kernel, part
from engines.jit.types import float32, int64, record_type

FIRST_POINT = BAR - 1


@part
def set_up(here):
    """The position at the start."""
    here[:] = 0
    for base in (0, SIDE):
        here[base + FIRST_POINT], here[base + 13], here[base + 8], here[base + 6] = 2, 5, 3, 5


@kernel(int64(int64, KNOWLEDGE, record_type(WORKSPACE), WORTH, float32, int64))
def play(games, known, work, worth, rate, seed):
    """Play games, choosing the best turn by the networks each time, and move the networks by `rate` towards what they say
    one throw later. A game ends where the tables have the position. Returns how many positions were evaluated.
    """
    np.random.seed(seed)
    here, slope = np.empty(SIZE, np.int8), np.empty(known.networks.first.shape[2], np.float32)
    shares = np.empty(OUTCOMES, np.float32)
    target, found = work.best, work.turns.found
    looked = 0
    for _ in range(games):
        set_up(here)
        opening, over = True, False
        while not over:
            one, two = np.random.randint(1, 7), np.random.randint(1, 7)
            if opening and one == two:
                continue
            opening = False
            chosen, count = best_turn(known, worth, here, max(one, two), min(one, two), work)
            for o in range(OUTCOMES // 2):
                target[o], target[OUTCOMES - 1 - o] = target[OUTCOMES - 1 - o], target[o]
            kind, inputs = shares_of(known, here, work, shares)
            learn(known.networks, kind, inputs, work.forward, shares, target, rate, slope)
            looked += count + 1
            copy_position(found[chosen], here)
            over = settled(here, known.tables.ends)
    return looked
