"""Losses of cube actions, by the equities of GNU Backgammon. The program is called; nothing of it is in here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import mean, stdev

from benchmarks.backgammon.match.cube_games import CubeGame
from benchmarks.backgammon.match.gnubg_program import answered
from games.backgammon.formats import gnuid
from games.backgammon.moves import CubeAction
from games.backgammon.rules import BackgammonPhase, BackgammonState

CLOSE = 0.16  # points between to roll and to double, below which there is something to decide: as GNU Backgammon has it

SCRIPT = """
def doubling(text, plies):
    gnubg.command("set gnubgid " + text)
    context = gnubg.evalcontext(1, plies, 1, 1, 0.0)
    return gnubg.cfevaluate(gnubg.board(), gnubg.cubeinfo(), context)[1:4]

def far(figures, answers):
    roll, take, drop = figures
    return abs(take - drop if answers else min(take, drop) - roll) > given["far"]

answer = []
for text, answers in given["words"]:
    figures = doubling(text, 0)
    answer.append(figures if far(figures, answers) else doubling(text, given["plies"]))
"""
FAR = 2 * CLOSE  # decisions farther from even than this at 0 ply are not looked at any deeper


@dataclass(frozen=True, slots=True)
class Judged:
    """A cube action with its loss, in points at the value of the cube before it; `close`: it was wrong or close."""

    state: BackgammonState
    word: CubeAction
    lost: float
    close: bool

    @property
    def actual(self) -> bool:
        """Return whether there was something to decide: any action but `roll`, and `roll` where it was wrong or close."""
        return self.close or self.word is not CubeAction.ROLL


def judged(games: Sequence[CubeGame], plies: int) -> list[Judged]:
    """Judge all cube actions of some games by GNU Backgammon so many throws ahead."""
    return judged_words(
        [(state, what) for played in games for state, what in played.said if isinstance(what, CubeAction)], plies
    )


def judged_words(words: Sequence[tuple[BackgammonState, CubeAction]], plies: int) -> list[Judged]:
    """Judge cube actions in any positions, as `judged` does for whole games."""
    given = [(gnuid.write(_before(state)), state.phase is BackgammonPhase.ANSWER) for state, _ in words]
    found = answered(SCRIPT, {"words": given, "plies": plies, "far": FAR})
    return [_judged(*said, *figures) for said, figures in zip(words, found, strict=True)]


def _before(state: BackgammonState) -> BackgammonState:
    """Return the position before the double, where one is being answered: GNU Backgammon evaluates that one."""
    return (
        replace(state, phase=BackgammonPhase.CUBE, turn=3 - state.turn) if state.phase is BackgammonPhase.ANSWER else state
    )


def _judged(state: BackgammonState, word: CubeAction, roll: float, take: float, drop: float) -> Judged:
    doubled = min(take, drop)
    close = abs(doubled - roll) < CLOSE
    match word:
        case CubeAction.ROLL:
            lost = max(roll, doubled) - roll
        case CubeAction.DOUBLE:
            lost = max(roll, doubled) - doubled
        case _:
            lost = (take if word is CubeAction.TAKE else drop) - doubled
            close = abs(take - drop) < CLOSE
    return Judged(state, word, lost, close or lost > 0)


@dataclass(frozen=True, slots=True)
class Summary:
    """Losses of some cube actions.

    Attributes:
        lost, error: thousandths of a point (of the cube) a decision, with one standard error.
        wrong: the part of them that lost something.
    """

    decisions: int
    lost: float
    error: float
    wrong: float


def summed_up(words: Sequence[Judged]) -> Summary:
    """Summarize judged cube actions."""
    lost = [1000 * each.lost for each in words]
    wrong = sum(1 for each in lost if each > 0)
    return Summary(len(lost), mean(lost), stdev(lost) / sqrt(len(lost)), wrong / len(lost))
