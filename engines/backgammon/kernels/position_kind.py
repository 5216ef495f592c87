"""The kind of a position: whether the game is over, the network that evaluates it, and the checkers as inputs."""

# mypy: ignore-errors

from __future__ import annotations

from fourth_seat.engines.backgammon.kernels.turns import BAR, EACH, HOME, OPPONENT_HOME, SIDE
from fourth_seat.engines.jit.kernels import record_part

CONTACT, CRASHED, BACKGAME, RACE, KNOWN = range(5)
KINDS = 4
"""The number of position kinds that have their own network: contact, in which the sides can still hit each other; contact
in which one side has few spare checkers; backgames, in which a side holds two points in the other's home board, and the
other has no checker in that side's home board or on the bar; and races. `KNOWN` positions are looked up in tables.
"""
FEW_ALIVE = 6  # checkers that are neither home nor on the two points where nothing waits any more

PER_POINT = 4
PER_SIDE = PER_POINT * (BAR - 1) + 2
BIAS = 0
RAW = 1 + 2 * PER_SIDE
"""The number of inputs for the checkers alone, including the constant input."""


@record_part
def lost(here):
    """Return the points lost by the side on roll: 2 for a gammon, 3 for a backgammon; 0 if the game is not over."""
    if here[SIDE] < EACH:
        return 0
    if here[0]:
        return 1
    for place in range(OPPONENT_HOME, BAR + 1):
        if here[place]:
            return 3
    return 2


@record_part
def rearmost(here, base):
    """Return the place of a side's rearmost checker, or 0 if all are off."""
    for place in range(BAR, 0, -1):
        if here[base + place]:
            return place
    return 0


@record_part
def anchors(here, base):
    """Return the number of points that a side holds in the other side's home board."""
    held = 0
    for point in range(OPPONENT_HOME, BAR):
        held += here[base + point] > 1
    return held


@record_part
def kind_of(here):
    """Return the kind of a position that is not over."""
    own, other = rearmost(here, 0), rearmost(here, SIDE)
    if own + other > BAR:
        if (other < OPPONENT_HOME and anchors(here, 0) > 1) or (own < OPPONENT_HOME and anchors(here, SIDE) > 1):
            return BACKGAME
        for base in (0, SIDE):
            if EACH - here[base] - here[base + 1] - here[base + 2] <= FEW_ALIVE:
                return CRASHED
        return CONTACT
    return KNOWN if own <= HOME and other <= HOME else RACE


@record_part
def raw_inputs(here, index, value):
    """Write the indices and values of the non-zero inputs and return their number.

    The inputs are those of Tesauro 1992: for each point, whether there is a first, a second and a third checker, and half
    the number beyond three; half the number of checkers on the bar; and the fraction of checkers borne off.
    """
    index[0], value[0] = BIAS, 1.0
    n = 1
    for side in range(2):
        base, at = side * SIDE, 1 + side * PER_SIDE
        for point in range(1, BAR):
            count = here[base + point]
            if count:
                for more in range(min(count, PER_POINT - 1)):
                    index[n], value[n] = at + more, 1.0
                    n += 1
                if count >= PER_POINT:
                    index[n], value[n] = at + PER_POINT - 1, (count - PER_POINT + 1) / 2
                    n += 1
            at += PER_POINT
        if here[base + BAR]:
            index[n], value[n] = at, here[base + BAR] / 2
            n += 1
        if here[base]:
            index[n], value[n] = at + 1, here[base] / EACH
            n += 1
    return n
