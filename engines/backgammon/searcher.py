"""Turns are chosen by networks and exact endings: by smaller networks at the lower levels, after no, one or two throws more
at the upper ones; words about the cube after one throw more than turns, two at most.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from engines.analysis import Judgement, Trials
from engines.backgammon import static
from engines.backgammon.cube.janowski import Doubling
from engines.backgammon.cube.words import figures, share
from engines.backgammon.cube.words import ranked as ranked_words
from engines.errors import DamagedTable
from engines.exact import Report
from engines.logistic import in_seat_order
from engines.means import Means
from engines.search import Found, Limit
from engines.search.preparing import Preparing
from games.backgammon.moves import BackgammonMove
from games.backgammon.rules import BackgammonPhase, BackgammonState
from games.options import Options
from words import Text

if TYPE_CHECKING:
    from engines.backgammon.brain import Brain

SIMULATIONS = (100, 1_000)
"""A level that counts its simulations leaves the turn to a smaller network where they are fewer than the first number; it
looks at no throw ahead where they are fewer than the second, and else at one."""
LOWER = (4, 6, 9, 13, 20, 40)
"""What the lower levels count (`engines.levels`), each with a network of its own; by it they are told apart."""
MOST_PLIES = 2  # throws that a level looks ahead that does not count


class BackgammonSearcher:
    """See `engines.search.searcher.Searcher`."""

    def __init__(self, options: Options, means: Means, dice: Random) -> None:
        self.notices: list[Text] = []
        self._folder = means.folder
        self._brain: Brain | None = None
        self._lesser: list[Brain | None] = []  # of the lower levels
        self._preparing = Preparing("backgammon", self._prepare, lambda notice: self.notices.append(notice))

    def prepare(self) -> None:
        """Begins to load the networks, and to load or build the tables; returns at once."""
        self._preparing.begin()

    def _prepare(self) -> None:
        from engines.backgammon import bearoff, lesser, nets
        from engines.backgammon.brain import Brain

        smaller = lesser.read(self.notices.append)
        learned = smaller[-1]
        try:
            learned = nets.read()
        except DamagedTable as error:
            self.notices.append(error.text)
        tables = bearoff.kept(self._folder, self.notices.append)
        self._brain = Brain(learned, tables) if learned else None
        self._lesser = [Brain(each, tables) if each else None for each in smaller]

    def choose(self, state: BackgammonState, limit: Limit, report: Report) -> BackgammonMove | None:
        """The turn or word that is worth most."""
        brain, plies = self._at(limit) if self._preparing.waited(limit) else (None, 0)
        if not brain:
            return None
        if state.phase is not BackgammonPhase.PLAY:
            return ranked_words(state.phase, _doubling(brain, state, limit, plies + 1)[0])[0]
        move: BackgammonMove = _ranked(brain, state, limit, plies)[0].move
        return move

    def _at(self, limit: Limit) -> tuple[Brain | None, int]:
        """Who judges at a level, and how many throws ahead."""
        if not limit.counted:
            return self._brain, MOST_PLIES
        left = limit.left(0)
        plies = sum(left >= simulations for simulations in SIMULATIONS)
        if plies:
            return self._brain, plies - 1
        level = sum(left >= simulations for simulations in LOWER)
        return self._lesser[level - 1] if level else None, 0

    def values(self, state: BackgammonState, most: int | None, limit: Limit, report: Report) -> list[Found]:
        """The turns or words, the one to choose first."""
        brain, plies = self._best(limit), 1 if limit.counted else MOST_PLIES
        if state.phase is not BackgammonPhase.PLAY:
            found, chance = _doubling(brain, state, limit, plies) if brain else static.doubling(state)
            return _words(state, found, chance)[:most]
        return _ranked(brain, state, limit, plies)[:most] if brain else []

    def judge(self, state: BackgammonState, move: BackgammonMove, limit: Limit) -> Judgement | None:
        """What a turn was worth."""
        brain = self._best(limit)
        if state.phase is not BackgammonPhase.PLAY or not brain:
            return None
        from engines.backgammon.analysis import judged

        return judged(brain, state, move, MOST_PLIES)

    def rollout(self, state: BackgammonState, most: int, trials: Trials, limit: Limit, report: Report) -> list[Found]:
        """The best turns, each played on many times; without dice the position itself."""
        brain = self._best(limit)
        if state.phase not in (BackgammonPhase.PLAY, BackgammonPhase.THROW) or not (state.turn and brain):
            return []
        from engines.backgammon.analysis import rolled

        return rolled(brain, state, most, trials, limit, report)

    def ponder(self, state: BackgammonState, limit: Limit) -> None:
        """Makes ready; nothing is found out on others' time."""
        self._preparing.waited(limit)

    def _best(self, limit: Limit) -> Brain | None:
        """The largest networks, when they are ready in time."""
        return self._brain if self._preparing.waited(limit) else None


def _doubling(brain: Brain, state: BackgammonState, limit: Limit, plies: int) -> tuple[Doubling, float]:
    """What the words about the cube are worth, and the doubler's chance to win the game."""
    from engines.backgammon.deciding import doubling

    found, shares = doubling(brain, state, 1)
    if plies > 1 and not limit.late():
        found, shares = doubling(brain, state, min(plies, MOST_PLIES))
    return found, float(shares[3:].sum())


def _ranked(brain: Brain, state: BackgammonState, limit: Limit, plies: int) -> list[Found]:
    """The turns, the best first; by a look as deep as that, unless it gets late."""
    from engines.backgammon.analysis import ranked

    turns = ranked(brain, state, 0)
    for deeper in range(1, plies + 1):
        if limit.late():
            break
        turns = ranked(brain, state, deeper)
    return turns


def _words(state: BackgammonState, found: Doubling, chance: float) -> list[Found]:
    """What may be said about the cube, the better word first; `chance` is the doubler's to win the game."""
    given = figures(state, found)
    return [
        Found(word, in_seat_order(state.turn, share(word, found, chance)), False, (word,), 0, figures=given)
        for word in ranked_words(state.phase, found)
    ]
