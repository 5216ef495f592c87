"""Entering moves by tapping cells."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from fourth_seat.games.contents import Cells, Content
from fourth_seat.words import Text

M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class PartialMove(Generic[M]):
    """A partially entered move.

    Attributes:
        next: the names of the cells and tap areas that can be tapped next.
        moves: the legal moves that match the taps so far. An implied move (`Game.implied`) is replaced with the moves that
            can follow it.
        complete: the move completed by the taps. It needs confirmation if `moves` contains others.
        cells: the board after the taps so far, if it differs from that of the state.
        due: a prompt for the next tap if the player needs to know more than whose turn it is, otherwise None.
        buttons: the buttons that can be pressed next, with the content drawn next to each button's label.
    """

    next: frozenset[str]
    moves: tuple[M, ...]
    complete: M | None = None
    cells: Cells | None = None
    due: Text | None = None
    buttons: Mapping[str, Content | None] = field(default_factory=dict)

    @property
    def sole(self) -> M | None:
        """The complete move if it is the only one left, in which case it needs no confirmation."""
        return self.complete if len(self.moves) == 1 else None


@dataclass(frozen=True, slots=True)
class HeldPiece(Generic[M]):
    """A piece taken from a tray and placed on the board or held over it.

    Attributes:
        cells: the cells covered by the piece.
        move: the corresponding move, or None if the piece does not fit.
        why_not: the reason why the piece does not fit, or None if it does.
        over: the cell under the piece's middle square.
    """

    cells: tuple[str, ...]
    move: M | None
    why_not: Text | None = None
    over: str = ""


def match_in_order(moves: Iterable[M], taps: Sequence[str], taps_of: Callable[[M], tuple[str, ...]]) -> PartialMove[M]:
    """Return the moves whose cells, in the order given by `taps_of`, begin with the taps."""
    fits = [(move, taps_of(move)) for move in moves]
    fits = [(move, names) for move, names in fits if names[: len(taps)] == tuple(taps)]
    complete = next((move for move, names in fits if len(names) == len(taps)), None)
    return PartialMove(
        frozenset(names[len(taps)] for _, names in fits if len(names) > len(taps)),
        tuple(move for move, _ in fits),
        complete,
    )
