"""What players answer: the choice of a move, and what moves are worth. They satisfy the table's protocols structurally."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from words import Text


@dataclass(frozen=True, slots=True)
class Chosen:
    """The move a player chose.

    Attributes:
        move: a legal move of the position asked about.
        notice: what the table should know, such as that the engine failed and a simpler player moved.
    """

    move: Any
    notice: Text | None = None


@dataclass(frozen=True, slots=True)
class MoveValue:
    """What a move is worth: the expected share of the win of each seat, in seat order.

    Attributes:
        exact: proven, not estimated.
        why: one sentence about it, or nothing.
    """

    move: Any
    values: tuple[float, ...]
    exact: bool = False
    why: str = ""
