"""The upper levels: turns are chosen by networks and exact endings, after no, one or two throws more."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from engines.errors import DamagedTable
from engines.exact import Report
from engines.logistic import in_seat_order
from engines.means import Means
from engines.search import Found, Limit
from engines.search.preparing import Preparing
from games.backgammon.moves import Move
from games.backgammon.rules import Backgammon, Phase
from games.backgammon.turns import turns
from games.options import Options
from words import Text

if TYPE_CHECKING:
    from engines.backgammon.brain import Brain, Floats

SIMULATIONS = (100, 1_000)
"""A level that counts its simulations leaves the turn to the search that any game has where they are fewer than the first
number; it looks at no throw ahead where they are fewer than the second, and else at one."""
MOST_PLIES = 2  # throws that a level looks ahead that does not count


class BackgammonSearcher:
    """See `engines.search.searcher.Searcher`. What is said about the cube is left to the search that any game has."""

    def __init__(self, options: Options, means: Means, dice: Random) -> None:
        self.notices: list[Text] = []
        self._folder = means.folder
        self._brain: Brain | None = None
        self._preparing = Preparing("backgammon", self._prepare, lambda notice: self.notices.append(notice))

    def prepare(self) -> None:
        """Begins to load the networks, and to load or build the tables; returns at once."""
        self._preparing.begin()

    def _prepare(self) -> None:
        from engines.backgammon import bearoff, nets
        from engines.backgammon.brain import Brain

        try:
            learned = nets.read()
        except DamagedTable as error:
            self.notices.append(error.text)
            return
        self._brain = Brain(learned, bearoff.kept(self._folder, self.notices.append))

    def choose(self, state: Backgammon, limit: Limit, report: Report) -> Move | None:
        """The turn that is worth most."""
        plies = sum(limit.left(0) >= simulations for simulations in SIMULATIONS) if limit.counted else MOST_PLIES + 1
        if not plies or not self._works(state, limit):
            return None
        return self._ranked(state, limit, plies - 1)[0][0]

    def values(self, state: Backgammon, most: int | None, limit: Limit, report: Report) -> list[Found]:
        """The turns, the one to play first."""
        if not self._works(state, limit):
            return []
        return [
            Found(move, in_seat_order(state.turn, float(shares[3:].sum())), False, (move,), 0)
            for move, shares in self._ranked(state, limit, 1 if limit.counted else MOST_PLIES)[:most]
        ]

    def ponder(self, state: Backgammon, limit: Limit) -> None:
        """Makes ready; nothing is found out on others' time."""
        self._preparing.waited(limit)

    def _works(self, state: Backgammon, limit: Limit) -> bool:
        """Whether it is ready in time, and has something to say."""
        return state.phase is Phase.PLAY and self._preparing.waited(limit) and self._brain is not None

    def _ranked(self, state: Backgammon, limit: Limit, plies: int) -> list[tuple[Move, Floats]]:
        """The turns, the best first, with the shares of the six ends of the game for the side that makes them; by a look as
        deep as that, unless it gets late.
        """
        from engines.backgammon.position import packed
        from engines.backgammon.worth import worth

        assert self._brain and state.dice
        moves = turns(state.board, state.dice)
        positions = packed((other, own) for own, other in moves)
        order, shares = self._brain.ranked(positions, worth(state), 0)
        for deeper in range(1, plies + 1):
            if limit.late():
                break
            order, shares = self._brain.ranked(positions, worth(state), deeper)
        plays = list(moves.values())
        return [(plays[n], shares[n]) for n in order]
