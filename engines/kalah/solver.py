"""The solver for Kalah. It consults the opening book first, because the proof solver's compiler takes a second to load."""

from __future__ import annotations

import threading
from functools import partial
from typing import TYPE_CHECKING

from fourth_seat.engines.errors import unless_damaged
from fourth_seat.engines.kalah import book
from fourth_seat.engines.kalah.turn_graph import TurnGraph
from fourth_seat.engines.limits import EngineLimits
from fourth_seat.engines.results import Bounds, MoveValue
from fourth_seat.engines.solver import Explanation, OnProgress, ShouldStop
from fourth_seat.games.kalah.rules import KalahMove, KalahState
from fourth_seat.games.options import Options
from fourth_seat.words import Text, say, say_many

if TYPE_CHECKING:
    from fourth_seat.engines.kalah.proof_solver import KalahProofSolver


class KalahSolver:
    """Takes the best turns in the opening from the book, and delegates everything else to `KalahProofSolver`; see
    `engines.solver.Solver`.
    """

    def __init__(self, options: Options, limits: EngineLimits) -> None:
        self.notices: list[Text] = []
        self._options, self._limits = options, limits
        self._making = threading.Lock()
        self._solver: KalahProofSolver | None = None
        self._book: dict[book.Sides, int] = unless_damaged(
            partial(book.read, book.path_of(options), options), {}, []
        )  # the proof solver reports damage

    def _whole(self) -> KalahProofSolver:
        with self._making:
            if self._solver is None:
                from fourth_seat.engines.kalah.proof_solver import KalahProofSolver

                self._solver = KalahProofSolver(self._options, self._limits.memory, self._limits.threads)
                self.notices += self._solver.notices
        return self._solver

    def prepare(self, on_progress: OnProgress, should_stop: ShouldStop) -> None:
        """Fill the small endgame tables."""
        self._whole().prepare(on_progress, should_stop)

    def improve(self, should_stop: ShouldStop) -> None:
        """Fill larger endgame tables."""
        self._whole().improve(should_stop)

    def knows(self, state: KalahState) -> bool:
        """Return whether the book contains a position and every position that the next turn can lead to."""
        if state.over or book.sides(state.ring) not in self._book:
            return False  # without looking at the turn, which may be played in thousands of ways
        return all(book.sides(end.ring) in self._book for end in TurnGraph.of(state).ends)

    def best(self, state: KalahState, should_stop: ShouldStop, on_progress: OnProgress) -> tuple[Bounds, list[KalahMove]]:
        """Return the score and all turns that achieve it, from the book if possible."""
        if not self.knows(state):
            return self._whole().best(state, should_stop, on_progress)
        turn = TurnGraph.of(state)
        values = {end: self._value(state, end) for end in turn.ends}
        most = max(values.values())
        best = sorted(chain for end, value in values.items() if value == most for chain in turn.chains(end))
        return Bounds(most, most), best

    def _value(self, state: KalahState, end: KalahState) -> int:
        """Return the book's value of a position at the end of a turn, for the side that played the turn."""
        value = end.ring[end.pits] - end.ring[-1] + self._book[book.sides(end.ring)]
        return value if end.turn == state.turn else -value

    def moves(self, state: KalahState, should_stop: ShouldStop, on_progress: OnProgress) -> list[MoveValue]:
        """Return every legal turn, best first."""
        return self._whole().moves(state, should_stop, on_progress)


def explain_bounds(_: KalahState, bounds: Bounds) -> Explanation | None:
    """Explain proven bounds from the mover's point of view, or return None if they are not worth mentioning."""
    low, high = bounds.low, bounds.high
    if bounds.exact:
        if low > 0:
            return Explanation(say_many("wins by {n} seed", "wins by {n} seeds", low), f"+{low}")
        if low < 0:
            return Explanation(say_many("loses by {n} seed", "loses by {n} seeds", -low), f"−{-low}")
        return Explanation(say("a draw"), "=")
    if low > 0:
        return Explanation(say("wins by {n} seeds or more", n=low), f"+{low}…")
    if high < 0:
        return Explanation(say("loses by {n} seeds or more", n=-high), f"−{-high}…")
    if low == 0:
        return Explanation(say("cannot lose any more"), "≥")
    return Explanation(say("cannot win any more"), "≤") if high == 0 else None
