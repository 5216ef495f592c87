"""The exposure of a side's blots, and the freedom of a checker to get past a side's points, in throws out of 36."""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from fourth_seat.engines.backgammon.kernels.turns import BAR, POSITION, SIDE
from fourth_seat.engines.jit.bits import popcount
from fourth_seat.engines.jit.kernels import record_kernel, record_part
from fourth_seat.engines.jit.types import int64, uint64

THROWS = 36
SINGLE = [(high, low) for high in range(2, 7) for low in range(1, high)]
BIT = {pair: n for n, pair in enumerate([*SINGLE, *((die, die) for die in range(1, 7))])}
SINGLES = len(SINGLE)  # throws of two different dice count twice; doubles have the bits above them
LOW_BITS = (1 << SINGLES) - 1
THROW = np.array(
    [[0 if 0 in (one, two) else 1 << BIT[max(one, two), min(one, two)] for two in range(7)] for one in range(7)]
)
"""The bit that represents a throw in a set of throws."""
WITH = np.array([sum(1 << bit for pair, bit in BIT.items() if die in pair) for die in range(7)], np.int64)
"""The set of throws that contain a given die."""
FAR = 12  # the points ahead of a checker that can stop a throw


def _running():
    """Return the number of throws that a single checker can play in full, for every set of blocked points ahead (bit d - 1:
    at distance d); doubles count as two dice.
    """
    count = np.zeros(1 << FAR, np.int64)
    for blocked in range(1 << FAR):
        free = [True, *(not blocked >> d & 1 for d in range(FAR))]
        for one in range(1, 7):
            for two in range(1, 7):
                count[blocked] += free[one + two] and (free[one] or free[two])
    return count


RUNNING = _running()


@record_part
def weight(throws):
    """Return how many of the 36 throws a set contains."""
    return 2 * popcount(uint64(throws & LOW_BITS)) + popcount(uint64(throws >> SINGLES))


@record_part
def running(made, place):
    """Return the number of throws, out of 36, that the other side can play in full with only its checker on a given place.

    Args:
        made: the points held against it: bit p for point p, numbered by their owner.
        place: the place of the checker, numbered by its own side.
    """
    return RUNNING[made >> (BAR + 1 - place) & ((1 << FAR) - 1)]


@record_part
def repeated(made, start, distance, most):
    """Return the set of doubles that move a checker exactly `distance` points from `start`, in 2 to `most` steps.

    Args:
        made: the points held against it, as in `running`.
        start: its place, numbered by its own side.
    """
    ahead = made >> (BAR + 1 - start)  # bit d - 1: held at distance d
    throws = 0
    for dice in range(2, most + 1):
        die = distance // dice
        if die * dice == distance and die <= 6:
            held = 0
            for steps in range(1, dice):
                held |= ahead >> (steps * die - 1) & 1
            if held == 0:
                throws |= THROW[die, die]
    return throws


@record_part
def in_two(made, start, distance):
    """Return the set of throws of two different dice that move a checker exactly `distance` points from `start` in two
    steps; `made` is the same as in `repeated`.
    """
    ahead = made >> (BAR + 1 - start)
    throws = 0
    for one in range(max(1, distance - 6), (distance + 1) // 2):
        if ahead >> (one - 1) & ahead >> (distance - one - 1) & 1 == 0:
            throws |= THROW[distance - one, one]
    return throws


@record_part
def beside_bar(made, start, distance, on_bar):
    """Return the set of throws that enter all `on_bar` checkers from the bar and then move a checker by `distance`."""
    throws = 0
    doubles = repeated(made, start, distance, 4 - on_bar)
    for die in range(1, 7):
        if made >> die & 1 == 0:
            throws |= doubles & THROW[die, die]
            if distance <= 6 and (on_bar == 1 or (die == distance and on_bar < 4)):
                throws |= THROW[die, distance]
    return throws


@record_part
def hitting(here, other, made, point):
    """Return the set of throws with which the other side can hit a blot on a point; `made` contains the points held by the
    blot's side.

    This ignores the rule that both dice must be used, which forces some throws to be played differently.
    """
    target = BAR - point  # as the other side counts
    on_bar = here[other + BAR]
    throws = 0
    if on_bar:
        throws = (WITH[point] if point <= 6 else 0) | repeated(made, BAR, point, 5 - on_bar)
        if on_bar == 1:
            throws |= in_two(made, BAR, point)
    for start in range(target + 1, BAR):
        if here[other + start]:
            distance = start - target
            if on_bar:
                throws |= beside_bar(made, start, distance, on_bar)
            else:
                throws |= (WITH[distance] if distance <= 6 else 0) | in_two(made, start, distance)
                throws |= repeated(made, start, distance, 4)
    return throws


@record_kernel(int64(POSITION, int64))
def hits_of(here, point):
    """Return the number of throws, out of 36, with which the side on roll can hit the other side's blot on a point, counted
    from the other side's home. For calls from Python.
    """
    made = 0
    for held in range(1, BAR):
        if here[SIDE + held] > 1:
            made |= 1 << held
    return int64(weight(hitting(here, 0, made, point)))
