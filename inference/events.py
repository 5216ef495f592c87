"""Events reported by a `MoveTracker`, such as moves, questions about a move, and boards that no move explains."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fourth_seat.games import AnyState
from fourth_seat.games.contents import CellDifference
from fourth_seat.inference.hypotheses import Hypothesis


@dataclass(frozen=True, slots=True)
class FirstPositionSeen:
    """The first board was read; `states` are the positions that it may show, since the side to move is not always
    visible.
    """

    states: tuple[AnyState, ...]


@dataclass(frozen=True, slots=True)
class MovesSeen:
    """Moves were made that are certain enough to be accepted.

    Attributes:
        moves: the moves in order, including throws, except for a throw that ends the last move, which a person must enter.
        state: the position after them.
        confidence: their probability.
        instead: whether they replace the last turn, which was taken back; if there are no moves, it was only taken back.
    """

    moves: tuple[Any, ...]
    state: AnyState
    confidence: float
    instead: bool = False


@dataclass(frozen=True, slots=True)
class MoveUnclear:
    """A move was made, but it is not clear which one. `likeliest` holds the two most likely hypotheses, where None means no
    move.
    """

    likeliest: tuple[Hypothesis | None, Hypothesis | None]
    confidence: float


@dataclass(frozen=True, slots=True)
class BoardDiffers:
    """The board differs from the position and no move explains it, or the move made is not the one expected from the
    computer.

    Attributes:
        differences: the cells that differ.
        confidence: the minimum of the probabilities that these cells were read correctly.
        begun_again: whether the board is set up for a new game.
    """

    differences: tuple[CellDifference, ...]
    confidence: float
    begun_again: bool = False


@dataclass(frozen=True, slots=True)
class ThrowMissing:
    """A move was made, but the throw that ended the previous turn must be entered first."""


@dataclass(frozen=True, slots=True)
class MoveSetDown:
    """The computer's move was made correctly on the board."""

    state: AnyState


@dataclass(frozen=True, slots=True)
class BoardRestored:
    """After a reported difference, the board matches the position again."""


Event = FirstPositionSeen | MovesSeen | MoveUnclear | ThrowMissing | BoardDiffers | MoveSetDown | BoardRestored
