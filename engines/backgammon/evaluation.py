"""Static evaluation of a position: the probability that the side on roll wins.

Two logistic models use a few features like those that players reason with: one for positions in which the sides can still
hit each other, and one for races. The weights were fitted to self-play games (`training/backgammon/static.py`).
"""

from __future__ import annotations

from math import exp, sqrt
from random import Random

from fourth_seat.engines.backgammon.cube.at_stake import at_stake, doubler, figures, ranked, relative_cube, share
from fourth_seat.engines.backgammon.cube.janowski import (
    CUBE_EFFICIENCY,
    GAMMON_SHARE,
    CubeDecision,
    CubePosition,
    of_chance,
)
from fourth_seat.engines.results import MoveValue
from fourth_seat.engines.search.evaluation import in_seat_order, logistic
from fourth_seat.games.backgammon.checkers import (
    BAR,
    CHECKERS_EACH,
    LAST_HOME_POINT,
    OFF,
    BackgammonBoard,
    Checkers,
    across,
    pips,
    rearmost,
)
from fourth_seat.games.backgammon.moves import BackgammonMove, BackgammonPlay, CubeAction, after
from fourth_seat.games.backgammon.rules import CUBE_PHASES, BackgammonPhase, BackgammonState
from fourth_seat.games.backgammon.turns import turns

SHOT_COUNTS = (0, 11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3, 0, 0, 1, 1, 0, 1, 0, 1, 0, 0, 0, 1)
"""The number of throws, out of 36, that hit at each distance on an open board."""
HIT_PROBABILITIES = tuple(shots / 36 for shots in SHOT_COUNTS)

CONTACT_WEIGHTS: tuple[float, ...] = (
    0.122, -0.248, 0.8, -3.572, 0.088, -0.46, -0.042, -0.093, 0.938, 0.042, -0.078, -0.027, -0.082, -0.081,
)  # fmt: skip
"""Weights of the features from `contact_sums`."""
RACE_WEIGHTS: tuple[float, ...] = (0.716, 1.137, 1.343, -1.202)
"""Weights of the features from `race_sums`."""


PRIOR_SHARPNESS = 12.0  # inverse temperature: a share 0.1 higher makes a move about three times as promising


def choose(state: BackgammonState, _: Random) -> BackgammonMove:
    """Return the move of the player `static`: the turn after which the static evaluation is best."""
    action = cube_action(state)
    if action:
        return action
    assert state.dice is not None
    ends = turns(state.board, state.dice)
    return ends[max(ends, key=_after)]


def _after(end: BackgammonBoard) -> float:
    """Return the probability of winning for the side that has just moved, whose checkers come first."""
    own, other = end
    return 1.0 if own[OFF] == CHECKERS_EACH else 1 - chance(other, own)


def cube_action(state: BackgammonState) -> CubeAction | None:
    """Return the cube action to take, or None if there is none."""
    return ranked(state.phase, doubling(state)[0])[0] if state.phase in CUBE_PHASES else None


def doubling(state: BackgammonState) -> tuple[CubeDecision, float]:
    """Return the equities of the cube actions, estimated from the doubler's probability of winning and the usual gammon
    rate, and that probability.
    """
    side = doubler(state)
    own, other = state.board
    gammons = GAMMON_SHARE if rearmost(own) + rearmost(other) > BAR else 0.0  # hardly ever in a race
    chance = evaluate(state)[side - 1]
    prospect = of_chance(chance, gammons, CUBE_EFFICIENCY)
    return CubePosition(prospect, at_stake(state, side)).doubling(relative_cube(state.cube, side)), chance


def heuristic(state: BackgammonState) -> list[MoveValue]:
    """Evaluate the cube actions by the probability of winning alone; return an empty list if there are none."""
    return cube_values(state, *doubling(state)) if state.phase in CUBE_PHASES else []


def cube_values(state: BackgammonState, found: CubeDecision, chance: float) -> list[MoveValue]:
    """Evaluate the cube actions, best first; `chance` is the doubler's probability of winning the game."""
    given = figures(state, found)
    return [
        MoveValue(action, in_seat_order(state.turn, share(action, found, chance)), line=(action,), figures=given)
        for action in ranked(state.phase, found)
    ]


def prior(state: BackgammonState, move: BackgammonMove) -> float:
    """Return a move's prior, based on the resulting position or, for a cube action, on whether it is the best one."""
    if isinstance(move, BackgammonPlay):
        return exp(PRIOR_SHARPNESS * _after(after(state.board, move.routes)))
    return 1.0 if move is cube_action(state) else 0.1


def evaluate(state: BackgammonState) -> tuple[float, float]:
    """Return each seat's expected share of the win, ignoring any dice that have been thrown."""
    if not state.turn:
        return 0.5, 0.5
    own, other = state.board
    roller = state.turn
    if state.phase is BackgammonPhase.ANSWER:  # the one who doubled throws next
        own, other, roller = other, own, 3 - roller
    return in_seat_order(roller, chance(own, other))


def chance(own: Checkers, other: Checkers) -> float:
    """Return the probability that the side on roll wins; neither side may have borne off all its checkers."""
    contact = rearmost(own) + rearmost(other) > BAR
    values, weights = (contact_sums(own, other), CONTACT_WEIGHTS) if contact else (race_sums(own, other), RACE_WEIGHTS)
    return logistic(values, weights)


def race_sums(own: Checkers, other: Checkers) -> tuple[float, ...]:
    """Return the features of a race: the leads in pips, in checkers borne off and in checkers on the two lowest points, all
    relative to the lead that luck can make up.
    """
    own_pips, other_pips = pips(own), pips(other)
    return (
        1.0,
        (other_pips - own_pips) / sqrt(own_pips + other_pips),
        (own[OFF] - other[OFF]) / sqrt(own_pips + other_pips),
        (own[1] + own[2] - other[1] - other[2]) / sqrt(own_pips + other_pips),
    )


def contact_sums(own: Checkers, other: Checkers) -> tuple[float, ...]:
    """Return the features of a position with contact: the sums of the side on roll minus those of the other side. Exposed
    checkers are counted separately for each side, since only the other side's can be hit next.
    """
    own_sums, other_sums = _side(own, other), _side(other, own)
    return (1.0, _exposed(own, other), _exposed(other, own), *(a - b for a, b in zip(own_sums, other_sums, strict=True)))


def _exposed(own: Checkers, other: Checkers) -> float:
    """Return the expected loss in pips from hits on blots, treating shots as independent."""
    total = 0.0
    for point in range(1, BAR):
        if own[point] == 1:
            safe = 1.0
            for distance in range(1, point + 1):
                if other[BAR - point + distance]:
                    safe *= 1 - HIT_PROBABILITIES[distance]
            total += (1 - safe) * (BAR - point) / BAR
    return total


def _side(own: Checkers, other: Checkers) -> tuple[float, ...]:
    """Return one side's features: pips, the bar, home points, blocks, anchors, checkers behind, stacks, dead checkers."""
    home = sum(1 for point in range(1, LAST_HOME_POINT + 1) if own[point] > 1)
    against = sum(1 for point in range(1, LAST_HOME_POINT + 1) if other[point] > 1)
    last = across(rearmost(other))  # blocks count before it
    longest = run = 0
    for point in range(max(last + 1, 1), 19):
        run = run + 1 if own[point] > 1 else 0
        longest = max(longest, run)
    behind = own[BAR] + sum(own[19:BAR])
    return (
        pips(own) / 100,
        own[BAR],
        own[BAR] * against / LAST_HOME_POINT,
        home,
        sum(1 for point in range(7, 10) if own[point] > 1),
        longest * longest / 36,
        sum(1 for point in range(19, 23) if own[point] > 1),
        sum(1 for point in (23, 24) if own[point] > 1),
        behind,
        sum(count - 3 for count in own[1:BAR] if count > 3),
        own[1] + own[2],
    )
