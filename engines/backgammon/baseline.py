"""The player `seed`, which scores every position that can result from the turn, and chooses the best.

A side scores 15 points for each checker that it has borne off. Each checker's remaining distance is deducted, and so are
d*d/24 for each occupied point at distance d, 50 for each checker on the bar, 10 for each checker on the point farthest from
its home, and 10 for each blot that an opposing checker, on the board or on the bar, has yet to pass. The side also scores 5
for each point with two or more checkers that the opponent's rearmost checker has yet to pass.
"""

from __future__ import annotations

from random import Random

from fourth_seat.games.backgammon.checkers import BAR, OFF, POINTS, Checkers, across, rearmost
from fourth_seat.games.backgammon.moves import BackgammonMove, CubeAction
from fourth_seat.games.backgammon.rules import BackgammonPhase, BackgammonState
from fourth_seat.games.backgammon.turns import turns

OFF_BONUS, BAR_PENALTY, BLOT_PENALTY, BLOCK_BONUS, FIRST_POINT_PENALTY = 15, 50, 10, 5, 10
FURTHEST_POINT = 24  # the first point, and what a square of distance is divided by


def score(own: Checkers, other: Checkers) -> float:
    """Return the difference between the two sides' scores."""
    return _side(own, other) - _side(other, own)


def _side(own: Checkers, other: Checkers) -> float:
    behind = across(rearmost(other)) if rearmost(other) else BAR  # the opponent's last checker, seen from this side
    total = OFF_BONUS * own[OFF] - BAR_PENALTY * own[BAR] - FIRST_POINT_PENALTY * own[FURTHEST_POINT]
    value = float(total)
    for point in POINTS:
        count = own[point]
        if count:
            value -= count * point + point * point / FURTHEST_POINT
            if point > behind:
                value += BLOCK_BONUS if count > 1 else -BLOT_PENALTY
    return value


def choose(state: BackgammonState, _: Random) -> BackgammonMove:
    """Return the turn with the best score, or the first of several; never double, and always take."""
    if state.phase is BackgammonPhase.CUBE:
        return CubeAction.ROLL
    if state.phase is BackgammonPhase.ANSWER:
        return CubeAction.TAKE
    assert state.dice is not None
    ends = turns(state.board, state.dice)
    return ends[max(ends, key=lambda end: score(*end))]
