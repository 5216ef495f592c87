"""Connect 4 solved: exact scores of positions and columns, from the opening book or by search."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engines.connect4 import book
from engines.connect4.book import Connect4Book
from engines.connect4.lines import landing
from engines.errors import DamagedTable
from engines.limits import EngineLimits
from engines.results import Bounds, MoveValue
from engines.solver import OnProgress, ShouldStop
from games.connect4.rules import COLUMNS, ROWS, Connect4Move, Connect4State, four
from games.options import Options
from words import Text

if TYPE_CHECKING:
    from engines.connect4.alpha_beta import Connect4AlphaBeta

MB = 1 << 20
MAX_TABLE_MB = 64  # MB for the table of transpositions; more does not make it faster
FROM_THE_MIDDLE = tuple(
    Connect4Move(column) for column in sorted(range(1, COLUMNS + 1), key=lambda column: abs(column - 4))
)
MAX_LINE_PLIES = 12  # moves told of how play would go on


class Connect4Solver:
    """Knows what positions are worth. One at a time may ask; see `engines.solver.Solver`.

    Scores are 22 minus the number of stones the winner will have set, negative when the mover loses, 0 for a draw.

    Attributes:
        notices: what people should know, such as that the book cannot be used.
    """

    def __init__(self, options: Options, limits: EngineLimits | None = None, opening: Path | None = book.PATH) -> None:
        """`opening`: the book's file, or None to do without."""
        limits = limits or EngineLimits()
        self.notices: list[Text] = []
        self._memory, self._threads = min(limits.memory // 4, MAX_TABLE_MB) * MB, limits.threads
        self._book = self._read_book(opening) if opening else None
        self._search: Connect4AlphaBeta | None = None

    def _read_book(self, path: Path) -> Connect4Book | None:
        try:
            return book.read(path)
        except DamagedTable as error:
            self.notices.append(error.text)
            return None

    def prepare(self, on_progress: OnProgress, should_stop: ShouldStop) -> None:
        """Compiles the search, or loads it."""
        self._searching()

    def knows(self, state: Connect4State) -> bool:
        """Whether the book has a position and all that one stone leads to."""
        return self._book is not None and state.stones < self._book.stones

    def _searching(self) -> Connect4AlphaBeta:
        """The search; made when it is first needed, because its compiler takes a second to load."""
        if self._search is None:
            from engines.connect4.alpha_beta import Connect4AlphaBeta

            self._search = Connect4AlphaBeta(self._memory, self._threads)
        return self._search

    def clear(self) -> None:
        """Forgets what was found out about positions; the book stays."""
        if self._search:
            self._search.clear()

    @property
    def nodes(self) -> int:
        """Positions searched so far."""
        return self._search.nodes if self._search else 0

    def score(self, state: Connect4State, should_stop: ShouldStop, on_progress: OnProgress) -> Bounds:
        """The score of a position that is not over."""
        return self._score(state, _limits(state), should_stop)

    def best(
        self, state: Connect4State, should_stop: ShouldStop, on_progress: OnProgress
    ) -> tuple[Bounds, list[Connect4Move]]:
        """The score, and every column that reaches it; where it is not known, what is proven and the likeliest."""
        if state.over:
            return self._score(state, _limits(state), should_stop), []
        bounds = self.score(state, should_stop, on_progress)
        if not bounds.exact:
            return bounds, from_the_middle(state)[:1]
        return bounds, [drop for drop in state.legal() if self._reaches(state, drop, bounds.low, should_stop)]

    def moves(self, state: Connect4State, should_stop: ShouldStop, on_progress: OnProgress) -> list[MoveValue]:
        """Every column, the best first, of equals the one nearest to the middle; with the line of best play after it."""
        scored: list[MoveValue] = []
        for drop, bounds in self.columns(state, should_stop, on_progress):
            line = self._line(state.play_unchecked(drop), -bounds.low, should_stop) if bounds.exact else ()
            scored.append(MoveValue(drop, bounds=bounds, line=(drop, *line)))
        return sorted(scored, key=lambda move: (-move.proven.low, -move.proven.high))

    def columns(
        self, state: Connect4State, should_stop: ShouldStop, on_progress: OnProgress
    ) -> list[tuple[Connect4Move, Bounds]]:
        """Every column with the score it leads to for the side to move, from the middle outward."""
        drops = from_the_middle(state)
        after = [state.play_unchecked(drop) for drop in drops]
        found = [self._at_once(position) for position in after]
        open_ = [position for position, bounds in zip(after, found, strict=True) if bounds is None]
        if open_:
            limits = _limits(open_[0])
            numbers = [(after.own, after.taken, after.stones, limits.low, limits.high) for after in open_]
            searched = iter(self._searching().score_all(numbers, should_stop))
            found = [bounds or next(searched) for bounds in found]
        return [(drop, -bounds) for drop, bounds in zip(drops, found, strict=True) if bounds]

    def _score(self, state: Connect4State, known: Bounds, should_stop: ShouldStop) -> Bounds:
        return self._at_once(state) or self._searching().score(state.own, state.taken, known, should_stop)

    def _at_once(self, state: Connect4State) -> Bounds | None:
        """The score for the side to move where it needs no search: the game is over, about to be won, or in the book."""
        if state.over:
            score: int | None = (state.stones + 1) // 2 - 22 if four(state.own ^ state.taken) else 0
        elif wins_at_once(state):
            score = _limits(state).high
        else:
            score = self._book.score(state.own, state.taken) if self._book else None
        return None if score is None else Bounds(score, score)

    def _reaches(self, state: Connect4State, drop: Connect4Move, score: int, should_stop: ShouldStop) -> bool:
        """Whether a column is worth at least so much; where the search is stopped, whether it is not proven to be less."""
        after = state.play_unchecked(drop)
        return -self._score(after, Bounds(-score, 1 - score), should_stop).low >= score

    def _line(self, state: Connect4State, score: int, should_stop: ShouldStop) -> tuple[Connect4Move, ...]:
        """Best play from a position with this score."""
        line: list[Connect4Move] = []
        while not state.over and len(line) < MAX_LINE_PLIES - 1 and not should_stop():
            drop = next((drop for drop in from_the_middle(state) if self._reaches(state, drop, score, should_stop)), None)
            if drop is None:
                break
            line.append(drop)
            state, score = state.play_unchecked(drop), -score
        return tuple(line)


def from_the_middle(state: Connect4State) -> list[Connect4Move]:
    """The columns with room, those nearest to the middle first."""
    return [drop for drop in FROM_THE_MIDDLE if state.height(drop.column) < ROWS]


def _limits(state: Connect4State) -> Bounds:
    """What every position with so many stones is worth."""
    return Bounds(-((42 - state.stones) // 2), (43 - state.stones) // 2)


def wins_at_once(state: Connect4State) -> bool:
    """Whether the mover can complete a four."""
    return any(four(state.own | landing(state, drop.column)) for drop in state.legal())
