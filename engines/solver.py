"""The interface that the solvers of all solved games share.

Each game has its own kind of score (Connect 4: 22 minus the winner's stones; Kalah: one side's final seeds minus the
other's), always from the point of view of the side to move. A score that is not known exactly is given as a lower and an
upper bound.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from fourth_seat.engines.results import Bounds, MoveValue
from fourth_seat.words import Text

ShouldStop = Callable[[], bool]
"""Asked often during work; true once the work has to end."""
OnProgress = Callable[[float, str], None]
"""Called with the progress, 0..1, and a few words about it."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Proven bounds of a score, in words.

    Attributes:
        text: the result for the side to move, such as `wins in 3 moves`; it follows a move.
        short: a few characters that fit into a cell of the board.
    """

    text: Text
    short: str


class Solver(Protocol):
    """Solves the positions of one game with one set of options. Only one thread at a time may use it.

    Attributes:
        notices: messages for people, such as that a damaged table was built again.
    """

    notices: list[Text]

    def prepare(self, on_progress: OnProgress, should_stop: ShouldStop) -> None:
        """Load or build the tables. This may be called more than once."""

    def knows(self, state: Any) -> bool:
        """Return whether the best moves of a position are in a book; if so, `best` may be called while another thread is
        still in `prepare`.
        """

    def improve(self, should_stop: ShouldStop) -> None:
        """Prepare for harder questions while idle."""

    def best(self, state: Any, should_stop: ShouldStop, on_progress: OnProgress) -> tuple[Bounds, list[Any]]:
        """Return the score and all moves that reach it; no moves if the game is over. If stopped early, return the bounds
        proven so far and the move that looks best.
        """

    def moves(self, state: Any, should_stop: ShouldStop, on_progress: OnProgress) -> list[MoveValue]:
        """Return every legal move with its `bounds`, the best first; exact unless stopped. Of moves that are proven equally
        good, the one that wins soonest or loses latest comes first. Their shares are left empty.
        """
