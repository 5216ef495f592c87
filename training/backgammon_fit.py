"""Fits networks to targets by Adam (Kingma and Ba 2015), each kind of position by itself.

With several jobs each has a part of the positions for itself and learns from it; after each time through, the mean of what
they have learned goes on (local stochastic gradient descent, Stich 2019).
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context

import numpy as np
from numpy.typing import NDArray

from engines.backgammon.kernels.shows import KINDS
from engines.backgammon.nets import SPREAD, Nets
from engines.backgammon.position import Positions
from training.backgammon_lookahead import inputs_of

Floats = NDArray[np.float32]

MOMENTUM, SQUARES, LEAST = 0.9, 0.999, 1e-8
BATCH = 256
FINAL = 0.02  # of the rate, in the last step


@dataclass(slots=True)
class Adam:
    """The running means of the slopes of some weights, and of these squared."""

    means: list[Floats]
    squares: list[Floats]
    steps: int = 0

    @classmethod
    def of(cls, weights: list[Floats]) -> Adam:
        """Before the first step."""
        return cls([np.zeros_like(each) for each in weights], [np.zeros_like(each) for each in weights])

    def step(self, weights: list[Floats], slopes: list[Floats], rate: float) -> None:
        """Moves the weights down the slopes."""
        self.steps += 1
        rate *= (1 - SQUARES**self.steps) ** 0.5 / (1 - MOMENTUM**self.steps)
        for weight, mean, square, slope in zip(weights, self.means, self.squares, slopes, strict=True):
            mean += (1 - MOMENTUM) * (slope - mean)
            square += (1 - SQUARES) * (slope * slope - square)
            weight -= rate * mean / (np.sqrt(square) + LEAST)


class Learner:
    """Learns from some positions, again and again."""

    def __init__(self, positions: Positions, targets: Floats, inputs: int, seed: tuple[int, ...]) -> None:
        rows, kinds = np.empty((len(positions), inputs), np.float32), np.empty(len(positions), np.int64)
        inputs_of(positions, inputs, kinds, rows)
        kinds = np.minimum(kinds, KINDS - 1)
        self._parts = [(rows[kinds == kind], targets[kinds == kind]) for kind in range(KINDS)]
        self._steps: list[Adam] = []
        self._dice = np.random.default_rng(seed)

    def learned(self, begun: Nets, rates: tuple[float, float]) -> tuple[Nets, float]:
        """The networks after going through all positions once, and the mean square of what they were off before each step.

        Args:
            rates: of learning, at the begin and at the end.
        """
        now, off = begun.copy(), 0.0
        for kind, (rows, targets) in enumerate(self._parts):
            net = min(kind, len(now.first) - 1)
            weights = [now.first[net], now.second[net], now.last[net]]
            if len(self._steps) == kind:
                self._steps.append(Adam.of(weights))
            batches = -(-len(rows) // BATCH)
            order = self._dice.permutation(len(rows))
            for number in range(batches):
                picked = order[number::batches]
                rate = rates[0] * (rates[1] / rates[0]) ** (number / batches)
                slopes, lost = slopes_of(rows[picked], targets[picked], weights)
                self._steps[kind].step(weights, slopes, rate)
                off += lost
        return now, off / sum(len(rows) for rows, _ in self._parts)


def slopes_of(rows: Floats, targets: Floats, weights: list[Floats]) -> tuple[list[Floats], float]:
    """How the mean cross-entropy between targets and shares changes with each weight, and the sum of the squares by which
    shares are off. See `kernels.network`.
    """
    first, second, last = weights
    sums = rows @ first
    scale = 1 / np.sqrt(1 + sums * sums)
    hidden = sums * scale
    shares = hidden @ second.T + last
    shares = np.exp(shares - shares.max(1, keepdims=True))
    shares /= shares.sum(1, keepdims=True)
    error = shares - targets
    lost = float(np.square(error).sum())
    error /= np.float32(len(rows))
    back = (error @ second) * scale * scale * scale
    return [rows.T @ back, error.T @ hidden, error.sum(0)], lost


def wider(nets: Nets, hidden: int, seed: int) -> Nets:
    """Networks with more hidden units that say the same: the further ones look at anything, but are not listened to yet."""
    more = hidden - nets.first.shape[2]
    if more <= 0:
        return nets
    dice = np.random.default_rng(seed)
    first = dice.uniform(-SPREAD, SPREAD, (*nets.first.shape[:2], more)).astype(np.float32)
    second = np.zeros((*nets.second.shape[:2], more), np.float32)
    return Nets(np.concatenate([nets.first, first], 2), np.concatenate([nets.second, second], 2), nets.last)


def fitted(
    begun: Nets,
    positions: Positions,
    targets: Floats,
    epochs: int,
    rate: float,
    seed: int,
    jobs: int = 1,
    told: Callable[[int, Nets, float], None] = lambda *_: None,
) -> Nets:
    """Networks fitted to targets (n, 6), begun with these. The rate falls to `FINAL` of it, by the same part each time
    through the positions; `told` hears after each how often that was, the networks, and how far they were off.
    """
    parts = np.array_split(np.random.default_rng(seed).permutation(len(positions)), jobs)
    given = [(positions[part], targets[part], begun.first.shape[1], (seed, n)) for n, part in enumerate(parts)]
    pools = [ProcessPoolExecutor(1, get_context("spawn"), _begin, each) for each in given] if jobs > 1 else []
    alone = None if pools else Learner(*given[0])
    now = begun
    try:
        for epoch in range(epochs):
            rates = rate * FINAL ** (epoch / epochs), rate * FINAL ** ((epoch + 1) / epochs)
            found = [pool.submit(_learn, now, rates) for pool in pools]
            made = [alone.learned(now, rates)] if alone else [each.result() for each in found]
            now = Nets(*(np.mean(arrays, 0) for arrays in zip(*(nets.arrays for nets, _ in made), strict=True)))
            told(epoch + 1, now, float(np.mean([off for _, off in made])) ** 0.5)
    finally:
        for pool in pools:
            pool.shutdown()
    return now


_learner: Learner


def _begin(positions: Positions, targets: Floats, inputs: int, seed: tuple[int, ...]) -> None:
    """What a job has for itself."""
    global _learner
    _learner = Learner(positions, targets, inputs, seed)


def _learn(begun: Nets, rates: tuple[float, float]) -> tuple[Nets, float]:
    return _learner.learned(begun, rates)
