"""Turns are chosen by networks and exact endings: by smaller networks at the lower levels, after no, one or two throws more
at the upper ones; words about the cube after one throw more than turns, two at most.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from engines.analysis import RolloutSettings, SearchedTurn
from engines.backgammon import evaluation
from engines.backgammon.cube.janowski import CubeDecision
from engines.backgammon.cube.words import figures, share
from engines.backgammon.cube.words import ranked as ranked_words
from engines.errors import DamagedTable
from engines.limits import EngineLimits
from engines.search import Found, SearchLimit
from engines.search.logistic import in_seat_order
from engines.search.preparation import Preparation
from engines.solver import OnProgress
from games.backgammon.moves import BackgammonMove
from games.backgammon.rules import BackgammonPhase, BackgammonState
from games.options import Options
from words import Text

if TYPE_CHECKING:
    from engines.backgammon.evaluator import BackgammonEvaluator

SIMULATIONS = (100, 1_000)
"""A level that counts its simulations leaves the turn to a smaller network where they are fewer than the first number; it
looks at no throw ahead where they are fewer than the second, and else at one."""
LOWER = (4, 6, 9, 13, 20, 40)
"""What the lower levels count (`engines.levels`), each with a network of its own; by it they are told apart."""
MOST_PLIES = 2  # throws that a level looks ahead that does not count


class BackgammonSearch:
    """See `engines.search.game_search.Searcher`."""

    def __init__(self, options: Options, limits: EngineLimits, rng: Random) -> None:
        self.notices: list[Text] = []
        self._folder = limits.folder
        self._evaluator: BackgammonEvaluator | None = None
        self._lesser: list[BackgammonEvaluator | None] = []  # of the lower levels
        self._preparing = Preparation("backgammon", self._prepare, lambda notice: self.notices.append(notice))

    def prepare(self) -> None:
        """Begins to load the networks, and to load or build the tables; returns at once."""
        self._preparing.begin()

    def _prepare(self) -> None:
        from engines.backgammon import bearoff, networks, weak_networks
        from engines.backgammon.evaluator import BackgammonEvaluator

        smaller = weak_networks.read(self.notices.append)
        learned = smaller[-1]
        try:
            learned = networks.read()
        except DamagedTable as error:
            self.notices.append(error.text)
        tables = bearoff.kept(self._folder, self.notices.append)
        self._evaluator = BackgammonEvaluator(learned, tables) if learned else None
        self._lesser = [BackgammonEvaluator(each, tables) if each else None for each in smaller]

    def choose(self, state: BackgammonState, limit: SearchLimit, on_progress: OnProgress) -> BackgammonMove | None:
        """The turn or word that is worth most."""
        evaluator, plies = self._at(limit) if self._preparing.waited(limit) else (None, 0)
        if not evaluator:
            return None
        if state.phase is not BackgammonPhase.PLAY:
            return ranked_words(state.phase, _doubling(evaluator, state, limit, plies + 1)[0])[0]
        move: BackgammonMove = _ranked(evaluator, state, limit, plies)[0].move
        return move

    def _at(self, limit: SearchLimit) -> tuple[BackgammonEvaluator | None, int]:
        """Who judges at a level, and how many throws ahead."""
        if not limit.counted:
            return self._evaluator, MOST_PLIES
        left = limit.left(0)
        plies = sum(left >= simulations for simulations in SIMULATIONS)
        if plies:
            return self._evaluator, plies - 1
        level = sum(left >= simulations for simulations in LOWER)
        return self._lesser[level - 1] if level else None, 0

    def values(self, state: BackgammonState, most: int | None, limit: SearchLimit, on_progress: OnProgress) -> list[Found]:
        """The turns or words, the one to choose first."""
        evaluator, plies = self._best(limit), 1 if limit.counted else MOST_PLIES
        if state.phase is not BackgammonPhase.PLAY:
            found, chance = _doubling(evaluator, state, limit, plies) if evaluator else evaluation.doubling(state)
            return _words(state, found, chance)[:most]
        return _ranked(evaluator, state, limit, plies)[:most] if evaluator else []

    def judge(self, state: BackgammonState, move: BackgammonMove, limit: SearchLimit) -> SearchedTurn | None:
        """What a turn was worth."""
        evaluator = self._best(limit)
        if state.phase is not BackgammonPhase.PLAY or not evaluator:
            return None
        from engines.backgammon.analysis import judged

        return judged(evaluator, state, move, MOST_PLIES)

    def rollout(
        self, state: BackgammonState, most: int, trials: RolloutSettings, limit: SearchLimit, on_progress: OnProgress
    ) -> list[Found]:
        """The best turns, each played on many times; without dice the position itself."""
        evaluator = self._best(limit)
        if state.phase not in (BackgammonPhase.PLAY, BackgammonPhase.THROW) or not (state.turn and evaluator):
            return []
        from engines.backgammon.analysis import rolled

        return rolled(evaluator, state, most, trials, limit, on_progress)

    def ponder(self, state: BackgammonState, limit: SearchLimit) -> None:
        """Makes ready; nothing is found out on others' time."""
        self._preparing.waited(limit)

    def _best(self, limit: SearchLimit) -> BackgammonEvaluator | None:
        """The largest networks, when they are ready in time."""
        return self._evaluator if self._preparing.waited(limit) else None


def _doubling(
    evaluator: BackgammonEvaluator, state: BackgammonState, limit: SearchLimit, plies: int
) -> tuple[CubeDecision, float]:
    """What the words about the cube are worth, and the doubler's chance to win the game."""
    from engines.backgammon.decisions import doubling

    found, shares = doubling(evaluator, state, 1)
    if plies > 1 and not limit.late():
        found, shares = doubling(evaluator, state, min(plies, MOST_PLIES))
    return found, float(shares[3:].sum())


def _ranked(evaluator: BackgammonEvaluator, state: BackgammonState, limit: SearchLimit, plies: int) -> list[Found]:
    """The turns, the best first; by a look as deep as that, unless it gets late."""
    from engines.backgammon.analysis import ranked

    turns = ranked(evaluator, state, 0)
    for deeper in range(1, plies + 1):
        if limit.late():
            break
        turns = ranked(evaluator, state, deeper)
    return turns


def _words(state: BackgammonState, found: CubeDecision, chance: float) -> list[Found]:
    """What may be said about the cube, the better word first; `chance` is the doubler's to win the game."""
    given = figures(state, found)
    return [
        Found(word, in_seat_order(state.turn, share(word, found, chance)), False, (word,), 0, figures=given)
        for word in ranked_words(state.phase, found)
    ]
