"""Generation of all positions that a throw can lead to.

A position is 52 signed bytes: the checkers of the side on roll on its places 0..25 (0: borne off, 1..24: points from its
home, 25: the bar), then the other side's, counted from its own home. Point p of one side is point 25 - p of the other.
"""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from fourth_seat.engines.jit.kernels import record_kernel, record_part
from fourth_seat.engines.jit.records import record_dtype
from fourth_seat.engines.jit.types import int8, int64, record_type

SIDE = 26
SIZE = 2 * SIDE
BAR = 25
HOME = 6
OPPONENT_HOME = BAR - HOME  # the lowest point of the opponent's home board
EACH = 15
MOST_TURNS = 3_200
"""Doubles lead to at most as many positions as there are ways to choose 4 of 15 checkers with repetition: 3,060."""

MAX_HOPS = 4

POSITION = int8[::1]
POSITIONS = int8[:, ::1]
TURNS = record_dtype([
    ("found", np.int8, (MOST_TURNS, SIZE)),  # the positions after the turns of a throw, as the other side sees them
    ("keys", np.int64, MOST_TURNS),  # their keys; only for two different dice
    ("start", np.int64, MAX_HOPS + 1),  # where the hops played so far began; only for doubles
    ("hit", np.int8, MAX_HOPS + 1),  # and whether they hit
])  # fmt: skip
KEYS = np.random.default_rng(1).integers(-(1 << 62), 1 << 62, SIZE)
"""Random numbers for keys that identify equal positions; a position's key is the sum over its checkers."""


@record_part
def next_start(here, die, highest):
    """Return the rearmost place, up to `highest`, from which a checker can move with this die, or 0 if there is none."""
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


@record_part
def hop(here, start, die):
    """Move a checker and return the increase in the position's key."""
    end = max(start - die, 0)
    here[start] -= 1
    here[end] += 1
    grown = KEYS[end] - KEYS[start]
    if end and here[SIDE + BAR - end]:
        here[SIDE + BAR - end] = 0
        here[SIDE + BAR] += 1
        grown += KEYS[SIDE + BAR] - KEYS[SIDE + BAR - end]
    return grown


@record_part
def hits(here, start, die):
    """Return whether this checker move is a hit."""
    return start > die and here[SIDE + BAR - start + die] == 1


@record_part
def hop_back(here, start, die, hit):
    """Undo a checker move; `hit` says whether it was a hit."""
    end = max(start - die, 0)
    here[start] += 1
    here[end] -= 1
    if hit:
        here[SIDE + BAR - end] = 1
        here[SIDE + BAR] -= 1


@record_part
def put(here, found, n):
    """Write the position to entry `n` from the point of view of the other side, which is now on roll."""
    for place in range(SIDE):
        found[n, place] = here[SIDE + place]
        found[n, SIDE + place] = here[place]


@record_part
def copy_position(source, target):
    """Copy a position."""
    for place in range(SIZE):
        target[place] = source[place]


@record_part
def equal_dice(here, die, work):
    """Like `turns`, for doubles. The rearmost checkers are moved first: checkers never block those in front of them, and no
    two sequences of moves lead to the same position.
    """
    found, start, hit = work.found, work.start, work.hit
    start[0] = BAR
    played, most, n = 0, 0, 0
    began = True  # whether no hop has left the position yet
    while True:
        now = next_start(here, die, start[played]) if played < MAX_HOPS else 0
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


@record_part
def two_dice(here, first, second, work, n):
    """Append the positions after playing both dice in this order; return the new number of positions."""
    found, keys = work.found, work.keys
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


@record_part
def one_die(here, die, work):
    """Find the positions after playing only one die; return their number."""
    found, n = work.found, 0
    start = next_start(here, die, BAR)
    while start:
        hit = hits(here, start, die)
        hop(here, start, die)
        put(here, found, n)
        n += 1
        hop_back(here, start, die, hit)
        start = next_start(here, die, start - 1)
    return n


@record_part
def turns(here, high, low, work):
    """Find each distinct position that a turn can lead to, from the point of view of the side that is then on roll. Return
    the number of positions (0 for a pass).

    Args:
        here: a position that is not over; it is restored before returning.
        high, low: the dice.
        work: a `TURNS` record, whose `found` receives the positions.
    """
    if high == low:
        return equal_dice(here, high, work)
    n = two_dice(here, high, low, work, 0)
    n = two_dice(here, low, high, work, n)
    if n == 0:
        n = one_die(here, high, work)
    if n == 0:
        n = one_die(here, low, work)
    return n


@record_kernel(int64(POSITION, int64, int64, record_type(TURNS)))
def turns_of(here, high, low, work):
    """Call `turns` from Python."""
    return turns(here, high, low, work)
