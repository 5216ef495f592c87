"""Rollouts: the mean outcomes of positions played out many times, with standard errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fourth_seat.engines.backgammon.evaluator import BackgammonEvaluator, Floats, Positions, after
from fourth_seat.engines.backgammon.kernels import rollout as kernels
from fourth_seat.engines.backgammon.kernels.network import OUTCOMES

BLOCK_TRIALS = 36
"""The number of trials in a block, each of which begins with a different throw."""
SLICE_TRIALS = 9  # between two checks whether to stop: about a tenth of a second
MIN_BLOCKS = 2  # the standard error is estimated from their differences

ShouldStop = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class RolloutPlan:
    """Parameters of a rollout.

    Attributes:
        trials: the number of games played from each position, rounded up to whole blocks.
        throws: the number of throws before the networks evaluate the position; None to play games to the end.
        reduced: whether variance reduction is applied; without it, errors are about five times as large.
        seed: the seed of the dice, which are the same for every position.
    """

    trials: int = 1_296
    throws: int | None = 10
    reduced: bool = True
    seed: int = 1

    @property
    def blocks(self) -> int:
        """The number of blocks of trials."""
        return max(MIN_BLOCKS, -(-self.trials // BLOCK_TRIALS))


@dataclass(frozen=True, slots=True)
class RolloutResult:
    """The result of rolling out one position, for the side on roll.

    Attributes:
        trials: the number of games played.
        shares: the probabilities of the six outcomes of the game (see `kernels.network`).
        errors: their standard errors.
        error: the standard error of the equity.
    """

    trials: int
    shares: Floats
    errors: Floats
    error: float


def rolled_out(
    evaluator: BackgammonEvaluator,
    positions: Positions,
    worth: Floats,
    how: RolloutPlan,
    should_stop: ShouldStop = lambda: False,
) -> Iterator[Sequence[RolloutResult]]:
    """Play blocks of trials from all positions; after each block except the first, yield the results so far. On a request
    to stop, discard the block in progress and return.

    Args:
        worth: the values of the outcomes of a game for the side on roll.
    """
    means: NDArray[np.float64] = np.empty((how.blocks, len(positions), OUTCOMES))
    shares = np.empty((BLOCK_TRIALS, OUTCOMES), np.float32)
    for block in range(how.blocks):
        for n, position in enumerate(positions):
            for begin in range(0, BLOCK_TRIALS, SLICE_TRIALS):
                if should_stop():
                    return
                kernels.roll_out(
                    evaluator.knowledge, kernels.rollout_workspace(), after(worth), position, how.throws or kernels.LONGEST,
                    how.reduced, how.seed, BLOCK_TRIALS * block + begin, shares[begin : begin + SLICE_TRIALS],
                )  # fmt: skip
            means[block, n] = shares.mean(0)
        if block + 1 >= MIN_BLOCKS:
            yield [_summed(means[: block + 1, n], worth) for n in range(len(positions))]


def _summed(means: NDArray[np.float64], worth: Floats) -> RolloutResult:
    """Add up blocks. They are independent of each other, so their spread gives the error of the whole rollout."""
    blocks = len(means)
    errors = means.std(0, ddof=1) / blocks**0.5
    error = float((means @ worth).std(ddof=1)) / blocks**0.5
    return RolloutResult(BLOCK_TRIALS * blocks, means.mean(0).astype(np.float32), errors.astype(np.float32), error)
