"""Entry of moves by taps on cells."""

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
        next: the names of cells and tap areas that may be tapped next.
        moves: the legal moves that match the taps so far; in place of one that goes without saying (`Game.implied`), those
            that come after it.
        complete: the move that the taps alone enter; it needs a confirmation while `moves` contains others.
        cells: the board after the taps so far, if it differs from the state's own.
        due: what the next tap is for, if the player has to know more than whose turn it is; usually None.
        buttons: the buttons beside the board that can be pressed next, with what is drawn on each beside its word.
    """

    next: frozenset[str]
    moves: tuple[M, ...]
    complete: M | None = None
    cells: Cells | None = None
    due: Text | None = None
    buttons: Mapping[str, Content | None] = field(default_factory=dict)

    @property
    def sole(self) -> M | None:
        """The only move left, if it is complete: it then needs no confirmation."""
        return self.complete if len(self.moves) == 1 else None


@dataclass(frozen=True, slots=True)
class HeldPiece(Generic[M]):
    """A piece taken from a tray and laid on the board, or held over it.

    Attributes:
        cells: the cells that it covers.
        move: the move that it makes there; None if it does not fit.
        why_not: the reason why it does not fit; None if it does.
        over: the cell under its middle.
    """

    cells: tuple[str, ...]
    move: M | None
    why_not: Text | None = None
    over: str = ""


def match_in_order(moves: Iterable[M], taps: Sequence[str], taps_of: Callable[[M], tuple[str, ...]]) -> PartialMove[M]:
    """Return the moves whose cells, in the order of `taps_of`, begin with the taps."""
    fits = [(move, taps_of(move)) for move in moves]
    fits = [(move, names) for move, names in fits if names[: len(taps)] == tuple(taps)]
    complete = next((move for move, names in fits if len(names) == len(taps)), None)
    return PartialMove(
        frozenset(names[len(taps)] for _, names in fits if len(names) > len(taps)),
        tuple(move for move, _ in fits),
        complete,
    )
