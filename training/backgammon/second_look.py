"""Second looks: the turns of close decisions, looked at two throws ahead.

One throw ahead the networks see the position from the same side each time, with the same faults; two throws ahead they lose
less than half as much as one throw ahead. Of the throws that may come first only some are drawn, the same for all turns of
a decision, and what the second look changes is counted (a control variate: what the first look says of all 21 throws is
known): with three of them, differences between turns scatter by 0.009 points, where the second look changes them by 0.018.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engines.backgammon.evaluator import MONEY, THROWS, BackgammonEvaluator, Floats, after
from engines.backgammon.kernels.position_kind import RACE
from engines.backgammon.position import Positions
from training.backgammon.kernels.lookahead import kinds_of

CLOSE = 0.06  # points: decisions in which another turn is so near to the best after one throw are looked at again,
NEAR = 0.1  # in them turns that are so near


def second_looked(
    player: BackgammonEvaluator, positions: Positions, decisions: NDArray[np.int64], points: Floats, throws: int, seed: int
) -> Floats:
    """Return what positions are worth to the side on roll, two throws ahead in close decisions with contact.

    Turns of such a decision that are not near the best keep their distance from the mean of those that are.

    Args:
        decisions: (n,), the number of the decision that each position is one turn of; those of one stand side by side.
        points: (n,), what positions are worth one throw ahead.
        throws: drawn for each decision, of the first of the two.
    """
    found, rng = points.copy(), np.random.default_rng(seed)
    close = close_ones(positions, decisions, points)
    begins = np.flatnonzero(np.diff(decisions, prepend=-1))
    for begin, end in zip(begins, [*begins[1:], len(positions)], strict=True):
        if close[begin]:
            near = begin + np.flatnonzero(points[begin:end] < points[begin:end].min() + NEAR)
            change = changes(player, positions[near], drawn_throws(throws, rng))
            found[begin:end] += change.mean()
            found[near] += change - change.mean()
    return found


def close_ones(positions: Positions, decisions: NDArray[np.int64], points: Floats) -> NDArray[np.bool_]:
    """Return whether each position is a turn of a close decision with contact; see `second_looked`."""
    kinds = np.empty(len(positions), np.int64)
    kinds_of(positions, kinds)
    begins = np.flatnonzero(np.diff(decisions, prepend=-1))
    counts = np.diff(begins, append=len(positions))
    least = np.minimum.reduceat(points, begins)  # the other side is on roll: the least is the best
    near = points < np.repeat(least, counts) + np.float32(CLOSE)
    return np.repeat((np.add.reduceat(near.astype(np.int64), begins) > 1) & (kinds[begins] != RACE), counts)


def drawn_throws(number: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Draw some of the 21 throws, as often on the mean as they come (systematic sampling)."""
    places = (rng.random() + np.arange(number)) / number
    return np.searchsorted(np.cumsum(THROWS, dtype=np.float64), places).clip(max=len(THROWS) - 1)


def changes(player: BackgammonEvaluator, positions: Positions, throws: NDArray[np.int64]) -> Floats:
    """Return by how much a second throw ahead changes what positions are worth to the side on roll, on the mean of some
    first throws.
    """
    replies = np.concatenate([player.replies(position, MONEY)[throws] for position in positions])
    change = player.ahead(replies, after(MONEY), 1) - player.shares(replies)
    mean: Floats = -(change @ MONEY).reshape(len(positions), -1).mean(1)
    return mean
