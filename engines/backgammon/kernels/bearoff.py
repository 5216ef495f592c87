"""Exact values of endings in which all checkers of both sides are in their home boards or borne off.

The arrangements of a side's checkers are numbered by rank. With m(p) checkers on point p and the points above it, the rank
is the sum of binomial(m(p) + 6 - p, 7 - p) for p = 1..6 (Knuth 4A, 7.2.1.3, combinations with repetition). Every checker
move decreases the rank, and sides with fewer checkers come before those with more.

One table contains, for each side alone, the distribution of the number of throws needed to bear off all checkers, if each
turn minimises the mean. Another contains, for a side that still has all its checkers, the distribution of the number of
throws until the first checker is off, if each turn minimises that mean. The third contains, for two sides with at most six
checkers each, the probability that the side on roll wins.
"""

# mypy: ignore-errors

from __future__ import annotations

from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fourth_seat.engines.backgammon.kernels.network import OUTCOMES
from fourth_seat.engines.backgammon.kernels.turns import EACH, HOME, POSITIONS, SIDE, SIZE, TURNS, turns
from fourth_seat.engines.jit.kernels import record_kernel, record_part, record_summing
from fourth_seat.engines.jit.records import record_dtype
from fourth_seat.engines.jit.types import float32, float64, int64, named_tuple, record_type, void

SIDES = comb(EACH + HOME, HOME)  # 54,264
WHOLE_FROM = comb(EACH - 1 + HOME, HOME)  # the first rank with all checkers on the board
FEW = 6  # checkers of each side, up to which pairs of sides are known
FEW_SIDES = comb(FEW + HOME, HOME)  # 924
ROLLS = 32  # 15 checkers on the sixth point and nothing but 2 and 1 thrown take 30
FIRST_ROLLS = 8  # throws until one is off: three at most
BINOMIAL = np.array([[comb(max(m + k - 1, 0), k) for k in range(HOME + 1)] for m in range(EACH + 1)], np.int64)

ENDS = float32[:, ::1]
"""(SIDES, ROLLS): the probability that each side finishes after exactly this many throws; `ends`."""
STARTS = float32[:, ::1]
"""(SIDES - WHOLE_FROM, FIRST_ROLLS): the same for the first checker, for sides that have all of them; `starts`."""
PAIRS = float32[:, ::1]
"""(FEW_SIDES, FEW_SIDES): the probability of winning for the side on roll, whose rank comes first; `pairs`."""


class TableArrays(NamedTuple):
    """The tables in the form used by the kernels; a missing table has length zero."""

    ends: NDArray[np.float32]
    starts: NDArray[np.float32]
    pairs: NDArray[np.float32]


TABLES = named_tuple((ENDS,) * 3, TableArrays)


THROW_COUNT = 21
MOST_AFTER = 24  # the most sides that few checkers can become after one throw
BUILDING = record_dtype([
    ("turns", TURNS),  # of the throw that is being played
    ("here", np.int8, SIZE),  # the side that is being filled
    ("total", np.float64, ROLLS),  # its row of `ends`,
    ("first", np.float64, FIRST_ROLLS),  # and of `starts`
    ("begins", np.int64, (FEW_SIDES, THROW_COUNT + 1)),  # where in `after` the throws of each side with few checkers begin
    ("after", np.int64, FEW_SIDES * THROW_COUNT * MOST_AFTER),  # the sides after each of their turns
])  # fmt: skip


@record_part
def rank(here, base):
    """Return the rank of a side that has all its checkers at home or off; `base` is 0 for the side on roll, else `SIDE`."""
    number, behind = 0, 0
    for point in range(HOME, 0, -1):
        behind += here[base + point]
        number += BINOMIAL[behind, HOME + 1 - point]
    return number


@record_part
def unrank(number, here):
    """Set up the side on roll with the checkers of this rank, and the other side with no checkers."""
    for place in range(SIZE):
        here[place] = 0
    before = EACH
    for point in range(1, HOME + 1):
        k = HOME + 1 - point
        behind = before
        while BINOMIAL[behind, k] > number:
            behind -= 1
        number -= BINOMIAL[behind, k]
        here[point - 1] = before - behind
        before = behind
    here[HOME] = before


@record_kernel(void(ENDS, STARTS, float64[::1], float64[::1], int64, int64, record_type(BUILDING)))
def fill_sides(ends, starts, mean, first_mean, begin, end, work):
    """Fill the rows of the sides numbered `begin` to `end`; all rows with lower numbers must already be filled.

    Args:
        mean: (SIDES,); filled with the mean number of throws until all checkers are off.
        first_mean: (SIDES,); the same until the first checker is off.
    """
    here, total, first = work.here, work.total, work.first
    for number in range(begin, end):
        for rolls in range(ROLLS):
            total[rolls] = 0
        for rolls in range(FIRST_ROLLS):
            first[rolls] = 0
        if number == 0:
            ends[0, 0] = 1
            continue
        unrank(number, here)
        for high in range(1, 7):
            for low in range(1, high + 1):
                chance = (1 if high == low else 2) / 36
                n = turns(here, high, low, work.turns)
                best, soonest = -1, -1
                for i in range(n):
                    after = rank(work.turns.found[i], SIDE)
                    if best < 0 or mean[after] < mean[best]:
                        best = after
                    if soonest < 0 or first_mean[after] < first_mean[soonest]:
                        soonest = after
                for rolls in range(ROLLS - 1):
                    total[rolls + 1] += chance * ends[best, rolls]
                if number >= WHOLE_FROM:
                    if soonest < WHOLE_FROM:
                        first[1] += chance
                    else:
                        for rolls in range(FIRST_ROLLS - 1):
                            first[rolls + 1] += chance * starts[soonest - WHOLE_FROM, rolls]
        mean[number] = 0
        for rolls in range(ROLLS):
            ends[number, rolls] = total[rolls]
            mean[number] += rolls * total[rolls]
        if number >= WHOLE_FROM:
            first_mean[number] = 0
            for rolls in range(FIRST_ROLLS):
                starts[number - WHOLE_FROM, rolls] = first[rolls]
                first_mean[number] += rolls * first[rolls]


@record_kernel(void(PAIRS, record_type(BUILDING)))
def fill_pairs(pairs, work):
    """Compute the probabilities of winning for all pairs of sides with checkers left; row and column 0 are unchanged."""
    here, begins, after = work.here, work.begins, work.after
    used = 0
    for number in range(1, FEW_SIDES):
        unrank(number, here)
        throw = 0
        for high in range(1, 7):
            for low in range(1, high + 1):
                begins[number, throw] = used
                for i in range(turns(here, high, low, work.turns)):
                    after[used] = rank(work.turns.found[i], SIDE)
                    used += 1
                throw += 1
        begins[number, THROW_COUNT] = used
    for both in range(2, 2 * FEW_SIDES - 1):
        for own in range(max(1, both - FEW_SIDES + 1), min(both, FEW_SIDES)):
            other = both - own
            share = 0.0
            throw = 0
            for high in range(1, 7):
                for low in range(1, high + 1):
                    least = 1.0  # of the other's share
                    for i in range(begins[own, throw], begins[own, throw + 1]):
                        least = min(least, pairs[other, after[i]] if after[i] else 0.0)
                    share += (1 if high == low else 2) / 36 * (1 - least)
                    throw += 1
            pairs[own, other] = share


@record_summing
def known_shares(tables, here, shares):
    """Look up the probabilities of the six outcomes (see `network`) in the tables, for a position that is not over."""
    ends, starts, pairs = tables.ends, tables.starts, tables.pairs
    own, other = rank(here, 0), rank(here, SIDE)
    if own < FEW_SIDES and other < FEW_SIDES:
        win, gammon, lost_gammon = pairs[own, other], float32(0.0), float32(0.0)
    else:
        win, gammon, lost_gammon = float32(0.0), float32(0.0), float32(0.0)
        left = float32(1.0)  # the chance that the other is not done after one throw fewer
        for rolls in range(1, ROLLS):
            left -= ends[other, rolls - 1]
            win += ends[own, rolls] * left
        if other >= WHOLE_FROM:
            left = float32(1.0)
            for rolls in range(1, FIRST_ROLLS + 1):
                left -= starts[other - WHOLE_FROM, rolls - 1]
                gammon += ends[own, rolls] * left
        if own >= WHOLE_FROM:
            left = float32(1.0)
            for rolls in range(1, FIRST_ROLLS):
                left -= starts[own - WHOLE_FROM, rolls]
                lost_gammon += ends[other, rolls] * left
    for o in range(OUTCOMES):
        shares[o] = 0.0
    shares[1], shares[2] = lost_gammon, 1 - win - lost_gammon
    shares[3], shares[4] = win - gammon, gammon


@record_kernel(void(TABLES, int64[:, ::1], POSITIONS, float32[:, ::1]))
def known_of(tables, ranks, work, shares):
    """Call `known_shares` from Python for sides of these ranks (n, 2); `work` has space for two positions."""
    here, other = work[0], work[1]
    for n in range(ranks.shape[0]):
        unrank(ranks[n, 1], other)
        unrank(ranks[n, 0], here)
        for place in range(SIDE):
            here[SIDE + place] = other[place]
        known_shares(tables, here, shares[n])


@record_kernel(int64(int64[::1]))
def rank_of(checkers):
    """Call `rank` from Python, with a side's 26 places."""
    return rank(checkers, 0)
