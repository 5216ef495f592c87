"""Moves entered by tapping cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from games.contents import Cells
from words import Text

M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class PartialMove(Generic[M]):
    """A move that is half entered.

    Attributes:
        next: the names of cells and tap areas that may be tapped next.
        moves: the legal moves that the taps can still become.
        complete: the move that the taps make already; it waits for a confirmation while `moves` holds others.
        cells: the board as it looks with the taps done so far, where that differs from the state's own.
    """

    next: frozenset[str]
    moves: tuple[M, ...]
    complete: M | None = None
    cells: Cells | None = None

    @property
    def sole(self) -> M | None:
        """The only move left, if it is complete: it needs no confirmation."""
        return self.complete if len(self.moves) == 1 else None


@dataclass(frozen=True, slots=True)
class HeldPiece(Generic[M]):
    """A piece taken from a tray and held over the board.

    Attributes:
        cells: the cells that it would cover, those beside the board left out.
        move: the move that dropping it makes; None where it cannot be dropped.
        why_not: then the reason.
    """

    cells: tuple[str, ...]
    move: M | None
    why_not: Text | None = None


def match_in_order(moves: Iterable[M], taps: Sequence[str], taps_of: Callable[[M], tuple[str, ...]]) -> PartialMove[M]:
    """Match taps against the cells that name a move one after another."""
    fits = [(move, taps_of(move)) for move in moves]
    fits = [(move, names) for move, names in fits if names[: len(taps)] == tuple(taps)]
    complete = next((move for move, names in fits if len(names) == len(taps)), None)
    return PartialMove(
        frozenset(names[len(taps)] for _, names in fits if len(names) > len(taps)),
        tuple(move for move, _ in fits),
        complete,
    )
