"""Cube decisions at the highest level: if they are close after a search, a rollout to the end of the game corrects them.

The turns that are possible with one throw share most of the networks' errors, so the differences between their equities are
more accurate than the equities themselves. For a take, no such cancellation occurs, because it is compared with the fixed
price of a drop. Rollouts to the end are free of these errors. The difference between rollout and search, both with the same
cube model, is added to the searched equities.
"""

from __future__ import annotations

import numpy as np

from fourth_seat.engines.backgammon.cube.janowski import CubeDecision
from fourth_seat.engines.backgammon.decisions import for_the_doubler, outlook
from fourth_seat.engines.backgammon.evaluator import BackgammonEvaluator, Floats
from fourth_seat.engines.backgammon.rollout import RolloutPlan, rolled_out
from fourth_seat.engines.search.limit import SearchLimit
from fourth_seat.games.backgammon.rules import BackgammonPhase, BackgammonState

DOUBLING_PLAN = RolloutPlan(trials=144, throws=None)
"""Plan for a side that may double: about 1.4 s of processor time per turn."""
ANSWERING_PLAN = RolloutPlan(trials=576, throws=None)
"""Plan for answering a double, which is rare; a rollout ends early if the decision is clear."""
TAKE_SIGMA = 0.36  # of the equity of a take in one trial
CLEAR_SIGMAS = 3.0  # between take and drop, from which a decision is clear
CLOSE_TAKE_POINTS = 0.4
"""The difference between take and drop equities, in units of the cube, below which a decision is close."""
CLOSE_DOUBLE_POINTS = 0.05
"""The corresponding difference between doubling and rolling."""


def is_close(found: CubeDecision, phase: BackgammonPhase) -> bool:
    """Return whether small errors in the equities would change the best action of either side. Once a double has been
    offered, only the answer matters.
    """
    if abs(found.take - found.drop) < CLOSE_TAKE_POINTS:
        return True
    return phase is not BackgammonPhase.ANSWER and abs(min(found.take, found.drop) - found.roll) < CLOSE_DOUBLE_POINTS


def corrected(
    evaluator: BackgammonEvaluator, state: BackgammonState, searched: CubeDecision, shares: Floats, limit: SearchLimit
) -> tuple[CubeDecision, Floats]:
    """Return the result of `decisions.doubling`, corrected by a rollout, and the rollout's outcome probabilities.

    For a player who may double, both actions matter; for one who has to answer, only the take does. If the limit is reached
    before the rollout ends, the rollout is cut short; if it is reached before the second block of trials, nothing is
    corrected.
    """
    here, stakes, cube = for_the_doubler(state)
    worth = np.array(stakes.ends(2 * cube.value), np.float32)  # as if doubled: by the Jacoby rule, gammons count only then
    before, found, rolled = outlook(shares, stakes).doubling(cube), searched, shares
    answering = state.phase is BackgammonPhase.ANSWER
    for (result,) in rolled_out(evaluator, here[None], worth, ANSWERING_PLAN if answering else DOUBLING_PLAN, limit.late):
        rolled = np.clip(result.shares, 0, 1)  # with luck removed, they may lie slightly outside
        after = outlook(rolled, stakes).doubling(cube)
        roll, take = searched.roll + after.roll - before.roll, searched.take + after.take - before.take
        found = CubeDecision(roll, take, searched.drop)
        if answering and abs(take - found.drop) > CLEAR_SIGMAS * TAKE_SIGMA * result.trials**-0.5:
            break
    return found, rolled
