"""The evaluation curve of a game: each seat's share of the win after each move and throw, and the leading seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fourth_seat.table.analysis.review import Review
from fourth_seat.table.game_state import GameState

MIN_LEAD = 0.04  # of the win: the leader has at least this much more than the next seat


class CurvePoint(NamedTuple):
    """A point on the curve: the number of previous entries, each seat's share of the win, and whether it is solid."""

    at: int
    shares: tuple[float, ...]
    solid: bool


def curve(game_state: GameState, review: Review) -> list[CurvePoint]:
    """Return the known points of the curve in game order, or an empty list if they must not be shown yet.

    In solved games, a point is drawn solid only if its value is proven. If the game is over, the last point is the result.
    """
    if review.solved and not review.open:
        return []
    seats, at = len(game_state.seats), game_state.history.at
    found = dict[int, CurvePoint]()
    for count in range(at + 1):
        proven = review.shares(count)
        shares = proven or game_state.values.get(count) or (review.thought(count) if game_state.result else None) or ()
        if len(shares) == seats:
            found[count] = CurvePoint(count, tuple(shares), not review.solved or proven is not None)
    if game_state.result and found:
        found[at] = CurvePoint(at, tuple(game_state.result.share(seat) for seat in range(1, seats + 1)), True)
    return sorted(found.values())


def leader(shares: Sequence[float]) -> int:
    """Return the leading seat, or 0 if the game is even."""
    first, second = sorted(shares, reverse=True)[:2]
    return shares.index(first) + 1 if first - second >= MIN_LEAD else 0
