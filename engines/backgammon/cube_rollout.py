"""Cube decisions of the highest level: those that a search leaves close are corrected by a rollout to the end of the game.

The turns of one throw share most of the networks' errors, so that their differences are more exact than their equities. For
a take there is no such cancellation: it is compared with the fixed price of a drop. Rollouts to the end are free of these
errors. Their difference from the search, both under the same model of the cube, is added to the searched equities.
"""

from __future__ import annotations

import numpy as np

from engines.backgammon.cube.janowski import CubeDecision
from engines.backgammon.decisions import for_the_doubler, outlook
from engines.backgammon.evaluator import BackgammonEvaluator, Floats
from engines.backgammon.rollout import RolloutPlan, rolled_out
from engines.search.limit import SearchLimit
from games.backgammon.rules import BackgammonState

PLAN = RolloutPlan(trials=144, throws=None)
"""Some 1.4 s of processor time; the equity of a take is then off by some 0.03."""
TAKE_MARGIN = 0.4
"""Between the equities of a take and a drop, in units of the cube, below which a decision is close."""
DOUBLE_MARGIN = 0.05
"""The same between a double and a roll."""


def is_close(found: CubeDecision) -> bool:
    """Return whether small errors of the equities would change the better action of either side."""
    doubled = min(found.take, found.drop)
    return abs(found.take - found.drop) < TAKE_MARGIN or abs(doubled - found.roll) < DOUBLE_MARGIN


def corrected(
    evaluator: BackgammonEvaluator, state: BackgammonState, searched: CubeDecision, shares: Floats, limit: SearchLimit
) -> tuple[CubeDecision, Floats]:
    """Return the result of `decisions.doubling` corrected by a rollout, with the shares that it found.

    It has fewer trials than `PLAN` if the limit is reached before, and changes nothing if that is before its second block.
    """
    here, stakes, cube = for_the_doubler(state)
    worth = np.array(stakes.ends(2 * cube.value), np.float32)  # as if doubled: by Jacoby's rule gammons count only then
    rolled = shares
    for (result,) in rolled_out(evaluator, here[None], worth, PLAN, limit.late):
        rolled = np.clip(result.shares, 0, 1)  # without luck they may lie outside by a little
    before, after = (outlook(each, stakes).doubling(cube) for each in (shares, rolled))
    roll, take = searched.roll + after.roll - before.roll, searched.take + after.take - before.take
    return CubeDecision(roll, take, searched.drop), rolled
