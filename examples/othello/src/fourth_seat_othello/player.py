"""Evaluation of positions of Othello for the generic search."""

from __future__ import annotations

from math import exp

from fourth_seat.engines.protocol import Engine
from fourth_seat_othello.rules import SIZE, SQUARES, OthelloMove, OthelloState

CORNERS = ((0, 0), (0, SIZE - 1), (SIZE - 1, 0), (SIZE - 1, SIZE - 1))
CORNER, MOBILITY = 5.0, 0.6  # of a corner, and of a move more than the other has
SCALE = 8.0  # of the sum, for a share of 0.73


def evaluate(state: OthelloState) -> tuple[float, ...]:
    """Return each seat's expected share of the win: corners cannot be turned over, and mobility gives choice."""
    worth = 0.0
    for colour, sign in ((1, 1), (2, -1)):
        corners = sum(state.at(x, y) == colour for x, y in CORNERS)
        moves = sum(bool(state.turned(OthelloMove(square), colour)) for square in SQUARES)
        worth += sign * (CORNER * corners + MOBILITY * moves)
    share = 1 / (1 + exp(-worth / SCALE))
    return share, 1 - share


ENGINE = Engine(evaluate=evaluate)
