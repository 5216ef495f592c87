"""Static evaluation and move priors of TriDice for the generic tree search."""

from __future__ import annotations

from fourth_seat.engines.search.evaluation import in_seat_order, logistic
from fourth_seat.games.tridice.moves import TriDiceMove, TriDiceRoll
from fourth_seat.games.tridice.rules import TriDiceState, colour_of

WEIGHTS = (1.64, 0.92, -0.15, 0.02, -0.04)  # fitted by training/static_weights.py
CAPTURE_PRIOR = 8.0  # of a turn that takes a die, against 1


def evaluate(state: TriDiceState) -> tuple[float, float]:
    """Return each seat's expected share of the win."""
    return in_seat_order(viewpoint(state), logistic(features(state), WEIGHTS))


def viewpoint(state: TriDiceState) -> int:
    """Return the colour that chooses next: the opponent of the side whose die is being thrown, or else the side to move."""
    return state.turn if state.pending is None else 3 - state.turn


def features(state: TriDiceState) -> tuple[float, ...]:
    """Return a position's features for the colour that chooses next.

    The features are: the lead in dice; 1 if the colour can capture a die, otherwise 0; the number of its dice in danger;
    the lead in reachable cells; and a constant 1.
    """
    me = viewpoint(state)
    own_reach, other_reach = state.reach(me), state.reach(3 - me)
    prey = {cell for cell, die in enumerate(state.board) if colour_of(die) == 3 - me}
    if state.pending is not None:
        prey.add(state.pending)
    endangered = sum(colour_of(state.board[cell]) == me for cell in other_reach)
    return (
        float(state.alive(me) - state.alive(3 - me)),
        float(not prey.isdisjoint(own_reach)),
        float(endangered),
        float(len(own_reach) - len(other_reach)),
        1.0,
    )


def prior(_state: TriDiceState, move: TriDiceMove) -> float:
    """Return a move's prior, which is higher for captures."""
    return CAPTURE_PRIOR if isinstance(move, TriDiceRoll) and move.captures else 1.0
