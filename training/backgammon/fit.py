"""Fit networks to targets found by looking ahead, with Adam (Kingma and Ba 2015), one kind of position at a time.

The loss has two terms: the error of the shares of the six outcomes, and that of the differences in points between the turns
of one decision. Turns are chosen by these differences alone, which are smaller than the mean error of a network.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from fourth_seat.engines.backgammon.evaluator import MONEY_POINTS, Positions
from fourth_seat.engines.backgammon.networks import INITIAL_WEIGHT_SPREAD, Networks
from training.backgammon.kernels.lookahead import fill_inputs, fill_kinds

Floats = NDArray[np.float32]
Counts = NDArray[np.int64]

BETA1, BETA2, EPSILON = 0.9, 0.999, 1e-8  # of Adam
BATCH_POSITIONS = 384  # of whole decisions
FINAL_RATE_SHARE = 0.02  # of the learning rate, in the last step
DIFFERENCE_WEIGHT = 10.0  # of the error of differences between turns, compared with that of shares


@dataclass(frozen=True, slots=True)
class Samples:
    """Training samples.

    Attributes:
        positions: (n, 52).
        targets: (n, 6), the shares of the six outcomes.
        points: (n,), the targets of the equities, in points to the side on roll; within a decision their differences count.
        decisions: (n,), the number of the decision that each belongs to.
    """

    positions: Positions
    targets: Floats
    points: Floats
    decisions: Counts

    @classmethod
    def concatenated(cls, parts: list[Samples]) -> Samples:
        """Concatenate samples, with the decisions renumbered."""
        begins = np.cumsum([0, *(part.decisions.max(initial=-1) + 1 for part in parts)])
        return cls(
            np.concatenate([part.positions for part in parts]),
            np.concatenate([part.targets for part in parts]),
            np.concatenate([part.points for part in parts]),
            np.concatenate([part.decisions + begin for part, begin in zip(parts, begins, strict=False)]),
        )

    def select(self, mask: NDArray[np.bool_]) -> Samples:
        """Return the samples of a mask, shape (n,)."""
        return Samples(self.positions[mask], self.targets[mask], self.points[mask], self.decisions[mask])


@dataclass(slots=True)
class Adam:
    """The state of Adam: running means of the gradients of some weights, and of their squares."""

    first_moments: list[Floats]
    second_moments: list[Floats]
    steps: int = 0

    @classmethod
    def for_weights(cls, weights: list[Floats]) -> Adam:
        """Return the state before the first step."""
        return cls([np.zeros_like(each) for each in weights], [np.zeros_like(each) for each in weights])

    def step(self, weights: list[Floats], gradients: list[Floats], rate: float) -> None:
        """Take one step of gradient descent, in place."""
        self.steps += 1
        rate *= (1 - BETA2**self.steps) ** 0.5 / (1 - BETA1**self.steps)
        for weight, first, second, gradient in zip(
            weights, self.first_moments, self.second_moments, gradients, strict=True
        ):
            first += (1 - BETA1) * (gradient - first)
            second += (1 - BETA2) * (gradient * gradient - second)
            weight -= rate * first / (np.sqrt(second) + EPSILON)


class Trainer:
    """Trains the network of one kind of position, epoch by epoch."""

    def __init__(self, samples: Samples, weights: list[Floats], rng: np.random.Generator) -> None:
        """`weights` (first, second and last) are updated in place."""
        self._rows = np.empty((len(samples.positions), len(weights[0])), np.float32)
        fill_inputs(samples.positions, self._rows)
        self._samples, self._weights, self._rng = samples, weights, rng
        self._adam = Adam.for_weights(weights)

    def run_epoch(self, rates: tuple[float, float]) -> tuple[float, float]:
        """Run one epoch, with learning rates from the first of `rates` to the second; return the sums of the squared errors
        of shares and of differences, each batch before its step.
        """
        share_error, difference_error, samples = 0.0, 0.0, self._samples
        batches = list(self._batches())
        for number, batch in enumerate(batches):
            rate = rates[0] * (rates[1] / rates[0]) ** (number / len(batches))
            targets = samples.targets[batch], samples.points[batch], samples.decisions[batch]
            gradients, batch_share_error, batch_difference_error = loss_gradients(
                self._rows[batch], *targets, self._weights
            )
            self._adam.step(self._weights, gradients, rate)
            share_error, difference_error = share_error + batch_share_error, difference_error + batch_difference_error
        return share_error, difference_error

    def _batches(self) -> Iterator[Counts]:
        """Yield the indices of batches in random order, with the positions of a decision together."""
        decisions = self._samples.decisions
        if not len(decisions):
            return
        order = np.argsort(self._rng.permutation(decisions.max() + 1)[decisions], kind="stable")
        begins = np.flatnonzero(np.diff(decisions[order], prepend=-1))
        cuts = begins[
            np.searchsorted(begins, np.arange(BATCH_POSITIONS, len(order), BATCH_POSITIONS)).clip(max=len(begins) - 1)
        ]
        yield from (batch for batch in np.split(order, np.unique(cuts)) if len(batch))


def loss_gradients(
    rows: Floats, targets: Floats, points: Floats, decisions: Counts, weights: list[Floats]
) -> tuple[list[Floats], float, float]:
    """Return the gradients of the loss by the weights, and the sums of the squared errors of shares and of differences.

    The loss is the mean cross-entropy between targets and shares, plus `DIFFERENCE_WEIGHT` times half the squared errors of
    the differences in points within decisions. See `kernels.network`.
    """
    first, second, last = weights
    sums = rows @ first
    scale = 1 / np.sqrt(1 + sums * sums)
    hidden = sums * scale
    shares = hidden @ second.T + last
    shares = np.exp(shares - shares.max(1, keepdims=True))
    shares /= shares.sum(1, keepdims=True)
    error = shares - targets
    equities = shares @ MONEY_POINTS
    differences = centred_by_decision(equities - points, decisions)
    share_error, difference_error = float(np.square(error).sum()), float(np.square(differences).sum())
    error += np.float32(DIFFERENCE_WEIGHT) * differences[:, None] * shares * (MONEY_POINTS - equities[:, None])
    error /= np.float32(len(rows))
    hidden_gradients = (error @ second) * scale * scale * scale
    return [rows.T @ hidden_gradients, error.T @ hidden, error.sum(0)], share_error, difference_error


def decision_bounds(decisions: Counts) -> tuple[Counts, Counts]:
    """Return where each decision begins and how many consecutive turns it has, each of shape (decisions,)."""
    begins = np.flatnonzero(np.diff(decisions, prepend=-1))
    return begins, np.diff(begins, append=len(decisions))


def centred_by_decision(values: Floats, decisions: Counts) -> Floats:
    """Subtract from each value the mean of its decision; a decision's values are consecutive."""
    begins, counts = decision_bounds(decisions)
    means = np.add.reduceat(values, begins) / counts.astype(np.float32)
    return values - np.repeat(means, counts)


def kinds_of(positions: Positions) -> Counts:
    """Return the kinds of positions, shape (n,)."""
    kinds = np.empty(len(positions), np.int64)
    fill_kinds(positions, kinds)
    return kinds


def widen(nets: Networks, hidden: int, seed: int) -> Networks:
    """Return networks with more hidden units and the same output: the new ones have random inputs and zero outputs."""
    more = hidden - nets.first.shape[2]
    if more <= 0:
        return nets
    rng = np.random.default_rng(seed)
    first = rng.uniform(-INITIAL_WEIGHT_SPREAD, INITIAL_WEIGHT_SPREAD, (*nets.first.shape[:2], more)).astype(np.float32)
    second = np.zeros((*nets.second.shape[:2], more), np.float32)
    return replace(nets, first=np.concatenate([nets.first, first], 2), second=np.concatenate([nets.second, second], 2))


def fit(
    initial: Networks,
    samples: Samples,
    epochs: int,
    rate: float,
    seed: int,
    on_epoch: Callable[[int, Networks, float, float], None] = lambda *_: None,
) -> Networks:
    """Return networks fitted to samples from `initial` ones. The learning rate decays exponentially, to `FINAL_RATE_SHARE`.

    Args:
        on_epoch: called after each epoch with its number, the networks, and the root mean square errors of shares and of
            differences in points.
    """
    nets = initial.copy()
    kinds = np.minimum(kinds_of(samples.positions), len(nets.first) - 1)
    rng = np.random.default_rng(seed)
    trainers = [
        Trainer(samples.select(kinds == kind), [nets.first[kind], nets.second[kind], nets.last[kind]], rng)
        for kind in range(len(nets.first))
    ]
    for epoch in range(epochs):
        rates = rate * FINAL_RATE_SHARE ** (epoch / epochs), rate * FINAL_RATE_SHARE ** ((epoch + 1) / epochs)
        share_error, difference_error = np.sum([trainer.run_epoch(rates) for trainer in trainers], 0) / len(kinds)
        on_epoch(epoch + 1, nets, float(share_error) ** 0.5, float(difference_error) ** 0.5)
    return nets
