"""Search for turns and cube actions with networks and exact bear-off tables.

The highest level uses this search, and so do the others until their own way of choosing moves is ready: the lower levels
with weak networks, the upper ones looking zero, one or two throws ahead. Cube actions are searched one throw deeper than
turns, but at most two throws ahead; at the highest level, close decisions are corrected by rollouts.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from fourth_seat.engines.backgammon import analysis, bearoff, networks
from fourth_seat.engines.backgammon.cube.at_stake import ranked as ranked_words
from fourth_seat.engines.backgammon.cube.janowski import CubeDecision
from fourth_seat.engines.backgammon.cube_rollout import corrected, is_close
from fourth_seat.engines.backgammon.decisions import doubling
from fourth_seat.engines.backgammon.evaluation import cube_values
from fourth_seat.engines.backgammon.evaluator import BackgammonEvaluator
from fourth_seat.engines.errors import unless_damaged
from fourth_seat.engines.limits import EngineLimits
from fourth_seat.engines.results import MoveAnalysis, MoveValue, RolloutSettings
from fourth_seat.engines.search.limit import SearchLimit
from fourth_seat.engines.solver import OnProgress
from fourth_seat.games.backgammon.checkers import BAR, LAST_HOME_POINT, Checkers
from fourth_seat.games.backgammon.moves import BackgammonMove
from fourth_seat.games.backgammon.rules import BackgammonPhase, BackgammonState
from fourth_seat.games.options import Options
from fourth_seat.words import Text

HOMEWARD_PIPS = 48  # that a side can come home by within the turns that a search sees: double six twice
LEVEL_PLIES = {7: 0, 8: 1}  # throws searched ahead; each lower level has a weaker network, and searches none
MAX_PLIES = 2  # throws searched ahead by the highest level


class BackgammonSearch:
    """`GameSearch` for backgammon."""

    def __init__(self, options: Options, limits: EngineLimits, rng: Random) -> None:
        """Load the networks, and start loading or building the tables."""
        self.notices: list[Text] = []
        self._smaller = networks.read_weak(self.notices)  # of the lower levels
        self._learned = unless_damaged(networks.read, self._smaller[-1], self.notices)
        self._tables = bearoff.BackgroundBearoff(limits.cache, lambda notice: self.notices.append(notice))

    def choose(
        self, state: BackgammonState, level: int, limit: SearchLimit, on_progress: OnProgress
    ) -> BackgammonMove | None:
        """Return the turn or cube action with the highest equity."""
        smaller = level <= len(self._smaller)
        evaluator = self._evaluator(state, limit, self._smaller[level - 1] if smaller else self._learned)
        plies = 0 if smaller else LEVEL_PLIES.get(level, MAX_PLIES)
        if not evaluator:
            return None
        if state.phase is not BackgammonPhase.PLAY:
            return ranked_words(state.phase, self._doubling(evaluator, state, limit, plies + 1)[0])[0]
        move: BackgammonMove = _ranked(evaluator, state, limit, plies)[0].move
        return move

    def _evaluator(
        self, state: BackgammonState, limit: SearchLimit, nets: networks.Networks | None
    ) -> BackgammonEvaluator | None:
        """Return the evaluator, waiting for the tables only if a search could need them."""
        if not nets:
            return None
        needed = all(map(_comes_home, state.board))
        return BackgammonEvaluator(nets, self._tables.made(limit) if needed else bearoff.nothing())

    def values(
        self, state: BackgammonState, most: int | None, limit: SearchLimit, on_progress: OnProgress
    ) -> list[MoveValue]:
        """Return the turns or cube actions with their values, best first."""
        evaluator, plies = self._evaluator(state, limit, self._learned), 1 if limit.counted else MAX_PLIES
        if not evaluator:
            return []
        if state.phase is not BackgammonPhase.PLAY:
            found = self._doubling(evaluator, state, limit, plies if limit.counted else plies + 1)
            return cube_values(state, *found)[:most]
        return _ranked(evaluator, state, limit, plies)[:most]

    def judge(self, state: BackgammonState, move: BackgammonMove, limit: SearchLimit) -> MoveAnalysis | None:
        """Analyse a turn that was played."""
        evaluator = self._evaluator(state, limit, self._learned)
        if state.phase is not BackgammonPhase.PLAY or not evaluator:
            return None
        return analysis.judged(evaluator, state, move, MAX_PLIES)

    def rollout(
        self, state: BackgammonState, most: int, trials: RolloutSettings, limit: SearchLimit, on_progress: OnProgress
    ) -> list[MoveValue]:
        """Roll out the best turns or, before a throw, the position itself."""
        if state.phase not in (BackgammonPhase.PLAY, BackgammonPhase.THROW) or not (state.turn and self._learned):
            return []
        evaluator = BackgammonEvaluator(self._learned, self._tables.made(limit))  # games are played on to the end
        return analysis.rolled(evaluator, state, most, trials, limit, on_progress)

    def _doubling(
        self, evaluator: BackgammonEvaluator, state: BackgammonState, limit: SearchLimit, plies: int
    ) -> tuple[CubeDecision, float]:
        """Return the equities of the cube actions, and the doubler's probability of winning the game. A search beyond
        `MAX_PLIES` stops there, and a rollout corrects its close decisions if time allows.
        """
        found, shares = doubling(evaluator, state, 1)
        if plies > 1 and not limit.late():
            found, shares = doubling(evaluator, state, MAX_PLIES)
        if plies > MAX_PLIES and is_close(found, state.phase) and not limit.late():
            to_the_end = replace(evaluator, tables=self._tables.made(limit))
            found, shares = corrected(to_the_end, state, found, shares, limit)
        return found, float(shares[3:].sum())

    def ponder(self, state: BackgammonState, limit: SearchLimit) -> None:
        """No-op, since this search does not think during the other players' turns."""


def _comes_home(side: Checkers) -> bool:
    """Return whether a side can have all its checkers home by the end of a search."""
    return sum((place - LAST_HOME_POINT) * side[place] for place in range(LAST_HOME_POINT + 1, BAR + 1)) <= HOMEWARD_PIPS


def _ranked(evaluator: BackgammonEvaluator, state: BackgammonState, limit: SearchLimit, plies: int) -> list[MoveValue]:
    """Return the turns, best first, searched `plies` throws ahead, or fewer if time runs out."""
    turns = analysis.ranked(evaluator, state, 0)
    for deeper in range(1, plies + 1):
        if limit.late():
            break
        turns = analysis.ranked(evaluator, state, deeper)
    return turns
