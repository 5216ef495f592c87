"""The common interface of all games' solvers.

Each game has its own kind of score (Connect 4: 22 minus the winner's stones; Kalah: one side's final seeds minus the
other's), always from the point of view of the side to move. A score that is not known exactly is represented by lower and
upper bounds.
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
    """Description of proven bounds on a score.

    Attributes:
        text: the result for the side to move, phrased to follow a move, such as `wins in 3 moves`.
        short: a few characters that fit in a board cell.
    """

    text: Text
    short: str


class Solver(Protocol):
    """Solves the positions of one game with one set of options. Not thread-safe, except for `best` as described in `knows`.

    Attributes:
        notices: user-facing messages, for example that a damaged table was rebuilt.
    """

    notices: list[Text]

    def prepare(self, on_progress: OnProgress, should_stop: ShouldStop) -> None:
        """Load or build the tables. This may be called more than once."""

    def knows(self, state: Any) -> bool:
        """Return whether the best moves of a position are in a book. In this case, `best` may be called even while another
        thread is still running `prepare`.
        """

    def improve(self, should_stop: ShouldStop) -> None:
        """Prepare for harder positions while idle."""

    def best(self, state: Any, should_stop: ShouldStop, on_progress: OnProgress) -> tuple[Bounds, list[Any]]:
        """Return the score and all moves that achieve it; the moves are empty if the game is over. If stopped early, return
        the bounds proven so far and the most promising move.
        """

    def moves(self, state: Any, should_stop: ShouldStop, on_progress: OnProgress) -> list[MoveValue]:
        """Return every legal move with its `bounds`, best first; they are exact unless stopped. Among moves proven equally
        good, the one with the fastest win or the slowest loss comes first. Their shares are left empty.
        """
