"""Rollouts, in which the networks play a position to the end many times to estimate its outcome probabilities.

The luck of the dice is removed: for every throw, all 21 possible throws are evaluated, and the difference between the
actual throw and their mean is subtracted from the game's result. The mean of this control variate is 0 regardless of the
networks' evaluations, so it does not bias the results. Any 36 consecutive trials begin with the 36 different throws
(stratified sampling).
"""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from fourth_seat.engines.backgammon.kernels.evaluate import (
    KNOWLEDGE,
    SHARES,
    WORKSPACE,
    WORTH,
    best_turn,
    settled,
    shares_of,
)
from fourth_seat.engines.backgammon.kernels.network import OUTCOMES
from fourth_seat.engines.backgammon.kernels.shots import THROWS
from fourth_seat.engines.backgammon.kernels.turns import POSITION, SIZE, copy_position
from fourth_seat.engines.jit.kernels import record_kernel, record_part
from fourth_seat.engines.jit.records import record_dtype
from fourth_seat.engines.jit.types import boolean, float32, int64, record_type, uint64, void

LONGEST = 3_000  # throws; after that, a game that has not ended is judged as it stands

STEP = np.uint64(0x9E3779B97F4A7C15)
MIX_ONE, MIX_TWO = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
FACES = uint64(THROWS)
HALF, SHIFT_ONE, SHIFT_TWO, SHIFT_THREE = uint64(32), uint64(30), uint64(27), uint64(31)


@record_part
def mixed(number):
    """Return a pseudorandom number computed from any number (splitmix64: Steele, Lea and Flood 2014)."""
    number = (number ^ (number >> SHIFT_ONE)) * MIX_ONE
    number = (number ^ (number >> SHIFT_TWO)) * MIX_TWO
    return number ^ (number >> SHIFT_THREE)


ROLLOUT = record_dtype([
    ("work", WORKSPACE),
    ("here", np.int8, SIZE),  # the position of the trial
    ("after", np.int8, SIZE),  # the position after its throw
    ("sides", np.float32, (2, OUTCOMES)),  # the worth to the side on roll after a turn of the first side, of the other
    ("got", np.float32, OUTCOMES),  # the shares after the throw that came,
    ("mean", np.float32, OUTCOMES),  # and their mean over all throws
    ("luck", np.float32, OUTCOMES),  # the sum of the differences
])  # fmt: skip


def rollout_workspace() -> np.void:
    """Return the memory for one call to `roll_out`."""
    return np.empty(1, ROLLOUT)[0]


@record_kernel(void(KNOWLEDGE, record_type(ROLLOUT), WORTH, POSITION, int64, boolean, int64, int64, SHARES))
def roll_out(known, rollout, worth, start, throws, reduced, seed, begin, shares):
    """Play one trial for each row of `shares`, and write its outcome for the side on roll at the start.

    A trial ends when the game is over, when the tables contain the position, or after `throws` throws, when the networks
    evaluate the position.

    Args:
        worth: the values of the outcomes for the side on roll after the first turn, as in `evaluate.look_ahead`.
        throws: the maximum number of throws in a trial; `LONGEST` for whole games.
        reduced: whether luck is removed.
        seed: the seed of the dice. Trials with the same seed and number have the same dice, whatever their starting
            position.
        begin: the number of the first trial.
    """
    work, here = rollout.work, rollout.here
    got, mean, luck, best, now = rollout.got, rollout.mean, rollout.luck, work.best, work.now
    for o in range(OUTCOMES):
        rollout.sides[0, o], rollout.sides[1, o] = worth[o], -worth[OUTCOMES - 1 - o]
    for trial in range(len(shares)):
        copy_position(start, here)
        for o in range(OUTCOMES):
            luck[o] = 0.0
        other = False  # whether the other side is on roll
        state = mixed(uint64(seed) + STEP * uint64(begin + trial + 1))
        for number in range(throws):
            if settled(here, known.tables.ends):
                break
            state += STEP
            drawn = int64(((mixed(state) >> HALF) * FACES) >> HALF)
            if number == 0:
                drawn = (begin + trial) % THROWS
            high, low = max(drawn // 6, drawn % 6) + 1, min(drawn // 6, drawn % 6) + 1
            for o in range(OUTCOMES):
                mean[o] = 0.0
            for one in range(1, 7):
                for two in range(1, one + 1):
                    thrown = one == high and two == low
                    if not (thrown or reduced):
                        continue
                    chosen, _ = best_turn(known, rollout.sides[int64(other)], here, one, two, work)
                    chance = float32((1 if one == two else 2) / THROWS)
                    for o in range(OUTCOMES):
                        mean[o] += chance * best[o]
                    if thrown:
                        copy_position(work.turns.found[chosen], rollout.after)
                        for o in range(OUTCOMES):
                            got[o] = best[o]
            other = not other
            copy_position(rollout.after, here)
            if reduced:
                for o in range(OUTCOMES):
                    luck[OUTCOMES - 1 - o if other else o] += got[o] - mean[o]
        shares_of(known, here, work, now)
        for o in range(OUTCOMES):
            shares[trial, o] = now[OUTCOMES - 1 - o if other else o] - luck[o]
