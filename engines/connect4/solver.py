"""The Connect 4 solver: exact scores of positions and columns, from the opening book or a search.

Source for the scoring: Pascal Pons, "Solving Connect 4: how to build a perfect AI" (2015).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from fourth_seat.engines.connect4 import book
from fourth_seat.engines.connect4.evaluation import evaluate, landing
from fourth_seat.engines.errors import unless_damaged
from fourth_seat.engines.limits import MIB, EngineLimits
from fourth_seat.engines.results import Bounds, MoveValue
from fourth_seat.engines.solver import Explanation, OnProgress, ShouldStop
from fourth_seat.games.connect4.rules import COLUMNS, ROWS, Connect4Move, Connect4State, four
from fourth_seat.games.options import Options
from fourth_seat.words import Text, say, say_many

if TYPE_CHECKING:
    from fourth_seat.engines.connect4.alpha_beta import BoundedPosition, Connect4AlphaBeta

WINNING_SUM = 22  # a winner's stones and its score make this together
MAX_TABLE_MB = 64  # of the transposition table; more does not make it faster
FROM_THE_MIDDLE = tuple(
    Connect4Move(column) for column in sorted(range(1, COLUMNS + 1), key=lambda column: abs(column - 4))
)
MAX_LINE_PLIES = 12  # of the line of best play
GLANCE_NODES = 12_000  # of a column, where there is no time for more


class Connect4Solver:
    """The `Solver` of Connect 4. Not thread-safe.

    Scores are 22 minus the number of stones that the winner will have played, negated if the mover loses, and 0 for a draw.
    With a handicap, stones are counted as if the two sides had played those in the grid alternately.

    Attributes:
        notices: user-facing messages, for example that the book cannot be used.
    """

    def __init__(self, options: Options, limits: EngineLimits | None = None, opening: Path | None = book.BOOK_FILE) -> None:
        """`opening`: path of the opening book, or None to play without one."""
        limits = limits or EngineLimits()
        self.notices: list[Text] = []
        self._memory, self._threads = min(limits.memory // 4, MAX_TABLE_MB) * MIB, limits.threads
        self._book = unless_damaged(partial(book.read, opening), None, self.notices) if opening else None
        self._search: Connect4AlphaBeta | None = None

    def prepare(self, on_progress: OnProgress, should_stop: ShouldStop) -> None:
        """Load the compiled search, or compile it."""
        self._alpha_beta()

    def improve(self, should_stop: ShouldStop) -> None:
        """No-op: there is nothing to improve."""

    def knows(self, state: Connect4State) -> bool:
        """Return whether the book contains a position and every position one stone later."""
        return self._book is not None and state.stones < self._book.stones and _played_in_turns(state)

    def _alpha_beta(self) -> Connect4AlphaBeta:
        """Return the search, created lazily because its compiler takes a second to load."""
        if self._search is None:
            from fourth_seat.engines.connect4.alpha_beta import Connect4AlphaBeta

            self._search = Connect4AlphaBeta(self._memory, self._threads)
        return self._search

    def clear(self) -> None:
        """Discard all search results; the book is kept."""
        if self._search:
            self._search.clear()

    @property
    def nodes(self) -> int:
        """Total number of positions searched."""
        return self._search.nodes if self._search else 0

    def score(self, state: Connect4State, should_stop: ShouldStop, on_progress: OnProgress) -> Bounds:
        """Return bounds on the score of an unfinished game; they are exact unless the search is stopped."""
        return self._score(state, _limits(state), should_stop)

    def best(
        self, state: Connect4State, should_stop: ShouldStop, on_progress: OnProgress
    ) -> tuple[Bounds, list[Connect4Move]]:
        """Return the score and all columns that achieve it; if stopped, the proven bounds and the likely best column."""
        if state.over:
            return self._score(state, _limits(state), should_stop), []
        bounds = self.score(state, should_stop, on_progress)
        if not bounds.exact:  # beyond the book, that takes a very slow machine
            return bounds, from_the_middle(state)[:1] if _played_in_turns(state) else [self._likeliest(state)]
        return bounds, [drop for drop in state.legal() if self._reaches(state, drop, bounds.low, should_stop)]

    def moves(self, state: Connect4State, should_stop: ShouldStop, on_progress: OnProgress) -> list[MoveValue]:
        """Return every column with its principal variation, best first; ties are ordered from the middle outward."""
        scored: list[MoveValue] = []
        for drop, bounds in self.columns(state, should_stop, on_progress):
            line = self._line(state.play_unchecked(drop), -bounds.low, should_stop) if bounds.exact else ()
            scored.append(MoveValue(drop, bounds=bounds, line=(drop, *line)))
        return sorted(scored, key=lambda move: (-move.proven.low, -move.proven.high))

    def _likeliest(self, state: Connect4State) -> Connect4Move:
        """Return the most promising column after a short search of each."""

        def promise(found: tuple[Connect4Move, Bounds]) -> tuple[int, float]:
            drop, bounds = found
            return bounds.low + bounds.high, evaluate(state.play_unchecked(drop))[state.mover - 1]

        return max(self.glance(state, GLANCE_NODES), key=promise)[0]

    def columns(
        self, state: Connect4State, should_stop: ShouldStop, on_progress: OnProgress
    ) -> list[tuple[Connect4Move, Bounds]]:
        """Return every column with its score for the side to move, ordered from the middle outward."""
        return self._columns(state, lambda search, positions: search.score_all(positions, should_stop))

    def glance(self, state: Connect4State, nodes: int) -> list[tuple[Connect4Move, Bounds]]:
        """Return every column with bounds on its score, after searching `nodes` nodes for each."""
        return self._columns(state, lambda search, positions: search.glance_all(positions, nodes))

    def _columns(
        self, state: Connect4State, score: Callable[[Connect4AlphaBeta, list[BoundedPosition]], list[Bounds]]
    ) -> list[tuple[Connect4Move, Bounds]]:
        drops = from_the_middle(state)
        after = [state.play_unchecked(drop) for drop in drops]
        found = [self._at_once(position) for position in after]
        open_ = [position for position, bounds in zip(after, found, strict=True) if bounds is None]
        if open_:
            limits = _limits(open_[0])
            numbers = [(after.own, after.taken, after.stones, limits.low, limits.high) for after in open_]
            searched = iter(score(self._alpha_beta(), numbers))
            found = [bounds or next(searched) for bounds in found]
        return [(drop, -bounds) for drop, bounds in zip(drops, found, strict=True) if bounds]

    def _score(self, state: Connect4State, known: Bounds, should_stop: ShouldStop) -> Bounds:
        """Return a position's score, narrowed from known bounds."""
        return self._at_once(state) or self._alpha_beta().score(state.own, state.taken, known, should_stop)

    def _at_once(self, state: Connect4State) -> Bounds | None:
        """Return the score if it needs no search: the game is over, won with the next stone, or in the book."""
        if state.over:
            score: int | None = (state.stones + 1) // 2 - 22 if four(state.own ^ state.taken) else 0
        elif wins_at_once(state):
            score = _limits(state).high
        else:
            score = self._book.score(state.own, state.taken) if self._book else None
        return None if score is None else Bounds(score, score)

    def _reaches(self, state: Connect4State, drop: Connect4Move, score: int, should_stop: ShouldStop) -> bool:
        """Return whether a column scores at least `score`; if stopped, True unless it is proven to score less."""
        after = state.play_unchecked(drop)
        return -self._score(after, Bounds(-score, 1 - score), should_stop).low >= score

    def _line(self, state: Connect4State, score: int, should_stop: ShouldStop) -> tuple[Connect4Move, ...]:
        """Return the principal variation from a position with this score."""
        line: list[Connect4Move] = []
        while not state.over and len(line) < MAX_LINE_PLIES - 1 and not should_stop():
            drop = next((drop for drop in from_the_middle(state) if self._reaches(state, drop, score, should_stop)), None)
            if drop is None:
                break
            line.append(drop)
            state, score = state.play_unchecked(drop), -score
        return tuple(line)


def from_the_middle(state: Connect4State) -> list[Connect4Move]:
    """Return all playable columns, ordered from the middle outward."""
    return [drop for drop in FROM_THE_MIDDLE if state.height(drop.column) < ROWS]


def _played_in_turns(state: Connect4State) -> bool:
    """Return whether the two sides could have played the stones alternately; the book contains no other positions."""
    return state.own.bit_count() == state.stones // 2


def _limits(state: Connect4State) -> Bounds:
    """Return the bounds on the score of any position with this number of stones."""
    return Bounds(-((42 - state.stones) // 2), (43 - state.stones) // 2)


def wins_at_once(state: Connect4State) -> bool:
    """Return whether the mover can complete a four with the next stone."""
    return any(four(state.own | landing(state, drop.column)) for drop in state.legal())


def explain_bounds(state: Connect4State, bounds: Bounds) -> Explanation | None:
    """Explain proven bounds from the mover's point of view, or return None if the result is still open.

    The number of moves is the winner's and includes the next move.
    """
    if bounds.low > 0:
        moves = WINNING_SUM - bounds.low - state.stones // 2
        return Explanation(say_many("wins with this move", "wins in {n} moves", moves), f"+{moves}")
    if bounds.high < 0:
        moves = WINNING_SUM + bounds.high - (state.stones + 1) // 2
        return Explanation(say_many("loses to the next move", "loses in {n} moves", moves), f"−{moves}")
    return Explanation(say("a draw"), "=") if bounds.exact else None
