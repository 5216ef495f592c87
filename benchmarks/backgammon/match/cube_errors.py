"""Losses of cube actions, by the equities of GNU Backgammon. This calls the program, and contains no part of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import nan
from statistics import mean

from benchmarks.backgammon.match.cube_games import CubeGame
from benchmarks.backgammon.match.program import query
from fourth_seat.engines.arena.intervals import standard_error
from fourth_seat.games.backgammon.formats import gnuid
from fourth_seat.games.backgammon.moves import CubeAction
from fourth_seat.games.backgammon.rules import BackgammonPhase, BackgammonState

CLOSE_POINTS = 0.16  # between rolling and doubling, below which there is something to decide: as in GNU Backgammon

GNUBG_SCRIPT = """
def doubling(text, plies):
    gnubg.command("set gnubgid " + text)
    context = gnubg.evalcontext(1, plies, 1, 1, 0.0)
    return gnubg.cfevaluate(gnubg.board(), gnubg.cubeinfo(), context)[1:4]

def far(figures, answers):
    roll, take, drop = figures
    return abs(take - drop if answers else min(take, drop) - roll) > given["far"]

answer = []
for text, answers in given["actions"]:
    figures = doubling(text, 0)
    answer.append(figures if far(figures, answers) else doubling(text, given["plies"]))
"""
FAR_POINTS = 2 * CLOSE_POINTS  # decisions farther from even than this at 0 ply are not looked at any deeper


@dataclass(frozen=True, slots=True)
class JudgedAction:
    """A cube action with its loss, in points at the value of the cube before it; `close`: it was wrong or close."""

    state: BackgammonState
    action: CubeAction
    loss: float
    close: bool

    @property
    def is_decision(self) -> bool:
        """Whether there was something to decide: any action but `roll`, and `roll` if it was wrong or close."""
        return self.close or self.action is not CubeAction.ROLL


def judge_games(games: Sequence[CubeGame], plies: int) -> list[JudgedAction]:
    """Judge all cube actions of some games by GNU Backgammon at a depth in throws."""
    actions = [(state, what) for played in games for state, what in played.decisions if isinstance(what, CubeAction)]
    return judge_actions(actions, plies)


def judge_actions(actions: Sequence[tuple[BackgammonState, CubeAction]], plies: int) -> list[JudgedAction]:
    """Judge cube actions in any positions, as `judge_games` does for whole games."""
    given = [(gnuid.write(_before(state)), state.phase is BackgammonPhase.ANSWER) for state, _ in actions]
    found = query(GNUBG_SCRIPT, {"actions": given, "plies": plies, "far": FAR_POINTS})
    return [_judged(*one, *figures) for one, figures in zip(actions, found, strict=True)]


def _before(state: BackgammonState) -> BackgammonState:
    """Return the position before the double, if one is being answered: GNU Backgammon evaluates that position."""
    return (
        replace(state, phase=BackgammonPhase.CUBE, turn=3 - state.turn) if state.phase is BackgammonPhase.ANSWER else state
    )


def _judged(state: BackgammonState, action: CubeAction, roll: float, take: float, drop: float) -> JudgedAction:
    doubled = min(take, drop)
    close = abs(doubled - roll) < CLOSE_POINTS
    match action:
        case CubeAction.ROLL:
            loss = max(roll, doubled) - roll
        case CubeAction.DOUBLE:
            loss = max(roll, doubled) - doubled
        case _:
            loss = (take if action is CubeAction.TAKE else drop) - doubled
            close = abs(take - drop) < CLOSE_POINTS
    return JudgedAction(state, action, loss, close or loss > 0)


@dataclass(frozen=True, slots=True)
class Summary:
    """Losses of some cube actions.

    Attributes:
        loss, error: thousandths of a point (of the cube) a decision, with one standard error.
        wrong: the share of decisions that lost something.
    """

    decisions: int
    loss: float
    error: float
    wrong: float


def summarize(actions: Sequence[JudgedAction]) -> Summary:
    """Summarise judged cube actions."""
    if not actions:
        return Summary(0, nan, nan, nan)
    losses = [1000 * each.loss for each in actions]
    wrong = sum(1 for loss in losses if loss > 0)
    return Summary(len(losses), mean(losses), standard_error(losses), wrong / len(losses))
