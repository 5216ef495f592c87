"""Entering a move by tapping its column."""

from __future__ import annotations

from collections.abc import Sequence

from fourth_seat.boundary.numbers import parse_integer
from fourth_seat.games.connect4.rules import Connect4Move, Connect4State
from fourth_seat.games.errors import IllegalMove
from fourth_seat.games.input import PartialMove, match_in_order
from fourth_seat.words import Text, say


def partial_move(state: Connect4State, taps: Sequence[str]) -> PartialMove[Connect4Move]:
    """Return the legal moves that match these taps.

    Raises:
        IllegalMove: the last tap leads to no legal move.
    """
    partial = match_in_order(state.legal(), taps, lambda move: (str(move),))
    if not partial.moves:
        raise IllegalMove(_why_no_move(state, taps))
    return partial


def _why_no_move(state: Connect4State, taps: Sequence[str]) -> Text:
    columns = [column for column in (parse_integer(tap, 0, 9) for tap in taps) if column is not None]
    return (columns and state.why_not(Connect4Move(columns[0]))) or say("tap one column")
