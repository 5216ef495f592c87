"""Positions of games with what the networks say about them one throw later, on the mean of all throws; and what follows for
the earlier positions of the same game.
"""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np
from numba import boolean, float32, int64, void

from engines.backgammon.kernels.features import FEATURES, feature_inputs
from engines.backgammon.kernels.judge import BRAIN, SHARES, WORTH, best_turn, equity, settled, shares_of
from engines.backgammon.kernels.network import MOST_INPUTS, OUTCOMES
from engines.backgammon.kernels.shows import RAW, kind_of, raw_inputs
from engines.backgammon.kernels.turns import MOST_TURNS, POSITIONS, SIZE
from engines.jit.compile import kernel, part
from training.backgammon_selfplay import set_up


@part
def near_turn(first, second, last, ends, starts, pairs, worth, found, count, most, index, value, features, hidden, now):
    """One of the turns that leave the other side at most so many points, all equally likely."""
    chosen, seen = 0, 0
    for i in range(count):
        shares_of(first, second, last, ends, starts, pairs, found[i], index, value, features, hidden, now)
        if equity(now, worth) <= most:
            seen += 1
            if np.random.randint(seen) == 0:
                chosen = i
    return chosen


@kernel(void(*BRAIN, WORTH, float32, float32, int64, POSITIONS, boolean[::1]))
def collect(first, second, last, ends, starts, pairs, worth, stray, slip, seed, positions, follows):
    """Fills positions from games of the networks against themselves. In each game a part of the turns, from none up to
    `stray`, are slips: any of those that lose at most a number of points, which is drawn anew each time with the mean
    `slip`. None of the positions is over or in the tables. `follows` tells of each whether it came from the one before by
    the best turn.
    """
    np.random.seed(seed)
    index, value = np.empty(MOST_INPUTS, np.int64), np.empty(MOST_INPUTS, np.float32)
    features, hidden = np.empty(FEATURES, np.int64), np.empty(first.shape[2], np.float32)
    found, keys = np.empty((MOST_TURNS, SIZE), np.int8), np.empty(MOST_TURNS, np.int64)
    now, best = np.empty(OUTCOMES, np.float32), np.empty(OUTCOMES, np.float32)
    here = np.empty(SIZE, np.int8)
    set_up(here)
    often, followed = 0.0, False
    for n in range(len(positions)):
        positions[n], follows[n] = here, followed
        one, two = np.random.randint(1, 7), np.random.randint(1, 7)
        chosen, count = best_turn(
            first, second, last, ends, starts, pairs, worth, here, max(one, two), min(one, two),
            found, keys, index, value, features, hidden, now, best,
        )  # fmt: skip
        followed = np.random.random() >= often
        if not followed:
            most = equity(best, worth) + float32(np.random.exponential(slip))
            chosen = near_turn(
                first, second, last, ends, starts, pairs, worth, found, count, most, index, value, features, hidden, now
            )
        here[:] = found[chosen]
        if settled(here, ends):
            set_up(here)
            often, followed = stray * np.random.random() ** 2, False


@kernel(void(SHARES, SHARES, boolean[::1], float32, SHARES))
def traced(said, ahead, follows, trace, targets):
    """Fills targets: what looking ahead by one throw says of a position, corrected by how much looking ahead changed what
    is said of the next one in the same game, that by the one after it, and so on; each counts `trace` times as much as the
    one before it. With 1 that is the outcome of the game without the luck of the dice in it (TD(lambda), Sutton 1988, with
    the luck taken out as rollouts do, Zare 2000).

    Args:
        said, ahead: (n, 6), what the networks say of each position at once and one throw later.
        follows: see `collect`.
    """
    for n in range(len(said) - 1, -1, -1):
        targets[n] = ahead[n]
        if n + 1 < len(said) and follows[n + 1]:
            for o in range(OUTCOMES):
                targets[n, o] += trace * (targets[n + 1, OUTCOMES - 1 - o] - said[n + 1, OUTCOMES - 1 - o])


@kernel(void(POSITIONS, int64, int64[::1], SHARES))
def inputs_of(positions, inputs, kinds, rows):
    """Fills the inputs of the networks (n, inputs) and which kind each position is of."""
    index, value = np.empty(MOST_INPUTS, np.int64), np.empty(MOST_INPUTS, np.float32)
    features = np.empty(FEATURES, np.int64)
    for n in range(len(positions)):
        kinds[n] = kind_of(positions[n])
        count = raw_inputs(positions[n], index, value)
        if inputs > RAW:
            count = feature_inputs(kinds[n], positions[n], index, value, count, features)
        rows[n] = 0.0
        for i in range(count):
            rows[n, index[i]] = value[i]
