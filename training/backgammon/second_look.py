"""Second looks: two-throw lookahead for the turns of close decisions.

One throw ahead the networks see the position from the same side each time, with the same faults; two throws ahead they lose
less than half as much as one throw ahead. Of the throws that may come first only some are drawn, the same for all turns of
a decision, and only the change made by the second look is counted (a control variate: the first look at all 21 throws is
known): with three of them, differences between turns scatter by 0.009 points, where the second look changes them by 0.018.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fourth_seat.engines.backgammon.evaluator import (
    MONEY_POINTS,
    THROW_PROBABILITIES,
    BackgammonEvaluator,
    Floats,
    Positions,
    after,
)
from fourth_seat.engines.backgammon.kernels.position_kind import RACE
from training.backgammon.fit import decision_bounds, kinds_of

CLOSE_DECISION_POINTS = 0.06  # decisions with another turn this near to the best after one throw are looked at again,
CLOSE_TURN_POINTS = 0.1  # and in them the turns that are this near


def with_second_looks(
    player: BackgammonEvaluator, positions: Positions, decisions: NDArray[np.int64], points: Floats, throws: int, seed: int
) -> Floats:
    """Return the equities of positions for the side on roll (n,), two throws ahead in close decisions with contact.

    Turns of such a decision that are not near the best keep their distance from the mean of those that are.

    Args:
        decisions: (n,), the number of the decision that each position belongs to; a decision's positions are consecutive.
        points: (n,), the equities of the positions one throw ahead.
        throws: how many first throws are drawn for each decision.
    """
    corrected, rng = points.copy(), np.random.default_rng(seed)
    close = close_decisions(positions, decisions, points)
    begins = np.flatnonzero(np.diff(decisions, prepend=-1))
    for begin, end in zip(begins, [*begins[1:], len(positions)], strict=True):
        if close[begin]:
            near = begin + np.flatnonzero(points[begin:end] < points[begin:end].min() + CLOSE_TURN_POINTS)
            change = second_look_changes(player, positions[near], draw_throws(throws, rng))
            corrected[begin:end] += change.mean()
            corrected[near] += change - change.mean()
    return corrected


def close_decisions(positions: Positions, decisions: NDArray[np.int64], points: Floats) -> NDArray[np.bool_]:
    """Return whether each position is a turn of a close decision with contact; see `with_second_looks`."""
    kinds = kinds_of(positions)
    begins, counts = decision_bounds(decisions)
    best = np.minimum.reduceat(points, begins)  # the other side is on roll: the least is the best
    near = points < np.repeat(best, counts) + np.float32(CLOSE_DECISION_POINTS)
    return np.repeat((np.add.reduceat(near.astype(np.int64), begins) > 1) & (kinds[begins] != RACE), counts)


def draw_throws(number: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Draw throws, of the 21, with their probabilities (systematic sampling)."""
    places = (rng.random() + np.arange(number)) / number
    return np.searchsorted(np.cumsum(THROW_PROBABILITIES, dtype=np.float64), places).clip(max=len(THROW_PROBABILITIES) - 1)


def second_look_changes(player: BackgammonEvaluator, positions: Positions, throws: NDArray[np.int64]) -> Floats:
    """Return by how much equities (n,) change when looking a second throw ahead, averaged over some first throws."""
    replies = np.concatenate([player.replies(position, MONEY_POINTS)[throws] for position in positions])
    change = player.ahead(replies, after(MONEY_POINTS), 1) - player.shares(replies)
    mean: Floats = -(change @ MONEY_POINTS).reshape(len(positions), -1).mean(1)
    return mean
