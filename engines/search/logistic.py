"""Static evaluation of games for two: weighted features, squashed to a share of the win."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

NEARLY_WON_SHARE = 0.99  # as good as won; 1 is left to proofs


def logistic(features: Sequence[float], weights: Sequence[float]) -> float:
    """Return the expected share of the win for the side from whose view the features are."""
    return 1 / (1 + exp(-sum(feature * weight for feature, weight in zip(features, weights, strict=True))))


def in_seat_order(seat: int, share: float) -> tuple[float, float]:
    """Return the shares of both seats, given one's."""
    return (share, 1 - share) if seat == 1 else (1 - share, share)
