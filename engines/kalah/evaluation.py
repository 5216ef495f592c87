"""Static evaluation of Kalah positions, and priors of turns."""

from __future__ import annotations

from math import sqrt

from fourth_seat.engines.search.evaluation import NEARLY_WON_SHARE, in_seat_order, logistic
from fourth_seat.games.kalah.rules import KalahMove, KalahState

WEIGHTS = (0.97, 0.06, 0.32, -0.04)  # fitted by training/static_weights.py


def evaluate(state: KalahState) -> tuple[float, float]:
    """Return each seat's expected share of the win."""
    store = state.pits
    own, other, half = state.ring[store], state.ring[-1], sum(state.ring) / 2
    if max(own, other) > half:
        return in_seat_order(state.mover, NEARLY_WON_SHARE if own > half else 1 - NEARLY_WON_SHARE)
    return in_seat_order(state.mover, logistic(features(state), WEIGHTS))


def features(state: KalahState) -> tuple[float, ...]:
    """Return the features from the mover's point of view: its leads in the stores and in the pits, both scaled by the
    square root of the seeds in play; the number of pits whose last seed falls into the store; and a constant 1 for having
    the move.
    """
    ring, store = state.ring, state.pits
    own, other = sum(ring[:store]), sum(ring[store + 1 : -1])
    unit = sqrt(1 + own + other)
    again = sum(ring[pit] % (2 * store + 1) == store - pit for pit in range(store))
    return (ring[store] - ring[-1]) / unit, (own - other) / unit, float(again), 1.0


def prior(state: KalahState, move: KalahMove) -> float:
    """Return the prior of a turn, which increases with the number of seeds that it wins."""
    after = state.play_unchecked(move)
    return 1.0 + after.ring[-1] - state.ring[state.pits]
