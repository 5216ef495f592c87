"""Thinks at a level: hands a position to the named player or the search that the level means, for as long as it may."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from engines import engine_of
from engines.errors import BadCommand
from engines.levels import NUMBERED, Level
from engines.search import Found, Limit, Search, best, found
from engines.search.tree import Node
from games import AnyGame, AnyState
from games.options import Options
from words import say

MOST_THREADS = 1024  # the search for any game uses one; this is for engines that can use several

ADVISER = NUMBERED["8"]  # how much is looked at for the values of moves, at least

Stopped = Callable[[], bool]
Report = Callable[[float, str], None]
"""Is told the progress, 0..1, and a few words about it."""


class Thinker:
    """Everything that decides how a game is played: level, time, randomness, and what the last search found.

    Attributes:
        level: set it at any time.
        seconds: for a move; None is the level's own time.
    """

    def __init__(self, game: AnyGame, options: Options, level: Level, dice: Random) -> None:
        self._engine = engine_of(game.name)
        self._seats = game.seats(options)
        self._dice = dice
        self.seconds: float | None = None
        self._threads = 1
        self._take_up(level)

    @property
    def level(self) -> Level:
        """How strong it plays."""
        return self._level

    @level.setter
    def level(self, level: Level) -> None:
        self._take_up(level)

    @property
    def threads(self) -> int:
        """How many an engine may use; setting it raises `BadCommand` for a number that cannot be."""
        return self._threads

    @threads.setter
    def threads(self, number: int) -> None:
        if not 1 <= number <= MOST_THREADS:
            raise BadCommand(say("{n} threads cannot be: 1 to {most}", n=number, most=MOST_THREADS))
        self._threads = number

    def choose(self, state: AnyState, stopped: Stopped, report: Report) -> Any:
        """A legal move of a position in which somebody is to move."""
        level = self.level
        if level.player:
            return self._engine.players[level.player](state, self._dice)
        return best(_run(self._search, state, 1, self._limit(level.simulations, stopped), report))[0]

    def values(self, state: AnyState, most: int | None, stopped: Stopped, report: Report) -> list[Found]:
        """The most promising moves with what they are worth, the one to play first.

        By a search that knows and sees as much as the time allows within reason, however simply the level itself plays:
        what a person is told about a move should be true.
        """
        simulations = ADVISER.simulations if self.level.simulations or self.level.player else None
        limit = self._limit(simulations, stopped)
        return found(_run(self._adviser, state, most or len(state.legal()), limit, report), most)

    def ponder(self, state: AnyState, stopped: Stopped) -> None:
        """Goes on searching until stopped, for the next question about a position that follows from this one."""
        if not self.level.player:
            self._search.run(state, Limit(stopped=stopped))

    def _limit(self, simulations: int | None, stopped: Stopped) -> Limit:
        return Limit(simulations, self.seconds or self.level.seconds, stopped)

    def _take_up(self, level: Level) -> None:
        self._level = level
        self._search = Search(self._engine, self._seats, self._dice, level.prior)
        self._adviser = self._search if level.prior else Search(self._engine, self._seats, self._dice)


def _run(search: Search, state: AnyState, moves: int, limit: Limit, report: Report) -> Node:
    return search.run(state, limit, lambda done: report(limit.progress(done), f"{done} simulations"), moves)
