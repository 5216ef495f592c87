"""What a proven value of TriDice means, in words.

A score orders all values of a position as the side to move sees them: from -1 (lost) to 1 (won) in parts of `CERTAIN` where
throws decide, 0 is a draw; beyond, the game is decided, the more so the sooner the winner takes the next die.
"""

from __future__ import annotations

from engines.results import Bounds
from engines.solver import Explanation
from games.tridice.rules import MAX_QUIET_TURNS, TriDiceState
from words import say, say_many

CERTAIN = 32_000  # parts of a value of 1; about as finely as the tables keep values

LEAST = 0.1  # percent that are told of a chance, and left of one: only what is certain is called so


def score(value: float, turns: int) -> Bounds:
    """The score of a proven value, from -1 to 1; one that is certain comes true in so many turns."""
    points = round(CERTAIN * value)
    if abs(value) == 1:
        points += (MAX_QUIET_TURNS + 1 - turns) * (1 if value > 0 else -1)
    return Bounds(points, points)


def explain_bounds(state: TriDiceState, bounds: Bounds) -> Explanation | None:
    """About the side to move."""
    if not bounds.exact:
        return None
    points = abs(bounds.low)
    if not points:
        return Explanation(say("a draw"), "=")
    if points <= CERTAIN:
        share = f"{min(max(50 * (1 + bounds.low / CERTAIN), LEAST), 100 - LEAST):.1f}"
        return Explanation(say("has exactly {share} % of the win", share=share), share)
    turns, wins = CERTAIN + MAX_QUIET_TURNS + 1 - points, bounds.low > 0
    if any(state.hands):  # the turns are those until a die is placed or taken, which tells people nothing
        return Explanation(
            say("wins, however the dice fall") if wins else say("loses, however the dice fall"), "+" if wins else "−"
        )
    if wins:
        text = say_many("wins; takes the next die with this turn", "wins; takes the next die within {n} turns", turns)
        return Explanation(text, f"+{turns}")
    text = say_many("loses; gives the next die with this turn", "loses; loses the next die within {n} turns", turns)
    return Explanation(text, f"−{turns}")
