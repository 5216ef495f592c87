"""Analysis of turns: their equities and rollout results."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from fourth_seat.engines.backgammon.decisions import looked, value, worth
from fourth_seat.engines.backgammon.evaluator import (
    THROW_PROBABILITIES,
    BackgammonEvaluator,
    Floats,
    Positions,
    after,
    packed,
)
from fourth_seat.engines.backgammon.rollout import BLOCK_TRIALS, RolloutPlan, RolloutResult, rolled_out
from fourth_seat.engines.results import MoveAnalysis, MoveValue, OutcomeForecast, RolloutSettings
from fourth_seat.engines.search.evaluation import in_seat_order
from fourth_seat.games.backgammon.checkers import START_CHECKERS
from fourth_seat.games.backgammon.moves import BackgammonPlay
from fourth_seat.games.backgammon.rules import BackgammonState
from fourth_seat.games.backgammon.turns import turns

if TYPE_CHECKING:
    from fourth_seat.engines.search.limit import SearchLimit
    from fourth_seat.engines.solver import OnProgress

LUCK_PLIES = 1  # at which the luck of a throw is evaluated


def found(
    state: BackgammonState,
    move: BackgammonPlay | None,
    shares: Floats,
    plies: int,
    equity: float,
    rolled: RolloutResult | None = None,
) -> MoveValue:
    """Return the value of a move (or of the position if `move` is None) from the outcome probabilities and the equity of
    the side to move.
    """
    ends = tuple(float(share) for share in shares)
    forecast = OutcomeForecast(equity, ends, plies)
    if rolled:
        errors = tuple(float(error) for error in rolled.errors)
        forecast = replace(forecast, trials=rolled.trials, error=rolled.error, errors=errors)
    line = (move,) if move else ()
    return MoveValue(move, in_seat_order(state.turn, min(1.0, max(0.0, forecast.win))), line=line, forecast=forecast)


def after_turns(state: BackgammonState) -> tuple[list[BackgammonPlay], Positions]:
    """Return the turns for a throw, and the resulting positions from the other side's point of view."""
    assert state.dice
    ends = turns(state.board, state.dice)
    return list(ends.values()), packed((other, own) for own, other in ends)


def ranked(evaluator: BackgammonEvaluator, state: BackgammonState, plies: int) -> list[MoveValue]:
    """Return the turns ranked by cubeful equity, best first, each searched as deeply as the move filters allow."""
    moves, positions = after_turns(state)
    order, shares, depth, points = looked(evaluator, state, positions, plies)
    return [found(state, moves[n], shares[n], int(depth[n]), float(points[n])) for n in order]


def judged(evaluator: BackgammonEvaluator, state: BackgammonState, move: Any, plies: int) -> MoveAnalysis:
    """Analyse a turn that was played, taking the cube into account. This turn and the two that look best are searched to
    the same depth.
    """
    moves, positions = after_turns(state)
    order = looked(evaluator, state, positions, plies).order
    played = moves.index(move)
    candidates = list(dict.fromkeys([*order[:2].tolist(), played]))
    shares = evaluator.ahead(positions[candidates], after(worth(state)), plies)[:, ::-1]
    points = value(state)(shares)
    deep = [found(state, moves[n], shares[at], plies, float(points[at])) for at, n in enumerate(candidates)]
    own = deep[candidates.index(played)]
    best = max(deep, key=_equity)
    return MoveAnalysis(own if _equity(own) >= _equity(best) else best, own, len(moves), luck(evaluator, state))


def _equity(move: MoveValue) -> float:
    assert move.forecast
    return move.forecast.equity


def luck(evaluator: BackgammonEvaluator, state: BackgammonState) -> float:
    """Return the luck of a state's throw, in points: the resulting equity of the side that has thrown, minus the mean over
    all throws (in the opening, over all opening throws).
    """
    assert state.dice
    high, low = max(state.dice), min(state.dice)
    here, thrown = packed([state.board])[0], high * (high - 1) // 2 + low - 1
    equity = evaluator.throws(here, worth(state), LUCK_PLIES)
    if not _opens(state):
        return float(equity[thrown] - THROW_PROBABILITIES @ equity)
    other = replace(state, turn=3 - state.turn)
    theirs = evaluator.throws(packed([other.board])[0], worth(other), LUCK_PLIES)
    single = np.flatnonzero(THROW_PROBABILITIES - THROW_PROBABILITIES[0])
    return float(equity[thrown] - (equity[single].mean() - theirs[single].mean()) / 2)


def _opens(state: BackgammonState) -> bool:
    """Return whether the dice are those of the opening throw."""
    return state.options["first"] == "throw" and state.checkers == (START_CHECKERS, START_CHECKERS)


def rolled(
    evaluator: BackgammonEvaluator,
    state: BackgammonState,
    most: int,
    trials: RolloutSettings,
    limit: SearchLimit,
    on_progress: OnProgress,
) -> list[MoveValue]:
    """Roll out the best turns or, before a throw, the position itself, without the cube; see `GameAnalyst`."""
    ends = worth(state)
    how = RolloutPlan(trials.number, trials.throws)
    moves: list[BackgammonPlay | None] = [None]
    if state.dice is None:
        positions, roller = packed([state.board]), ends
    else:
        plays, reached = after_turns(state)
        order = evaluator.looked(reached, ends, 1).order
        moves, positions = [plays[n] for n in order[:most]], reached[order[:most]]
        roller = after(ends)
    last: list[RolloutResult] = []
    for done in rolled_out(evaluator, positions, roller, how, limit.late):
        last = list(done)
        widest = max(each.error for each in last)
        on_progress(last[0].trials / (BLOCK_TRIALS * how.blocks), f"{last[0].trials} trials, +-{widest:.4f}")
    if not last:  # stopped before the first block was done
        return []
    turned = slice(None, None, 1 if state.dice is None else -1)
    values = []
    for move, each in zip(moves, last, strict=True):
        shares = each.shares[turned]
        values.append(found(state, move, shares, 0, float(shares @ ends), replace(each, errors=each.errors[turned])))
    return sorted(values, key=_equity, reverse=True)
