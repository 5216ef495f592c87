"""Explanation of proven values of Kalah."""

from __future__ import annotations

from fourth_seat.engines.results import Bounds
from fourth_seat.engines.solver import Explanation
from fourth_seat.games.kalah.rules import KalahState
from fourth_seat.words import say, say_many


def explain_bounds(_: KalahState, bounds: Bounds) -> Explanation | None:
    """Explain bounds for the side to move; None where they prove nothing of interest."""
    low, high = bounds.low, bounds.high
    if bounds.exact:
        if low > 0:
            return Explanation(say_many("wins by {n} seed", "wins by {n} seeds", low), f"+{low}")
        if low < 0:
            return Explanation(say_many("loses by {n} seed", "loses by {n} seeds", -low), f"−{-low}")
        return Explanation(say("a draw"), "=")
    if low > 0:
        return Explanation(say("wins by {n} seeds or more", n=low), f"+{low}…")
    if high < 0:
        return Explanation(say("loses by {n} seeds or more", n=-high), f"−{-high}…")
    if low == 0:
        return Explanation(say("cannot lose any more"), "≥")
    return Explanation(say("cannot win any more"), "≤") if high == 0 else None
