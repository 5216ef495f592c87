"""What positions are worth to the side on roll: by the end of the game, the tables, or the network of their kind."""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np
from numba import boolean, float32, int64, void

from engines.backgammon.kernels.bearoff import ENDS, PAIRS, STARTS, known_shares
from engines.backgammon.kernels.features import FEATURES, feature_inputs
from engines.backgammon.kernels.network import FIRST, LAST, MOST_INPUTS, OUTCOMES, SECOND, forward
from engines.backgammon.kernels.position_kind import KNOWN, RACE, RAW, kind_of, lost, raw_inputs
from engines.backgammon.kernels.turns import MOST_TURNS, POSITION, POSITIONS, SIDE, SIZE, turns
from engines.jit.compile import kernel, part, summing

BRAIN = (FIRST, SECOND, LAST, ENDS, STARTS, PAIRS)
"""What judging rests on: the networks and the tables; tables of no length are not there."""
WORTH = float32[::1]
"""What the six ends of a game are worth, in their order."""
OVER = 4  # in place of a kind: the game is over
SHARES = float32[:, ::1]


@part
def shares_of(first, second, last, ends, starts, pairs, here, index, value, features, hidden, shares):
    """Fills the shares of the six ends; gives which network was asked (else the kind), and how many inputs are not 0.

    `index`, `value`, `features` and `hidden` are room for the network; they are filled where it was asked.
    """
    points = lost(here)
    if points:
        for o in range(OUTCOMES):
            shares[o] = 0.0
        shares[3 - points] = 1.0
        return OVER, 0
    kind = kind_of(here)
    if kind == KNOWN:
        if ends.shape[0]:
            known_shares(ends, starts, pairs, here, shares)
            return kind, 0
        kind = RACE
    count = raw_inputs(here, index, value)
    if first.shape[1] > RAW:
        count = feature_inputs(kind, here, index, value, count, features)
    kind = min(kind, first.shape[0] - 1)
    forward(first, second, last, kind, index, value, count, hidden, shares)
    return kind, count


@summing
def equity(shares, worth):
    """What shares are worth."""
    total = float32(0.0)
    for o in range(OUTCOMES):
        total += worth[o] * shares[o]
    return total


@kernel(void(*BRAIN, POSITIONS, SHARES))
def judge(first, second, last, ends, starts, pairs, positions, shares):
    """Fills the shares of the six ends for each of some positions, all seen by the side on roll."""
    index, value = np.empty(MOST_INPUTS, np.int64), np.empty(MOST_INPUTS, np.float32)
    features, hidden = np.empty(FEATURES, np.int64), np.empty(first.shape[2], np.float32)
    for n in range(len(positions)):
        shares_of(first, second, last, ends, starts, pairs, positions[n], index, value, features, hidden, shares[n])


@part
def best_turn(
    first, second, last, ends, starts, pairs, worth, here, high, low, found, keys, index, value, features, hidden, now, best
):
    """Finds the turns of a throw, as `turns` does (a pass is the only one where nothing can be moved), and the one that
    leaves the other side worst off: gives its number and how many there are, and fills its shares in `best`.
    """
    count = turns(here, high, low, found, keys)
    if count == 0:
        for place in range(SIDE):
            found[0, place], found[0, SIDE + place] = here[SIDE + place], here[place]
        count = 1
    chosen, least = 0, float32(1e9)
    for i in range(count):
        shares_of(first, second, last, ends, starts, pairs, found[i], index, value, features, hidden, now)
        left = equity(now, worth)
        if left < least:
            chosen, least = i, left
            best[:] = now
    return chosen, count


@part
def settled(here, ends):
    """Whether a position is over, or known by the tables."""
    return lost(here) > 0 or (ends.shape[0] > 0 and kind_of(here) == KNOWN)


@kernel(int64(*BRAIN, WORTH, POSITIONS, SHARES))
def look_ahead(first, second, last, ends, starts, pairs, worth, positions, shares):
    """The same by one throw more: the mean over all throws, each played to the position that is worth most. Gives how many
    positions were judged.
    """
    index, value = np.empty(MOST_INPUTS, np.int64), np.empty(MOST_INPUTS, np.float32)
    features, hidden = np.empty(FEATURES, np.int64), np.empty(first.shape[2], np.float32)
    found, keys = np.empty((MOST_TURNS, SIZE), np.int8), np.empty(MOST_TURNS, np.int64)
    now, best = np.empty(OUTCOMES, np.float32), np.empty(OUTCOMES, np.float32)
    looked = 0
    for n in range(len(positions)):
        here, mean = positions[n], shares[n]
        if settled(here, ends):
            shares_of(first, second, last, ends, starts, pairs, here, index, value, features, hidden, mean)
            continue
        mean[:] = 0.0
        for high in range(1, 7):
            for low in range(1, high + 1):
                _, count = best_turn(
                    first, second, last, ends, starts, pairs, worth, here, high, low,
                    found, keys, index, value, features, hidden, now, best,
                )  # fmt: skip
                looked += count
                chance = float32((1 if high == low else 2) / 36)
                for o in range(OUTCOMES):
                    mean[o] += chance * best[OUTCOMES - 1 - o]
    return looked


@kernel(void(*BRAIN, WORTH, POSITION, POSITIONS))
def reply(first, second, last, ends, starts, pairs, worth, here, after):
    """Plays each of the 21 throws, in the order 11, 21, 22, 31 and so on, in a position that is not over."""
    index, value = np.empty(MOST_INPUTS, np.int64), np.empty(MOST_INPUTS, np.float32)
    features, hidden = np.empty(FEATURES, np.int64), np.empty(first.shape[2], np.float32)
    found, keys = np.empty((MOST_TURNS, SIZE), np.int8), np.empty(MOST_TURNS, np.int64)
    now, best = np.empty(OUTCOMES, np.float32), np.empty(OUTCOMES, np.float32)
    throw = 0
    for high in range(1, 7):
        for low in range(1, high + 1):
            chosen, _ = best_turn(
                first, second, last, ends, starts, pairs, worth, here, high, low,
                found, keys, index, value, features, hidden, now, best,
            )  # fmt: skip
            after[throw] = found[chosen]
            throw += 1


@kernel(boolean(ENDS, POSITION))
def is_settled(ends, here):
    """`settled`, for those who are no kernel."""
    return settled(here, ends)
