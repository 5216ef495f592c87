"""Decisions of games with the turns that could be played, what the networks say about them one throw later, on the mean of
all throws; and what follows for the earlier positions of the same game.
"""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from engines.backgammon.kernels.evaluate import KNOWLEDGE, SHARES, WORKSPACE, WORTH, best_turn, equity, settled, shares_of
from engines.backgammon.kernels.features import FEATURES, feature_inputs
from engines.backgammon.kernels.network import MOST_INPUTS, OUTCOMES
from engines.backgammon.kernels.position_kind import RACE, RAW, kind_of, raw_inputs
from engines.backgammon.kernels.turns import MOST_TURNS, POSITIONS, SIZE, copy_position
from engines.jit.kernels import kernel, part
from engines.jit.types import boolean, float32, int64, record_type, void

RIVALS = 4  # turns at most that are looked at beside the one that is played,
MARGIN = 0.12  # none of which seems worse than the best by more points than this
NONE = float32(1e9)


@part
def near_turn(known, worth, count, most, work):
    """One of the turns that leave the other side at most so many points, all equally likely."""
    chosen, seen = 0, 0
    for i in range(count):
        shares_of(known, work.turns.found[i], work, work.now)
        if equity(work.now, worth) <= most:
            seen += 1
            if np.random.randint(seen) == 0:
                chosen = i
    return chosen


@kernel(
    void(KNOWLEDGE, record_type(WORKSPACE), WORTH, float32, float32, int64, POSITIONS, POSITIONS, int64[::1], boolean[::1])
)
def collect(known, work, worth, stray, slip, seed, starts, positions, decisions, follows):
    """Fills positions from games of the networks against themselves, each begun from one of the starts: for each decision
    the one that was played, then up to `RIVALS` others that could have been. The last decision may not be whole.

    In each game a part of the turns, from none up to `stray`, are slips: any of those that lose at most a number of points,
    which is drawn anew each time with the mean `slip`. None of the positions is over or in the tables. `decisions` numbers
    them; `follows` tells of each whether it was played, as the best turn, after the one played before.
    """
    np.random.seed(seed)
    found, now, best, ends = work.turns.found, work.now, work.best, known.tables.ends
    left = np.empty(MOST_TURNS, np.float32)
    here = np.empty(SIZE, np.int8)
    copy_position(starts[np.random.randint(len(starts))], here)
    often, decision = 0.0, 0
    positions[0], decisions[0], follows[0] = here, 0, False
    n = 1
    while n < len(positions):
        one, two = np.random.randint(1, 7), np.random.randint(1, 7)
        chosen, count = best_turn(known, worth, here, max(one, two), min(one, two), work)
        least = equity(best, worth)
        slipping = np.random.random() < often
        if slipping:
            most = least + float32(np.random.exponential(slip))
            chosen = near_turn(known, worth, count, most, work)
        here[:] = found[chosen]
        if settled(here, ends):
            copy_position(starts[np.random.randint(len(starts))], here)
            often = stray * np.random.random() ** 2
            decision += 1
            positions[n], decisions[n], follows[n] = here, decision, False
            n += 1
            continue
        decision += 1
        positions[n], decisions[n], follows[n] = here, decision, not slipping
        n += 1
        for i in range(count):
            left[i] = NONE
            if i != chosen and not settled(found[i], ends):
                shares_of(known, found[i], work, now)
                left[i] = equity(now, worth)
        for _ in range(min(RIVALS, count - 1, len(positions) - n)):
            rival = np.argmin(left[:count])
            if left[rival] > least + MARGIN:
                break
            left[rival] = NONE
            positions[n], decisions[n], follows[n] = found[rival], decision, False
            n += 1


@kernel(void(SHARES, SHARES, int64[::1], boolean[::1], float32, SHARES))
def traced(said, ahead, decisions, follows, trace, targets):
    """Fills targets: what looking ahead by one throw says of a position; where it was played, corrected by how much looking
    ahead changed what is said of the next one in the same game, that by the one after it, and so on; each counts `trace`
    times as much as the one before it. With 1 that is the outcome of the game without the luck of the dice in it
    (TD(lambda), Sutton 1988, with the luck taken out as rollouts do, Zare 2000).

    Args:
        said, ahead: (n, 6), what the networks say of each position at once and one throw later.
        decisions, follows: see `collect`.
    """
    later = -1  # the next position that was played
    for n in range(len(said) - 1, -1, -1):
        targets[n] = ahead[n]
        if n and decisions[n - 1] == decisions[n]:
            continue
        if later >= 0 and follows[later]:
            for o in range(OUTCOMES):
                targets[n, o] += trace * (targets[later, OUTCOMES - 1 - o] - said[later, OUTCOMES - 1 - o])
        later = n


@kernel(void(POSITIONS, int64[::1]))
def kinds_of(positions, kinds):
    """Fills which network judges each position."""
    for n in range(len(positions)):
        kinds[n] = min(kind_of(positions[n]), RACE)


@kernel(void(POSITIONS, SHARES))
def inputs_of(positions, rows):
    """Fills the inputs of the networks (n, inputs)."""
    index, value = np.empty(MOST_INPUTS, np.int64), np.empty(MOST_INPUTS, np.float32)
    features = np.empty(FEATURES, np.int64)
    for n in range(len(positions)):
        count = raw_inputs(positions[n], index, value)
        if rows.shape[1] > RAW:
            count = feature_inputs(min(kind_of(positions[n]), RACE), positions[n], index, value, count, features)
        rows[n] = 0.0
        for i in range(count):
            rows[n, index[i]] = value[i]
