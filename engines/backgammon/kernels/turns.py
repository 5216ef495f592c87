"""All positions that a throw can lead to.

A position is 52 signed bytes: the checkers of the side on roll on its places 0..25 (0: borne off, 1..24: points from its
home, 25: the bar), then the other side's as that side counts them. Point p of one side is point 25 - p of the other.
"""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np
from numba import int8, int64

from engines.jit.compile import kernel, part

SIDE = 26
SIZE = 2 * SIDE
BAR = 25
HOME = 6
EACH = 15
MOST_TURNS = 3_200
"""Four equal dice leave at most as many positions as there are ways to choose 4 of 15 checkers with repetition: 3,060."""

POSITION = int8[::1]
POSITIONS = int8[:, ::1]
KEYS = np.random.default_rng(1).integers(-(1 << 62), 1 << 62, SIZE)
"""Random numbers; the sum of a position's checkers' is the key by which equal positions are found."""


@part
def next_start(here, die, highest):
    """The rearmost place, not behind `highest`, from which a checker can move by this die; 0 where there is none."""
    if here[BAR]:
        return BAR if highest == BAR and here[SIDE + die] < 2 else 0
    for start in range(min(highest, BAR - 1), 0, -1):
        if here[start] == 0:
            continue
        end = start - die
        if end > 0:
            if here[SIDE + BAR - end] < 2:
                return start
            continue
        behind = 0
        for place in range(start + 1 if end < 0 else HOME + 1, BAR):
            behind += here[place]
        if behind == 0 and start <= HOME:
            return start
    return 0


@part
def hop(here, start, die):
    """Moves a checker; gives what the position's key grows by."""
    end = max(start - die, 0)
    here[start] -= 1
    here[end] += 1
    grown = KEYS[end] - KEYS[start]
    if end and here[SIDE + BAR - end]:
        here[SIDE + BAR - end] = 0
        here[SIDE + BAR] += 1
        grown += KEYS[SIDE + BAR] - KEYS[SIDE + BAR - end]
    return grown


@part
def hits(here, start, die):
    """Whether a checker that moves so hits."""
    return start > die and here[SIDE + BAR - start + die] == 1


@part
def hop_back(here, start, die, hit):
    """Takes a move back."""
    end = max(start - die, 0)
    here[start] += 1
    here[end] -= 1
    if hit:
        here[SIDE + BAR - end] = 1
        here[SIDE + BAR] -= 1


@part
def put(here, found, n):
    """Writes down the position as the other side, on roll now, sees it."""
    for place in range(SIDE):
        found[n, place] = here[SIDE + place]
        found[n, SIDE + place] = here[place]


@part
def equal_dice(here, die, found):
    """`turns` for doubles. Checkers are moved from the rear on: those behind never hinder those in front, and no two
    choices of hops lead to the same position.
    """
    start = np.zeros(5, np.int64)
    hit = np.zeros(5, np.bool_)
    start[0] = BAR
    played, most, n = 0, 0, 0
    began = True  # whether the position has not been left by a hop yet
    while True:
        now = next_start(here, die, start[played]) if played < 4 else 0
        if now:
            start[played] = now
            hit[played] = hits(here, now, die)
            hop(here, now, die)
            played += 1
            start[played] = now
            began = True
            continue
        if began and played and played >= most:
            if played > most:
                most, n = played, 0
            put(here, found, n)
            n += 1
        if played == 0:
            return n
        played -= 1
        hop_back(here, start[played], die, hit[played])
        start[played] -= 1
        began = False


@part
def two_dice(here, first, second, found, keys, n):
    """Adds the positions after both dice in this order; gives how many there are then."""
    one = next_start(here, first, BAR)
    while one:
        one_hit = hits(here, one, first)
        key = hop(here, one, first)
        two = next_start(here, second, BAR)
        while two:
            two_hit = hits(here, two, second)
            both = key + hop(here, two, second)
            known = False
            for i in range(n):
                known |= keys[i] == both
            if not known:
                keys[n] = both
                put(here, found, n)
                n += 1
            hop_back(here, two, second, two_hit)
            two = next_start(here, second, two - 1)
        hop_back(here, one, first, one_hit)
        one = next_start(here, first, one - 1)
    return n


@part
def one_die(here, die, found):
    """The positions after one die alone; gives how many."""
    n = 0
    start = next_start(here, die, BAR)
    while start:
        hit = hits(here, start, die)
        hop(here, start, die)
        put(here, found, n)
        n += 1
        hop_back(here, start, die, hit)
        start = next_start(here, die, start - 1)
    return n


@part
def turns(here, high, low, found, keys):
    """Finds every position after a turn, each once, as the side that is on roll then sees it; gives how many, 0 for a pass.

    Args:
        here: a position that is not over; the same again afterwards.
        high, low: the dice.
        found: room for `MOST_TURNS` positions.
        keys: room for as many numbers.
    """
    if high == low:
        return equal_dice(here, high, found)
    n = two_dice(here, high, low, found, keys, 0)
    n = two_dice(here, low, high, found, keys, n)
    if n == 0:
        n = one_die(here, high, found)
    if n == 0:
        n = one_die(here, low, found)
    return n


@kernel(int64(POSITION, int64, int64, POSITIONS))
def turns_of(here, high, low, found):
    """`turns`, for those who are no kernel."""
    return turns(here, high, low, found, np.empty(MOST_TURNS, np.int64))
