"""Cubeful equities of a position's turns and cube actions, computed with networks and tables."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from fourth_seat.engines.backgammon.cube.at_stake import at_stake, doubler, relative_cube
from fourth_seat.engines.backgammon.cube.janowski import CUBE_EFFICIENCY, OTHER, OWN, CubeDecision, CubePosition, Prospect
from fourth_seat.engines.backgammon.cube.stakes import Stakes
from fourth_seat.engines.backgammon.evaluator import (
    THROW_PROBABILITIES,
    BackgammonEvaluator,
    Floats,
    Positions,
    RankedTurns,
    TurnEquity,
    after,
    packed,
)
from fourth_seat.games.backgammon.cube import DoublingCube
from fourth_seat.games.backgammon.rules import BackgammonState


def worth(state: BackgammonState) -> Floats:
    """Return the values of the six outcomes of a game, from a lost backgammon to a won one, for the side on roll if the
    cube is never turned again, in units of the cube. In a match, only the probability of winning it counts, so points
    beyond those needed to win it are worth nothing.
    """
    return np.array(at_stake(state, state.turn).ends(state.cube.value), np.float32)


def value(state: BackgammonState) -> TurnEquity:
    """Return a function that computes the equities of a position's turns for the side that makes them, taking the cube and
    the match into account.
    """
    stakes, cube = at_stake(state, 3 - state.turn), relative_cube(state.cube, 3 - state.turn)
    ends = worth(state)
    if not any(stakes.may_double(cube, side) for side in (OWN, OTHER)):
        return lambda shares: shares @ ends
    return lambda shares: _left(shares[:, ::-1], stakes, cube)


def looked(evaluator: BackgammonEvaluator, state: BackgammonState, positions: Positions, plies: int) -> RankedTurns:
    """Rank a position's turns like `BackgammonEvaluator.looked`, using the equities computed by `value`."""
    return evaluator.looked(positions, worth(state), plies, value(state))


def doubling(evaluator: BackgammonEvaluator, state: BackgammonState, plies: int) -> tuple[CubeDecision, Floats]:
    """Return the equities of the cube actions for the side that may double or has doubled, in units of the current cube,
    and that side's outcome probabilities, searched `plies` throws ahead.
    """
    here, stakes, cube = for_the_doubler(state)
    if not plies:
        shares = evaluator.shares(here[None])[0]
        return outlook(shares, stakes).doubling(cube), shares
    roll, shares = _after_throws(evaluator, here, stakes, cube, plies)
    take, _ = _after_throws(evaluator, here, stakes, DoublingCube(2 * cube.value, OTHER), plies)
    return CubeDecision(roll, take, stakes.value(cube.value)), shares


def for_the_doubler(state: BackgammonState) -> tuple[Positions, Stakes, DoublingCube]:
    """Return the position (52,), stakes and cube from the point of view of the side that may double or has doubled."""
    side = doubler(state)
    board = state.board if state.turn == side else state.board[::-1]
    return packed([board])[0], at_stake(state, side), relative_cube(state.cube, side)


def _after_throws(
    evaluator: BackgammonEvaluator, here: Positions, stakes: Stakes, cube: DoublingCube, plies: int
) -> tuple[float, Floats]:
    """Return the equity of throwing now, with this cube, and the outcome probabilities after the throws."""
    ends = np.array(stakes.ends(cube.value), np.float32)
    turns = evaluator.replies(here, ends)
    shares = evaluator.ahead(turns, after(ends), plies - 1)
    theirs, turned = stakes.of_the_other, replace(cube, owner=cube.owner and 3 - cube.owner)
    return float(THROW_PROBABILITIES @ _left(shares, theirs, turned)), (THROW_PROBABILITIES @ shares)[::-1]


def _left(shares: Floats, stakes: Stakes, cube: DoublingCube) -> Floats:
    """Return the equities for the side that has moved, given the outcome probabilities (n, 6) of the side on roll."""
    return np.array([-outlook(each, stakes).on_roll(cube) for each in shares], np.float32)


def outlook(shares: Floats, stakes: Stakes) -> CubePosition:
    """Return a position in the form used by the cube model, given the outcome probabilities (6,) of the side on roll."""
    return CubePosition(Prospect(tuple(shares.tolist()), CUBE_EFFICIENCY), stakes)
