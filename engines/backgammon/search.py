"""Turns are chosen by networks and exact endings: by smaller networks at the lower levels, after no, one or two throws more
at the upper ones; words about the cube after one throw more than turns, two at most.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from engines.backgammon import evaluation
from engines.backgammon.cube.at_stake import figures, share
from engines.backgammon.cube.at_stake import ranked as ranked_words
from engines.backgammon.cube.janowski import CubeDecision
from engines.errors import DamagedTable
from engines.limits import EngineLimits
from engines.results import MoveAnalysis, MoveValue, RolloutSettings
from engines.search.limit import SearchLimit
from engines.search.logistic import in_seat_order
from engines.search.preparation import Preparation
from engines.solver import OnProgress
from games.backgammon.moves import BackgammonMove
from games.backgammon.rules import BackgammonPhase, BackgammonState
from games.options import Options
from words import Text

if TYPE_CHECKING:
    from engines.backgammon.evaluator import BackgammonEvaluator

PLIES = {7: 0, 8: 1}  # throws searched ahead by level; lower levels have a weaker network each, and search none
MAX_PLIES = 2  # throws searched ahead by the highest level


class BackgammonSearch:
    """See `engines.protocol.GameSearch`."""

    def __init__(self, options: Options, limits: EngineLimits, rng: Random) -> None:
        self.notices: list[Text] = []
        self._cache = limits.cache
        self._evaluator: BackgammonEvaluator | None = None
        self._weak: list[BackgammonEvaluator | None] = []  # of the lower levels
        self._preparing = Preparation("backgammon", self._prepare, lambda notice: self.notices.append(notice))

    def prepare(self) -> None:
        """Begin to load the networks, and to load or build the tables; return at once."""
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
        tables = bearoff.kept(self._cache, self.notices.append)
        self._evaluator = BackgammonEvaluator(learned, tables) if learned else None
        self._weak = [BackgammonEvaluator(each, tables) if each else None for each in smaller]

    def choose(
        self, state: BackgammonState, level: int, limit: SearchLimit, on_progress: OnProgress
    ) -> BackgammonMove | None:
        """The turn or word that is worth most."""
        evaluator, plies = self._at(level) if self._preparing.waited(limit) else (None, 0)
        if not evaluator:
            return None
        if state.phase is not BackgammonPhase.PLAY:
            return ranked_words(state.phase, _doubling(evaluator, state, limit, plies + 1)[0])[0]
        move: BackgammonMove = _ranked(evaluator, state, limit, plies)[0].move
        return move

    def _at(self, level: int) -> tuple[BackgammonEvaluator | None, int]:
        """The evaluator of a level, and how many throws it searches ahead."""
        if level <= len(self._weak):
            return self._weak[level - 1], 0
        return self._evaluator, PLIES.get(level, MAX_PLIES)

    def values(
        self, state: BackgammonState, most: int | None, limit: SearchLimit, on_progress: OnProgress
    ) -> list[MoveValue]:
        """The turns or words, the one to choose first."""
        evaluator, plies = self._best(limit), 1 if limit.counted else MAX_PLIES
        if state.phase is not BackgammonPhase.PLAY:
            found, chance = _doubling(evaluator, state, limit, plies) if evaluator else evaluation.doubling(state)
            return _words(state, found, chance)[:most]
        return _ranked(evaluator, state, limit, plies)[:most] if evaluator else []

    def judge(self, state: BackgammonState, move: BackgammonMove, limit: SearchLimit) -> MoveAnalysis | None:
        """Analyse a turn that was played."""
        evaluator = self._best(limit)
        if state.phase is not BackgammonPhase.PLAY or not evaluator:
            return None
        from engines.backgammon.analysis import judged

        return judged(evaluator, state, move, MAX_PLIES)

    def rollout(
        self, state: BackgammonState, most: int, trials: RolloutSettings, limit: SearchLimit, on_progress: OnProgress
    ) -> list[MoveValue]:
        """The best turns, each played on many times; without dice the position itself."""
        evaluator = self._best(limit)
        if state.phase not in (BackgammonPhase.PLAY, BackgammonPhase.THROW) or not (state.turn and evaluator):
            return []
        from engines.backgammon.analysis import rolled

        return rolled(evaluator, state, most, trials, limit, on_progress)

    def ponder(self, state: BackgammonState, limit: SearchLimit) -> None:
        """Get ready; nothing is computed on others' time."""
        self._preparing.waited(limit)

    def _best(self, limit: SearchLimit) -> BackgammonEvaluator | None:
        """The largest networks, when they are ready in time."""
        return self._evaluator if self._preparing.waited(limit) else None


def _doubling(
    evaluator: BackgammonEvaluator, state: BackgammonState, limit: SearchLimit, plies: int
) -> tuple[CubeDecision, float]:
    """Return the equities of the cube actions, and the doubler's chance to win the game."""
    from engines.backgammon.decisions import doubling

    found, shares = doubling(evaluator, state, 1)
    if plies > 1 and not limit.late():
        found, shares = doubling(evaluator, state, min(plies, MAX_PLIES))
    return found, float(shares[3:].sum())


def _ranked(evaluator: BackgammonEvaluator, state: BackgammonState, limit: SearchLimit, plies: int) -> list[MoveValue]:
    """The turns, the best first; by a look as deep as that, unless it gets late."""
    from engines.backgammon.analysis import ranked

    turns = ranked(evaluator, state, 0)
    for deeper in range(1, plies + 1):
        if limit.late():
            break
        turns = ranked(evaluator, state, deeper)
    return turns


def _words(state: BackgammonState, found: CubeDecision, chance: float) -> list[MoveValue]:
    """List the cube actions, the better one first; `chance` is the doubler's to win the game."""
    given = figures(state, found)
    return [
        MoveValue(word, in_seat_order(state.turn, share(word, found, chance)), line=(word,), figures=given)
        for word in ranked_words(state.phase, found)
    ]
