"""What a proven value of TriDice means, in words.

A score is the turns left of a hundred when the winner takes the next die (negative for the loser), one more; 0 is a draw.
"""

from __future__ import annotations

from engines.exact import Bounds, Verdict
from games.tridice.rules import MOST_QUIET, TriDice
from words import say, say_many


def score(value: float, turns: int) -> Bounds | None:
    """The score of a proven value, from -1 to 1, that comes true in so many turns; None where throws decide."""
    if abs(value) == 1:
        points = MOST_QUIET + 1 - turns
        return Bounds(points, points) if value > 0 else Bounds(-points, -points)
    return None if value else Bounds(0, 0)


def verdict(_: TriDice, bounds: Bounds) -> Verdict | None:
    """About the side to move; None where throws are to come that decide."""
    if not bounds.exact:
        return None
    turns = MOST_QUIET + 1 - abs(bounds.low)
    if bounds.low > 0:
        text = say_many("wins; takes the next die with this turn", "wins; takes the next die within {n} turns", turns)
        return Verdict(text, f"+{turns}")
    if bounds.low < 0:
        text = say_many("loses; gives the next die with this turn", "loses; loses the next die within {n} turns", turns)
        return Verdict(text, f"−{turns}")
    return Verdict(say("a draw"), "=")
