"""Games of the networks against themselves, learning from each throw (TD(0): Sutton 1988, Tesauro 1992)."""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np
from numba import float32, int64

from engines.backgammon.kernels.network import FIRST, LAST, MOST_INPUTS, OUTCOMES, SECOND, forward, learn
from engines.backgammon.kernels.shows import CONTACT, lost, raw_inputs
from engines.backgammon.kernels.turns import BAR, MOST_TURNS, SIDE, SIZE, turns
from engines.jit.compile import kernel, part, summing

WORTH = np.array([-3, -2, -1, 1, 2, 3], np.float32)


@part
def set_up(here):
    """The position at the start."""
    for place in range(SIZE):
        here[place] = 0
    for base in (0, SIDE):
        here[base + 24], here[base + 13], here[base + 8], here[base + 6] = 2, 5, 3, 5


@part
def shares_of(first, second, last, here, index, value, hidden, shares):
    points = lost(here)
    if points:
        for o in range(OUTCOMES):
            shares[o] = 0.0
        shares[3 - points] = 1.0
        return 0
    count = raw_inputs(here, index, value)
    forward(first, second, last, CONTACT, index, value, count, hidden, shares)
    return count


@summing
def equity(shares):
    total = float32(0.0)
    for o in range(OUTCOMES):
        total += WORTH[o] * shares[o]
    return total


@kernel(int64(int64, FIRST, SECOND, LAST, float32, int64))
def play(games, first, second, last, rate, seed):
    np.random.seed(seed)
    units = first.shape[2]
    found = np.zeros((MOST_TURNS, SIZE), np.int8)
    keys = np.zeros(MOST_TURNS, np.int64)
    here = np.zeros(SIZE, np.int8)
    after = np.zeros(SIZE, np.int8)
    index, value = np.zeros(MOST_INPUTS, np.int64), np.zeros(MOST_INPUTS, np.float32)
    hidden, slope = np.zeros(units, np.float32), np.zeros(units, np.float32)
    shares, target = np.zeros(OUTCOMES, np.float32), np.zeros(OUTCOMES, np.float32)
    index2, value2 = index.copy(), value.copy()
    hidden2 = hidden.copy()
    looked = 0
    for _ in range(games):
        set_up(here)
        opening = True
        while True:
            one, two = np.random.randint(1, 7), np.random.randint(1, 7)
            if opening and one == two:
                continue
            opening = False
            n = turns(here, max(one, two), min(one, two), found, keys)
            if n == 0:
                for place in range(SIDE):
                    after[place], after[SIDE + place] = here[SIDE + place], here[place]
            best, least = 0, float32(9)
            for i in range(n):
                shares_of(first, second, last, found[i], index2, value2, hidden2, target)
                worth = equity(target)
                if worth < least:
                    best, least = i, worth
            looked += n + 2
            if n:
                after[:] = found[best]
            shares_of(first, second, last, after, index2, value2, hidden2, target)
            for o in range(3):
                target[o], target[5 - o] = target[5 - o], target[o]
            count = shares_of(first, second, last, here, index, value, hidden, shares)
            learn(first, second, last, CONTACT, index, value, count, hidden, shares, target, rate, slope)
            here[:] = after
            if lost(here):
                break
    return looked
