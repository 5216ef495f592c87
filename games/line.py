"""A line of play: its start, and the moves and throws since."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from games import AnyGame, AnyState


@dataclass(frozen=True, slots=True)
class Line:
    """A start position, the moves and throws played from it, and the position they lead to.

    `start` is the game's own start, or the board as it was last corrected by hand.
    """

    game: AnyGame
    start: AnyState
    moves: tuple[Any, ...]
    state: AnyState

    @classmethod
    def begin(cls, game: AnyGame, start: AnyState) -> Line:
        """A line without moves."""
        return cls(game, start, (), start)

    def play(self, move: Any) -> Line:
        """The line with one more move; raises `IllegalMove`."""
        return Line(self.game, self.start, (*self.moves, move), self.state.play(move))
