"""Games that are solved: what a solver answers, whatever the game.

A score is a game's own (Connect 4: 22 minus the winner's stones; Kalah: the final seeds of one side minus the other's),
always seen from the side that is to move in the position asked about. What is not yet known exactly is known by bounds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from words import Text

ShouldStop = Callable[[], bool]
OnProgress = Callable[[float, str], None]
"""Is told the progress, 0..1, and a few words about it."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What is proven of a score: it is at least `low` and at most `high`."""

    low: int
    high: int

    @property
    def exact(self) -> bool:
        """Whether the score is known."""
        return self.low == self.high

    def __neg__(self) -> Bounds:
        """What they prove for the other side."""
        return Bounds(-self.high, -self.low)

    def share(self) -> float | None:
        """The share of the win that they prove for the side whose score it is; None where they leave that open."""
        if self.low > 0 or self.high < 0:
            return float(self.low > 0)
        return 0.5 if self.exact else None


@dataclass(frozen=True, slots=True)
class Explanation:
    """Bounds in words.

    Attributes:
        text: what becomes of the side to move, such as `wins in 3 moves`, to be put behind a move.
        short: a few signs that fit into a cell of the board.
    """

    text: Text
    short: str


@dataclass(frozen=True, slots=True)
class SolvedMove:
    """A move with what is proven of the score it leads to, seen from the side that plays it.

    Attributes:
        line: this move and best play after it, as far as it was worked out.
    """

    move: Any
    bounds: Bounds
    line: tuple[Any, ...] = ()


class Solver(Protocol):
    """Knows what positions of one game, with one set of options, are worth. One at a time may ask.

    Attributes:
        notices: what people should be told, such as a damaged table that was built anew.
    """

    notices: list[Text]

    def prepare(self, on_progress: OnProgress, should_stop: ShouldStop) -> None:
        """Loads or builds what it looks up. May be called again."""

    def knows(self, state: Any) -> bool:
        """Whether a book tells the best moves of a position: then `best` may be asked while another thread prepares."""

    def score(self, state: Any, should_stop: ShouldStop, on_progress: OnProgress) -> Bounds:
        """The score of a position that is not over; exact unless stopped."""

    def best(self, state: Any, should_stop: ShouldStop, on_progress: OnProgress) -> tuple[Bounds, list[Any]]:
        """The score, and all moves that reach it: none where the game is over. Where it was stopped before, what is proven
        of the score, and the move that looks best.
        """

    def moves(self, state: Any, should_stop: ShouldStop, on_progress: OnProgress) -> list[SolvedMove]:
        """Every legal move, the best first; exact unless stopped. Of moves that are proven equally good, the one that wins
        soonest or loses latest is first.
        """
