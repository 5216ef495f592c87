"""Games played on from a position by the networks, many times, to learn how it ends.

The luck of the dice is taken out: at every throw it is known what all 21 throws would have been worth, and what the thrown
one is worth beyond their mean is subtracted from how the game ends (a control variate; its mean is 0 whatever the networks
believe, so that the mean of the trials stays that of the games). Of 36 trials in a row each begins with another of the 36
throws (stratified sampling).
"""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np
from numba import boolean, float32, int64, uint64, void

from engines.backgammon.kernels.evaluate import BRAIN, SHARES, WORTH, best_turn, settled, shares_of
from engines.backgammon.kernels.features import FEATURES
from engines.backgammon.kernels.network import MOST_INPUTS, OUTCOMES
from engines.backgammon.kernels.shots import THROWS
from engines.backgammon.kernels.turns import MOST_TURNS, POSITION, SIZE
from engines.jit.compile import kernel, part

LONGEST = 3_000  # throws; then a game that does not end is judged as it stands

STEP = np.uint64(0x9E3779B97F4A7C15)
MIX_ONE, MIX_TWO = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
FACES = uint64(THROWS)
HALF, SHIFT_ONE, SHIFT_TWO, SHIFT_THREE = uint64(32), uint64(30), uint64(27), uint64(31)


@part
def mixed(number):
    """A number that looks random, from any other (splitmix64: Steele, Lea and Flood 2014)."""
    number = (number ^ (number >> SHIFT_ONE)) * MIX_ONE
    number = (number ^ (number >> SHIFT_TWO)) * MIX_TWO
    return number ^ (number >> SHIFT_THREE)


@kernel(void(*BRAIN, WORTH, POSITION, int64, boolean, int64, int64, SHARES))
def roll_out(first, second, last, ends, starts, pairs, worth, start, throws, reduced, seed, begin, shares):
    """Plays trials, one for each row of `shares`, and fills in how they end for the side on roll at their start.

    A trial ends with the game, where the tables know how it ends, or after so many throws as the networks judge it then.

    Args:
        worth: of the ends to the side that is on roll after the first turn, as in `judge.look_ahead`.
        throws: at most; `LONGEST` for whole games.
        reduced: whether luck is taken out.
        seed: of the dice. Trials with the same seed and number have the same dice, from whatever position.
        begin: the number of the first trial.
    """
    index, value = np.empty(MOST_INPUTS, np.int64), np.empty(MOST_INPUTS, np.float32)
    features, hidden = np.empty(FEATURES, np.int64), np.empty(first.shape[2], np.float32)
    found, keys = np.empty((MOST_TURNS, SIZE), np.int8), np.empty(MOST_TURNS, np.int64)
    now, best, got = np.empty(OUTCOMES, np.float32), np.empty(OUTCOMES, np.float32), np.empty(OUTCOMES, np.float32)
    mean, luck = np.empty(OUTCOMES, np.float32), np.empty(OUTCOMES, np.float32)
    here, after = np.empty(SIZE, np.int8), np.empty(SIZE, np.int8)
    sides = np.empty((2, OUTCOMES), np.float32)  # of whom is on roll after a turn of the first side, of the other
    for o in range(OUTCOMES):
        sides[0, o], sides[1, o] = worth[o], -worth[OUTCOMES - 1 - o]
    for trial in range(len(shares)):
        here[:] = start
        luck[:] = 0.0
        other = False  # whether the other side is on roll
        state = mixed(uint64(seed) + STEP * uint64(begin + trial + 1))
        for number in range(throws):
            if settled(here, ends):
                break
            state += STEP
            drawn = int64(((mixed(state) >> HALF) * FACES) >> HALF)
            if number == 0:
                drawn = (begin + trial) % THROWS
            high, low = max(drawn // 6, drawn % 6) + 1, min(drawn // 6, drawn % 6) + 1
            mean[:] = 0.0
            for one in range(1, 7):
                for two in range(1, one + 1):
                    thrown = one == high and two == low
                    if not (thrown or reduced):
                        continue
                    chosen, _ = best_turn(
                        first, second, last, ends, starts, pairs, sides[int64(other)], here, one, two,
                        found, keys, index, value, features, hidden, now, best,
                    )  # fmt: skip
                    chance = float32((1 if one == two else 2) / THROWS)
                    for o in range(OUTCOMES):
                        mean[o] += chance * best[o]
                    if thrown:
                        after[:] = found[chosen]
                        got[:] = best
            other = not other
            here[:] = after
            if reduced:
                for o in range(OUTCOMES):
                    luck[OUTCOMES - 1 - o if other else o] += got[o] - mean[o]
        shares_of(first, second, last, ends, starts, pairs, here, index, value, features, hidden, now)
        for o in range(OUTCOMES):
            shares[trial, o] = now[OUTCOMES - 1 - o if other else o] - luck[o]
