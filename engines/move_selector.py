"""Selection and evaluation of moves at a given level and within a time limit: by a named player, the choice model, the
game's solver, its own search, or the generic search.
"""

from __future__ import annotations

from itertools import chain
from random import Random
from typing import Any

from fourth_seat.engines import engine_of, unusable
from fourth_seat.engines.choice import fitted_levels
from fourth_seat.engines.errors import BadCommand, taken
from fourth_seat.engines.levels import MAX_LEVEL, NUMBERED_LEVELS, Level
from fourth_seat.engines.limits import EngineLimits
from fourth_seat.engines.protocol import Appraiser, GameAnalyst, GameSearch
from fourth_seat.engines.results import MoveAnalysis, MoveValue, RolloutSettings
from fourth_seat.engines.search.background import BackgroundMaker, BackgroundSolver, no_appraiser, no_search
from fourth_seat.engines.search.limit import SearchLimit
from fourth_seat.engines.search.mcts import TreeSearch
from fourth_seat.engines.search.tree import Node, best, move_values
from fourth_seat.engines.solver import OnProgress, ShouldStop
from fourth_seat.games import AnyGame, AnyState
from fourth_seat.games.options import Options
from fourth_seat.words import Text, say

MIN_SOLVER_S = 6.0  # that a solver gets for the values of moves, at least: on first use it has tables to build
SEARCH_SHARE = 0.3  # of the time is kept for the search in case the solver cannot answer
GAME_SEED_BITS = 48

ANALYSIS_TIMEOUT_S = 60.0  # to get ready, and to look at a turn that was played
HINT_LEVEL = NUMBERED_LEVELS["8"]  # the shortest search for the values of moves


class MoveSelector:
    """Selects moves in one game; holds the level, the time limit, the random generator, and the searches.

    Attributes:
        level: the level of play; may be changed at any time.
        seconds: time limit per move; None for the level's default.
    """

    def __init__(
        self,
        game: AnyGame,
        options: Options,
        level: Level,
        rng: Random,
        limits: EngineLimits | None = None,
    ) -> None:
        self._engine = engine_of(game.name)
        self._title = game.title
        self._options = options
        self._seats = game.seats(options)
        self._rng = rng
        self._limits = limits or EngineLimits()
        self.seconds: float | None = None
        self._notices = [why] if (why := unusable(game.name)) else []
        self._delay_announced = False
        self._begin_within_limits()
        self.level = level

    def _begin_within_limits(self) -> None:
        solve, search, fitted = self._engine.solver, self._engine.search, self._engine.fitted
        self._solver = solve and BackgroundSolver(self._engine, lambda: solve(self._options, self.limits), self._rng)
        self._game_search = search and BackgroundMaker(lambda: search(self._options, self.limits, self._rng), no_search)
        self._appraiser: BackgroundMaker[Appraiser] | None = None
        if fitted:
            self._appraiser = BackgroundMaker(lambda: fitted.appraiser(self._options, self.limits), no_appraiser)

    @property
    def level(self) -> Level:
        """The level of play. Setting it starts a new generic search and changes which moves will be overlooked."""
        return self._level

    @level.setter
    def level(self, level: Level) -> None:
        self._level = level
        self._search = TreeSearch(self._engine, self._seats, self._rng, level.prior)
        self._adviser = self._search if level.prior else TreeSearch(self._engine, self._seats, self._rng)
        self.begin_game()

    def begin_game(self) -> None:
        """Start a new game, in which different moves will be overlooked."""
        self._game_seed: int | None = None

    @property
    def limits(self) -> EngineLimits:
        """Resource limits; setting them replaces the game's solver and search."""
        return self._limits

    @limits.setter
    def limits(self, limits: EngineLimits) -> None:
        self._limits = limits
        self._begin_within_limits()

    def warm(self, on_progress: OnProgress) -> None:
        """Start preparing whatever the level needs, in the background."""
        if self._solver and self.level.solves:
            self._solver.prepare(on_progress)
        if self._fitted:
            self._fitted.prepare()
        elif self._game_search and self._searches(self.level):
            self._game_search.prepare()

    def choose(self, state: AnyState, should_stop: ShouldStop, on_progress: OnProgress) -> Any:
        """Return a legal move for the seat to move."""
        level = self.level
        if level.player:
            return self._engine.players[level.player](state, self._rng)
        limit = SearchLimit(level.simulations, self._time, should_stop)
        if self._fitted and (move := self._by_model(state, self._fitted, limit)) is not None:
            return move
        if self._solver and level.solves and len(state.legal()) > 1:
            move = self._solver.choose(state, self._most_of(self._time, should_stop), on_progress)
            if move is not None:
                return move
        if self._searches(level) and len(state.legal()) > 1 and (search := self._made(limit)):
            move = search.choose(state, int(level.number or MAX_LEVEL), limit, on_progress)
            if move is not None:
                return move
        self._notify_of_delay()
        if values := self._engine.heuristic(state):
            return values[0].move
        return best(_run(self._search, state, 1, limit, on_progress))[0]

    @property
    def _fitted(self) -> BackgroundMaker[Appraiser] | None:
        """The appraiser used by the level, if the level is fitted to the game."""
        return None if self.level.highest or self.level.player else self._appraiser

    def _by_model(self, state: AnyState, appraiser: BackgroundMaker[Appraiser], limit: SearchLimit) -> Any | None:
        """Return the choice model's move, or None if there was not enough time to prepare."""
        appraise = appraiser.made(limit)
        candidates = appraise and appraise.candidates(state)
        if not candidates:
            return None
        if self._game_seed is None:
            self._game_seed = self._rng.getrandbits(GAME_SEED_BITS)
        assert self._engine.fitted and self.level.number
        return (
            fitted_levels(self._engine.fitted.levels).at(self.level.number).choose(candidates, self._game_seed, self._rng)
        )

    def values(
        self, state: AnyState, most: int | None, should_stop: ShouldStop, on_progress: OnProgress
    ) -> list[MoveValue]:
        """Return the most promising moves with their values, starting with the one to play.

        The values come from a solver, or from the strongest search that the time reasonably allows, even at weak levels:
        users should be told the truth about a move.
        """
        simulations = HINT_LEVEL.simulations if self.level.simulations or self.level.player else None
        seconds = (
            self.seconds or max(MIN_SOLVER_S, self.level.seconds) if self._solver or self._engine.analyses else self._time
        )
        limit = SearchLimit(simulations, seconds, should_stop)
        if self._solver:
            values = self._solver.values(state, most, self._most_of(seconds, should_stop), on_progress)
            if values:
                return values
        if search := self._made(limit):
            values = search.values(state, most, limit, on_progress)
            if values:
                return values
        if guessed := self._engine.heuristic(state):
            return list(guessed[:most])
        return move_values(_run(self._adviser, state, most or len(state.legal()), limit, on_progress), most)

    def judge(self, state: AnyState, move: Any, should_stop: ShouldStop) -> MoveAnalysis:
        """Return an analysis of a turn, covering both its throw and its move.

        Raises:
            BadCommand: the game does not support analysis, or time ran out.
        """
        limit = SearchLimit(None, ANALYSIS_TIMEOUT_S, should_stop)
        analyst = self._analyst(limit)
        judgement = analyst.judge(state, move, limit) if analyst else None
        if judgement is None:
            raise BadCommand(say("{move} cannot be evaluated now", move=str(move)))
        return judgement

    def rollout(
        self, state: AnyState, most: int, trials: RolloutSettings, should_stop: ShouldStop, on_progress: OnProgress
    ) -> list[MoveValue]:
        """Roll out up to `most` of the best moves; see `GameAnalyst`.

        Raises:
            BadCommand: the game does not support rollouts, or the position cannot be rolled out.
        """
        limit = SearchLimit(should_stop=should_stop)
        analyst = self._analyst(limit)
        found = analyst.rollout(state, most, trials, limit, on_progress) if analyst else []
        if not found:
            raise BadCommand(say("nothing was rolled out: the game is over, or there was no time"))
        return found

    def _made(self, limit: SearchLimit) -> GameSearch | None:
        """Return the game's own search, or None if it does not have one or the limit was reached first."""
        return self._game_search.made(limit) if self._game_search else None

    def _analyst(self, limit: SearchLimit) -> GameAnalyst | None:
        """Return the analyst, or None if the limit was reached first; raise `BadCommand` if the game has none."""
        if not self._engine.analyses:
            raise BadCommand(say("game analysis is not available for {game}", game=self._title))
        search = self._made(limit)
        return search if isinstance(search, GameAnalyst) else None

    def _notify_of_delay(self) -> None:
        """Add a notice, once, if a simpler player moves because kernels are still being compiled or tables loaded."""
        late = [each for each in (self._solver, self._game_search, self._appraiser) if each and each.pending]
        if late and not self._delay_announced:
            self._delay_announced = True
            self._notices.append(say("it is still preparing this level, and plays more weakly until it is ready"))

    def notices(self) -> list[Text]:
        """Return and clear the pending user-facing messages, for example about a damaged table."""
        late = (each.notices() for each in (self._solver, self._game_search, self._appraiser) if each)
        return [*taken(self._notices), *chain.from_iterable(late)]

    def ponder(self, state: AnyState, should_stop: ShouldStop) -> None:
        """Search ahead until stopped, in preparation for a later request about a position that follows from this one."""
        if self._solver and self.level.solves:
            self._solver.ponder(state, should_stop)
        elif self._fitted:
            return  # nothing to find out: it looks only at the position in front of it
        elif self._game_search and self._searches(self.level):
            limit = SearchLimit(should_stop=should_stop)
            if search := self._made(limit):
                search.ponder(state, limit)
        elif not self.level.player:
            self._search.run(state, SearchLimit(should_stop=should_stop))

    def _searches(self, level: Level) -> bool:
        """Return whether the game's own search is used at a level."""
        return (level.prior or self._engine.search_plays_low_levels) and not level.player

    @staticmethod
    def _most_of(seconds: float, should_stop: ShouldStop) -> ShouldStop:
        return SearchLimit(None, (1 - SEARCH_SHARE) * seconds, should_stop).late

    @property
    def _time(self) -> float:
        return self.seconds or self.level.seconds


def _run(search: TreeSearch, state: AnyState, moves: int, limit: SearchLimit, on_progress: OnProgress) -> Node:
    return search.run(state, limit, lambda done: on_progress(limit.progress(done), f"{done} simulations"), moves)
