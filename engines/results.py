"""What players answer: the choice of a move, and what moves are worth. They satisfy the table's protocols structurally."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engines.outlook import OutcomeForecast
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
    """What a move is worth.

    Attributes:
        values: the expected share of the win of each seat, in seat order.
        exact: proven, not estimated.
        why: what is known for sure, or what the choice rests on, to be put behind the move: `wins in 3 moves`; None where
            there is nothing of the kind.
        short: the same in a few signs.
        line: this move and best play after it, as far as it was worked out.
        outlook: what it leads to, in games that can be won by more than one.
    """

    move: Any
    values: tuple[float, ...]
    exact: bool = False
    why: Text | None = None
    short: str = ""
    line: tuple[str, ...] = ()
    outlook: OutcomeForecast | None = None


@dataclass(frozen=True, slots=True)
class TurnAnalysis:
    """What a turn was worth: see `engines.analysis.Judgement`."""

    best: MoveValue
    played: MoveValue
    choices: int
    luck: float
