"""Thinks at a level: hands a position to the named player, the solver or the search that the level means, for as long as
it may.
"""

from __future__ import annotations

from random import Random
from typing import Any

from engines import engine_of
from engines.analysis import Analyst, Judgement, Trials
from engines.errors import BadCommand
from engines.exact import Report, Stopped
from engines.levels import NUMBERED, Level
from engines.means import Means
from engines.perfect import Perfect
from engines.search import Found, Limit, Search, best, found
from engines.search.searcher import Searcher
from engines.search.tree import Node
from games import AnyGame, AnyState
from games.options import Options
from words import Text, say

PROVING = 6.0  # seconds that a solver gets for the values of moves, at least: on first use it has tables to build
LEFT_OVER = 0.3  # of the time is kept for the search where the solver cannot answer

PATIENCE = 60.0  # seconds to get ready and to look at a turn that was played
ADVISER = NUMBERED["8"]  # how much is looked at for the values of moves, at least


class Thinker:
    """Everything that decides how a game is played: level, time, randomness, and what the last search found.

    Attributes:
        level: set it at any time.
        seconds: for a move; None is the level's own time.
    """

    def __init__(
        self,
        game: AnyGame,
        options: Options,
        level: Level,
        dice: Random,
        means: Means | None = None,
    ) -> None:
        self._engine = engine_of(game.name)
        self._title = game.title
        self._options = options
        self._seats = game.seats(options)
        self._dice = dice
        self._means = means or Means()
        self.seconds: float | None = None
        self._perfect = self._solving()
        self._searcher = self._searching()
        self._take_up(level)

    def _solving(self) -> Perfect | None:
        make = self._engine.solver
        return make and Perfect(self._engine, lambda: make(self._options, self.means), self._dice)

    def _searching(self) -> Searcher | None:
        make = self._engine.searcher
        return make(self._options, self.means, self._dice) if make else None

    @property
    def level(self) -> Level:
        """How strong it plays."""
        return self._level

    @level.setter
    def level(self, level: Level) -> None:
        self._take_up(level)

    @property
    def means(self) -> Means:
        """What it may use of the machine; other means begin a new solver, where the game has one."""
        return self._means

    @means.setter
    def means(self, means: Means) -> None:
        self._means = means
        self._perfect = self._solving()
        self._searcher = self._searching()

    def warm(self, report: Report) -> None:
        """Begins, in the background, to prepare what the level will need."""
        if self._perfect and self.level.solves:
            self._perfect.prepare(report)
        if self._searcher and self._searches(self.level):
            self._searcher.prepare()

    def choose(self, state: AnyState, stopped: Stopped, report: Report) -> Any:
        """A legal move of a position in which somebody is to move."""
        level = self.level
        if level.player:
            return self._engine.players[level.player](state, self._dice)
        limit = Limit(level.simulations, self._time, stopped)
        if self._perfect and level.solves and len(state.legal()) > 1:
            move = self._perfect.choose(state, self._most_of(self._time, stopped), report)
            if move is not None:
                return move
        if self._searcher and self._searches(level) and len(state.legal()) > 1:
            move = self._searcher.choose(state, limit, report)
            if move is not None:
                return move
        if self._engine.thumb:
            move = self._engine.thumb(state)
            if move is not None:
                return move
        return best(_run(self._search, state, 1, limit, report))[0]

    def values(self, state: AnyState, most: int | None, stopped: Stopped, report: Report) -> list[Found]:
        """The most promising moves with what they are worth, the one to play first.

        By a solver, or by a search that knows and sees as much as the time allows within reason, however simply the level
        itself plays: what a person is told about a move should be true.
        """
        simulations = ADVISER.simulations if self.level.simulations or self.level.player else None
        seconds = self.seconds or max(PROVING, self.level.seconds) if self._perfect or self._engine.analysed else self._time
        limit = Limit(simulations, seconds, stopped)
        if self._perfect:
            values = self._perfect.values(state, most, self._most_of(seconds, stopped), report)
            if values:
                return values
        if self._searcher:
            values = self._searcher.values(state, most, limit, report)
            if values:
                return values
        return found(_run(self._adviser, state, most or len(state.legal()), limit, report), most)

    def judge(self, state: AnyState, move: Any, stopped: Stopped) -> Judgement:
        """What a turn was worth, throw and move.

        Raises:
            BadCommand: nobody can tell in this game, or now.
        """
        judgement = self._analyst.judge(state, move, Limit(None, PATIENCE, stopped))
        if judgement is None:
            raise BadCommand(say("nobody can tell what {move} was worth", move=str(move)))
        return judgement

    def rollout(self, state: AnyState, most: int, trials: Trials, stopped: Stopped, report: Report) -> list[Found]:
        """The best moves, each played on many times; see `Analyst`.

        Raises:
            BadCommand: it cannot be done in this game, or now.
        """
        found = self._analyst.rollout(state, most, trials, Limit(stopped=stopped), report)
        if not found:
            raise BadCommand(say("this position cannot be played on"))
        return found

    @property
    def _analyst(self) -> Analyst:
        if not isinstance(self._searcher, Analyst):
            raise BadCommand(say("games are not looked at more closely in {game}", game=self._title))
        return self._searcher

    def notices(self) -> list[Text]:
        """What people should know, such as that a table was damaged; told once."""
        told = self._perfect.notices() if self._perfect else []
        if self._searcher:
            told, self._searcher.notices = [*told, *self._searcher.notices], []
        return told

    def ponder(self, state: AnyState, stopped: Stopped) -> None:
        """Goes on searching until stopped, for the next question about a position that follows from this one."""
        if self._perfect and self.level.solves:
            self._perfect.ponder(state, stopped)
        elif self._searcher and self._searches(self.level):
            self._searcher.ponder(state, Limit(stopped=stopped))
        elif not self.level.player:
            self._search.run(state, Limit(stopped=stopped))

    def _searches(self, level: Level) -> bool:
        """Whether the game's own search plays a level."""
        return (level.prior or self._engine.searcher_below) and not level.player

    @staticmethod
    def _most_of(seconds: float, stopped: Stopped) -> Stopped:
        return Limit(None, (1 - LEFT_OVER) * seconds, stopped).late

    @property
    def _time(self) -> float:
        return self.seconds or self.level.seconds

    def _take_up(self, level: Level) -> None:
        self._level = level
        self._search = Search(self._engine, self._seats, self._dice, level.prior)
        self._adviser = self._search if level.prior else Search(self._engine, self._seats, self._dice)


def _run(search: Search, state: AnyState, moves: int, limit: Limit, report: Report) -> Node:
    return search.run(state, limit, lambda done: report(limit.progress(done), f"{done} simulations"), moves)
