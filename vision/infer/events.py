"""Events that a watcher reports: a move that it saw, a question, a board that no rule explains, one that is right again,
the computer's move set down.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games import AnyState
from games.contents import CellDifference
from vision.infer.hypotheses import Hypothesis


@dataclass(frozen=True, slots=True)
class FirstPositionSeen:
    """The first board was read; `states` are the positions it may be (who is to move cannot always be seen)."""

    states: tuple[AnyState, ...]


@dataclass(frozen=True, slots=True)
class MovesSeen:
    """Moves were made, and are believed.

    Attributes:
        moves: throws included, in order; a throw that ends the last one comes without: people must tell it.
        state: the position after them.
        confidence: the probability that it was these.
        instead: they replace the last turn, which was taken back (alone, where there are none).
    """

    moves: tuple[Any, ...]
    state: AnyState
    confidence: float
    instead: bool = False


@dataclass(frozen=True, slots=True)
class MoveUnclear:
    """Something was played, but it is not clear what: the two likeliest, for one tap; one may be None: nothing."""

    likeliest: tuple[Hypothesis | None, Hypothesis | None]
    confidence: float


@dataclass(frozen=True, slots=True)
class BoardDiffers:
    """The board is not as it should be and no move explains it (or not the one that was asked for).

    Attributes:
        differences: where it differs.
        confidence: the least probability with which one of these cells was read.
    """

    differences: tuple[CellDifference, ...]
    confidence: float


@dataclass(frozen=True, slots=True)
class ThrowMissing:
    """Something was played, but the throw that ended the turn before it must be told first."""


@dataclass(frozen=True, slots=True)
class MoveSetDown:
    """The move that was asked for lies there, set down right."""

    state: AnyState


@dataclass(frozen=True, slots=True)
class BoardRestored:
    """The board, about which something was said, is again as it was before."""


Event = FirstPositionSeen | MovesSeen | MoveUnclear | ThrowMissing | BoardDiffers | MoveSetDown | BoardRestored
