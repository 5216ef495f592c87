"""Evaluation of positions: by weighted features in two-player games, or by random playouts if a game has no evaluation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp
from random import Random
from typing import Any

from fourth_seat.engines.search.tree import Shares, shares_of
from fourth_seat.games import CHANCE, AnyState

MAX_PLAYOUT_PLIES = 200  # the game is then scored as it stands
CLOCK_CHECK_PLIES = 16  # between two looks at the clock
NEARLY_WON_SHARE = 0.99  # as good as won; 1 is left to proofs


def logistic(features: Sequence[float], weights: Sequence[float]) -> float:
    """Return the expected share of the win, given features and weights from one side's point of view."""
    return 1 / (1 + exp(-sum(feature * weight for feature, weight in zip(features, weights, strict=True))))


def in_seat_order(seat: int, share: float) -> tuple[float, float]:
    """Return both seats' shares of the win, in seat order, given one seat's share."""
    return (share, 1 - share) if seat == 1 else (1 - share, share)


def play_out(state: AnyState, seats: int, rng: Random, late: Callable[[], bool] = lambda: False) -> Shares:
    """Play random moves to the end of the game and return each seat's share of the win. If this takes too long, stop and
    use the current score.
    """
    for move in range(1, MAX_PLAYOUT_PLIES + 1):
        if state.over or (move % CLOCK_CHECK_PLIES == 0 and late()):
            break
        state = state.play_unchecked(random_move(state, rng))
    return shares_of(state, seats)


def random_move(state: AnyState, rng: Random) -> Any:
    """Return a uniformly random legal move, or a random outcome of chance with the game's probabilities."""
    if state.to_move == CHANCE:
        return throw(state, rng)
    moves = state.legal()
    return moves[int(rng.random() * len(moves))]  # faster than `choice`, and playouts spend their time here


def throw(state: AnyState, rng: Random) -> Any:
    """Return a random outcome of chance, drawn with the game's probabilities."""
    outcomes = state.chances()
    return rng.choices([outcome for outcome, _ in outcomes], [chance for _, chance in outcomes])[0]
