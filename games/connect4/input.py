"""A move entered by a tap: one column is the whole move."""

from __future__ import annotations

from collections.abc import Sequence

from games.connect4.rules import Connect4Move, Connect4State
from games.errors import IllegalMove
from games.input import PartialMove, match_in_order
from words import Text, say


def partial_move(state: Connect4State, taps: Sequence[str]) -> PartialMove[Connect4Move]:
    """What the taps so far can become.

    Raises:
        IllegalMove: the last tap leads to no legal move.
    """
    partial = match_in_order(state.legal(), taps, lambda move: (str(move),))
    if not partial.moves:
        raise IllegalMove(_why_no_move(state, taps))
    return partial


def _why_no_move(state: Connect4State, taps: Sequence[str]) -> Text:
    columns = [tap for tap in taps if len(tap) == 1 and tap.isdigit()]
    return (columns and state.why_not(Connect4Move(int(columns[0])))) or say("tap one column")
