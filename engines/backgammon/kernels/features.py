"""Features of positions that players look at besides individual checkers, as additional inputs to the networks.

Each side has `FEATURES` numbers of the order of 1. While the sides can hit each other, the features are points held, shots,
containment of checkers, and moves that concede nothing; once the sides have passed each other, they are pip counts and
signs of wasted pips.
"""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from fourth_seat.engines.backgammon.kernels.position_kind import RACE, RAW, rearmost
from fourth_seat.engines.backgammon.kernels.shots import THROWS, hitting, running, weight
from fourth_seat.engines.backgammon.kernels.turns import BAR, EACH, HOME, OPPONENT_HOME, POSITION, SIDE
from fourth_seat.engines.jit.kernels import record_kernel, record_part
from fourth_seat.engines.jit.types import float32, int64, void

FEATURES = 32
INPUTS = RAW + 2 * FEATURES

PIP, CHECKER, POINT, CHANCE = 1 / 100, 1 / EACH, 1 / HOME, 1 / THROWS
CONTACT_UNITS = np.array([
    PIP, 1 / BAR, CHECKER, PIP, CHECKER, PIP, POINT, PIP, PIP, POINT, POINT, POINT**2, 1 / 3, POINT, POINT**2, POINT,
    CHANCE, CHANCE * POINT, CHANCE, CHANCE / (HOME + 1), CHANCE, CHANCE, CHANCE / BAR, POINT, CHANCE * POINT, CHANCE**2,
    CHANCE * POINT, 1, POINT, POINT, POINT, POINT,
], np.float32)  # fmt: skip
"""Scaling factors for the integers from `contact_side`."""
RACE_UNITS = np.array(
    [PIP, PIP**2, CHECKER, PIP, CHECKER, POINT, POINT, POINT, POINT, 1 / BAR, 1, CHECKER, *[0] * (FEATURES - 12)],
    np.float32,
)
"""Scaling factors for the integers from `race_side`."""


@record_part
def contact_side(here, base, f):
    """Compute the features of one side in a position with contact. Points are counted from its home."""
    other = SIDE - base
    made, run, longest = 0, 0, 0
    pips, spare, waiting, coming, out, stacked = 0, 0, 0, 0, 0, 0
    home, anchors, builders = 0, 0, 0
    wall = BAR - rearmost(here, other)  # the other's last checker is here: blocks count beyond it
    last, edge, passing = 0, 0, 0
    for point in range(1, BAR + 1):
        count = here[base + point]
        if count == 0:
            run = 0
            continue
        last = point
        pips += point * count
        if point > wall:
            passing += point - wall
            edge += count
        if point > HOME:
            out += count
            coming += count * (point - HOME)
        if count > 3:
            stacked += count - 3
        if count > 1 and point < BAR:
            made |= 1 << point
            run = run + 1 if point > wall else 0
            longest = max(longest, run)
            home += point <= HOME
            anchors += point >= OPPONENT_HOME
        else:
            run = 0
        if point < OPPONENT_HOME:
            free = count - 2 if count > 1 else 1
            spare += free * (point - 1)
            builders += free if HOME < point <= 2 * HOME else 0
            waiting += count * (point - HOME) if point > HOME else 0
    f[0], f[1], f[2], f[3], f[4], f[5] = pips, last, edge, passing, out, coming
    f[6], f[7], f[8], f[9], f[10] = stacked, spare, waiting, builders, home
    f[11] = home * home if here[other + BAR] else 0
    f[12] = anchors
    front = 0
    for point in range(OPPONENT_HOME, BAR):
        if made >> point & 1:
            front = BAR - point
            break
    f[13] = front
    f[14] = longest * longest
    thick, window = 0, 0
    for point in range(max(wall, 0) + 1, OPPONENT_HOME):
        window = 0
        for step in range(HOME):
            window += made >> (point + step) & 1
        thick = max(thick, window)
    f[15] = thick
    contained(here, other, made, f)
    against = 0
    for point in range(1, HOME + 1):
        against += here[other + point] > 1
    exposed(here, base, other, made, f)
    f[24] = f[20] * against
    f[26] = f[20] * f[10]
    f[27] = 1 if here[base] == 0 else 0
    playable = 0
    for die in range(1, HOME + 1):
        playable += can_play(here, base, other, die)
    f[28] = playable
    f[29] = here[base + 1] + here[base + 2]
    f[30] = here[base + BAR] * against
    backward = 0
    for point in range(OPPONENT_HOME, BAR + 1):
        backward += here[base + point]
    f[31] = backward


@record_part
def contained(here, other, made, f):
    """Compute the features that measure how much a side's points restrict the other side's checkers."""
    kept_in, least, entering = 0, THROWS, 0
    for place in range(OPPONENT_HOME - HOME, BAR + 1):
        stopped = THROWS - running(made, place)
        kept_in += here[other + place] * stopped
        if place >= OPPONENT_HOME:
            least = min(least, THROWS - stopped)
            entering += stopped
    stopped = THROWS - running(made, rearmost(here, other))
    f[16], f[17], f[18], f[19] = stopped, kept_in, THROWS - least, entering
    f[25] = stopped * stopped


@record_part
def exposed(here, base, other, made, f):
    """Compute the features for the threats that the other side's next throw poses to a side's blots."""
    hit, twice, lost, blots = 0, 0, 0, 0
    last = rearmost(here, other)
    for point in range(1, BAR):
        if here[base + point] == 1 and last > BAR - point:
            throws = hitting(here, other, made, point)
            twice |= hit & throws
            hit |= throws
            lost += weight(throws) * (BAR - point)
            blots += 1
    f[20], f[21], f[22], f[23] = weight(hit), weight(twice), lost, blots


@record_part
def can_play(here, base, other, die):
    """Return whether any checker can be moved with a die, not counting bearing off."""
    if here[base + BAR]:
        return here[other + die] < 2
    point = BAR - 1
    while point > die and (here[base + point] == 0 or here[other + BAR - point + die] > 1):
        point -= 1
    return point > die


@record_part
def race_side(here, base, f):
    """Compute the features of one side in a race."""
    pips, out, coming, gaps, crossing, high = 0, 0, 0, 0, 0, 0
    for point in range(1, BAR):
        count = here[base + point]
        if count:
            pips += point * count
            high = point
            crossing += count * ((point - 1) // HOME)
            if point > HOME:
                out += count
                coming += count * (point - HOME)
        elif point <= HOME:
            gaps += 1
    for i in range(FEATURES):
        f[i] = 0
    f[0], f[1], f[2], f[3], f[4], f[5] = pips, pips * pips, out, coming, crossing, gaps
    f[6], f[7], f[8], f[9] = here[base + 1], here[base + 2], here[base + 3], high
    if here[base] == 0:
        f[10], f[11] = 1, crossing


@record_part
def feature_inputs(kind, here, index, value, n, f):
    """Append the features of both sides to the `n` non-zero inputs and return the new number of inputs. `f` has space for
    `FEATURES` integers.
    """
    at = RAW
    for base in (0, SIDE):
        if kind == RACE:
            race_side(here, base, f)
        else:
            contact_side(here, base, f)
        units = RACE_UNITS if kind == RACE else CONTACT_UNITS
        for i in range(FEATURES):
            if f[i]:
                index[n], value[n] = at + i, float32(f[i]) * units[i]
                n += 1
        at += FEATURES
    return n


@record_kernel(void(POSITION, int64[:, ::1]))
def features_of(here, found):
    """Compute the features (2, FEATURES) of both sides in a position with contact. For calls from Python."""
    contact_side(here, 0, found[0])
    contact_side(here, SIDE, found[1])
