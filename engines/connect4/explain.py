"""Words for the proven score of a Connect 4 position."""

from __future__ import annotations

from fourth_seat.engines.results import Bounds
from fourth_seat.engines.solver import Explanation
from fourth_seat.games.connect4.rules import Connect4State
from fourth_seat.words import say, say_many

WINNING_SUM = 22  # a winner's stones and its score make this together


def explain_bounds(state: Connect4State, bounds: Bounds) -> Explanation | None:
    """Explain proven bounds for the side to move; None if they leave the winner open.

    The winner's moves are counted, this one included.
    """
    if bounds.low > 0:
        moves = WINNING_SUM - bounds.low - state.own.bit_count()
        return Explanation(say_many("wins with this move", "wins in {n} moves", moves), f"+{moves}")
    if bounds.high < 0:
        moves = WINNING_SUM + bounds.high - (state.own ^ state.taken).bit_count()
        return Explanation(say_many("loses to the next move", "loses in {n} moves", moves), f"−{moves}")
    return Explanation(say("a draw"), "=") if bounds.exact else None
