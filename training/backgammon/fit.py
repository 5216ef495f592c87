"""Fits networks to what looking ahead says, by Adam (Kingma and Ba 2015), each kind of position by itself.

Two things count: how far the shares of the six ends are off, and how far the differences in points are between the turns of
one decision. Turns are chosen by these differences alone, which are smaller than what networks are off by on the mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engines.backgammon.evaluator import MONEY
from engines.backgammon.networks import SPREAD, Networks
from engines.backgammon.position import Positions
from training.backgammon.kernels.lookahead import inputs_of, kinds_of

Floats = NDArray[np.float32]
Counts = NDArray[np.int64]

MOMENTUM, SQUARES, LEAST = 0.9, 0.999, 1e-8
BATCH = 384  # positions, of whole decisions
FINAL = 0.02  # of the rate, in the last step
APART = 10.0  # what differences between turns count, compared with shares


@dataclass(frozen=True, slots=True)
class Lessons:
    """Lessons to be learned.

    Attributes:
        positions: (n, 52).
        targets: (n, 6), the shares of the six ends.
        points: (n,), what positions are worth beside the others of the same decision, to the side on roll.
        decisions: (n,), the number of the decision that each is one turn of.
    """

    positions: Positions
    targets: Floats
    points: Floats
    decisions: Counts

    @classmethod
    def joined(cls, parts: list[Lessons]) -> Lessons:
        """All of some; their decisions are numbered anew."""
        begins = np.cumsum([0, *(part.decisions[-1] + 1 for part in parts)])
        return cls(
            np.concatenate([part.positions for part in parts]),
            np.concatenate([part.targets for part in parts]),
            np.concatenate([part.points for part in parts]),
            np.concatenate([part.decisions + begin for part, begin in zip(parts, begins, strict=False)]),
        )

    def of(self, chosen: NDArray[np.bool_]) -> Lessons:
        """Some of them."""
        return Lessons(self.positions[chosen], self.targets[chosen], self.points[chosen], self.decisions[chosen])


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
        """Move the weights down the slopes."""
        self.steps += 1
        rate *= (1 - SQUARES**self.steps) ** 0.5 / (1 - MOMENTUM**self.steps)
        for weight, mean, square, slope in zip(weights, self.means, self.squares, slopes, strict=True):
            mean += (1 - MOMENTUM) * (slope - mean)
            square += (1 - SQUARES) * (slope * slope - square)
            weight -= rate * mean / (np.sqrt(square) + LEAST)


class Learner:
    """Learns some lessons on positions of one kind, again and again."""

    def __init__(self, lessons: Lessons, weights: list[Floats], rng: np.random.Generator) -> None:
        """`weights` (first, second and last) are changed."""
        self._rows = np.empty((len(lessons.positions), len(weights[0])), np.float32)
        inputs_of(lessons.positions, self._rows)
        self._lessons, self._weights, self._rng = lessons, weights, rng
        self._adam = Adam.of(weights)

    def learn(self, rates: tuple[float, float]) -> tuple[float, float]:
        """Go through all of it once, `rates` of learning at the begin and at the end; the sums of the squares by which
        shares and differences were off before each step.
        """
        off, apart, lessons = 0.0, 0.0, self._lessons
        batches = list(self._batches())
        for number, picked in enumerate(batches):
            rate = rates[0] * (rates[1] / rates[0]) ** (number / len(batches))
            given = lessons.targets[picked], lessons.points[picked], lessons.decisions[picked]
            slopes, shares_off, differences_off = slopes_of(self._rows[picked], *given, self._weights)
            self._adam.step(self._weights, slopes, rate)
            off, apart = off + shares_off, apart + differences_off
        return off, apart

    def _batches(self) -> Iterator[Counts]:
        """All positions in any order, but those of one decision together."""
        decisions = self._lessons.decisions
        if not len(decisions):
            return
        order = np.argsort(self._rng.permutation(decisions.max() + 1)[decisions], kind="stable")
        begins = np.flatnonzero(np.diff(decisions[order], prepend=-1))
        cuts = begins[np.searchsorted(begins, np.arange(BATCH, len(order), BATCH)).clip(max=len(begins) - 1)]
        yield from (batch for batch in np.split(order, np.unique(cuts)) if len(batch))


def slopes_of(
    rows: Floats, targets: Floats, points: Floats, decisions: Counts, weights: list[Floats]
) -> tuple[list[Floats], float, float]:
    """Return the gradient of the loss by the weights, and the sums of the squares by which shares and differences are off.

    The loss is the mean cross-entropy between targets and shares, and `APART` times half the squares by which differences
    of points within decisions are off. See `kernels.network`.
    """
    first, second, last = weights
    sums = rows @ first
    scale = 1 / np.sqrt(1 + sums * sums)
    hidden = sums * scale
    shares = hidden @ second.T + last
    shares = np.exp(shares - shares.max(1, keepdims=True))
    shares /= shares.sum(1, keepdims=True)
    error = shares - targets
    worth = shares @ MONEY
    differences = within(worth - points, decisions)
    off, apart = float(np.square(error).sum()), float(np.square(differences).sum())
    error += np.float32(APART) * differences[:, None] * shares * (MONEY - worth[:, None])
    error /= np.float32(len(rows))
    back = (error @ second) * scale * scale * scale
    return [rows.T @ back, error.T @ hidden, error.sum(0)], off, apart


def within(values: Floats, decisions: Counts) -> Floats:
    """Values less the mean of their decision; those of one decision stand side by side."""
    begins = np.flatnonzero(np.diff(decisions, prepend=-1))
    counts = np.diff(begins, append=len(values))
    means = np.add.reduceat(values, begins) / counts.astype(np.float32)
    return values - np.repeat(means, counts)


def wider(nets: Networks, hidden: int, seed: int) -> Networks:
    """Networks with more hidden units that say the same: the further ones look at anything, but are not listened to yet."""
    more = hidden - nets.first.shape[2]
    if more <= 0:
        return nets
    rng = np.random.default_rng(seed)
    first = rng.uniform(-SPREAD, SPREAD, (*nets.first.shape[:2], more)).astype(np.float32)
    second = np.zeros((*nets.second.shape[:2], more), np.float32)
    return replace(nets, first=np.concatenate([nets.first, first], 2), second=np.concatenate([nets.second, second], 2))


def fitted(
    begun: Networks,
    lessons: Lessons,
    epochs: int,
    rate: float,
    seed: int,
    told: Callable[[int, Networks, float, float], None] = lambda *_: None,
) -> Networks:
    """Networks fitted to lessons, begun with these. The rate falls to `FINAL` of it, by the same part each time through;
    `told` hears after each how often that was, the networks, and how far shares and differences of points were off.
    """
    now = begun.copy()
    kinds = np.empty(len(lessons.positions), np.int64)
    kinds_of(lessons.positions, kinds)
    kinds = np.minimum(kinds, len(now.first) - 1)
    rng = np.random.default_rng(seed)
    learners = [
        Learner(lessons.of(kinds == kind), [now.first[kind], now.second[kind], now.last[kind]], rng)
        for kind in range(len(now.first))
    ]
    for epoch in range(epochs):
        rates = rate * FINAL ** (epoch / epochs), rate * FINAL ** ((epoch + 1) / epochs)
        off, apart = np.sum([learner.learn(rates) for learner in learners], 0) / len(kinds)
        told(epoch + 1, now, float(off) ** 0.5, float(apart) ** 0.5)
    return now
