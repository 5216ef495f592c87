"""Networks with one hidden layer that predict the outcome of a game.

Most inputs are 0, so the first layer only adds up the rows of the non-zero ones. A hidden unit computes `x / sqrt(1 + x *
x)` (the inverse square root unit of Carlile et al. 2017, which is as smooth as a hyperbolic tangent at a fraction of the
cost). The outputs are the softmax probabilities of the six outcomes of a game, from the worst outcome for the side on roll
to the best.
"""

# mypy: ignore-errors

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fourth_seat.engines.jit.kernels import record_summing
from fourth_seat.engines.jit.records import record_dtype
from fourth_seat.engines.jit.types import float32, named_tuple

OUTCOMES = 6
"""The number of outcomes. The side on roll loses a backgammon, a gammon or a single game, or wins a single game, a gammon
or a backgammon, in this order, which is reversed for the other side.
"""
MOST_INPUTS = 256  # that are not 0
MOST_UNITS = 512  # hidden units of a network
AT_ONCE = 4  # rows of the first layer that are added in one pass over the hidden units

FIRST, SECOND, LAST = float32[:, :, ::1], float32[:, :, ::1], float32[:, ::1]


class NetworkArrays(NamedTuple):
    """Weights of the first layer (kinds, inputs, hidden) and the second layer (kinds, outcomes, hidden) for each kind of
    position, and output biases (kinds, outcomes).
    """

    first: NDArray[np.float32]
    second: NDArray[np.float32]
    last: NDArray[np.float32]


NETWORKS = named_tuple((FIRST, SECOND, LAST), NetworkArrays)

FORWARD = record_dtype([
    ("index", np.int64, MOST_INPUTS),  # which inputs are not 0,
    ("value", np.float32, MOST_INPUTS),  # and what they are
    ("hidden", np.float32, MOST_UNITS),
])  # fmt: skip
"""The data of a forward pass."""


@record_summing
def forward(networks, kind, count, work, shares):
    """Compute the hidden units in `work` and the outputs `shares` from the `count` non-zero inputs in `work`."""
    first, second, last = networks.first, networks.second, networks.last
    index, value, hidden = work.index, work.value, work.hidden
    units = first.shape[2]
    for j in range(units):
        hidden[j] = 0.0
    for i in range(0, count - count % AT_ONCE, AT_ONCE):
        one, two, three, four = index[i], index[i + 1], index[i + 2], index[i + 3]
        w1, w2, w3, w4 = value[i], value[i + 1], value[i + 2], value[i + 3]
        for j in range(units):
            hidden[j] += (
                w1 * first[kind, one, j] + w2 * first[kind, two, j] + w3 * first[kind, three, j] + w4 * first[kind, four, j]
            )
    for i in range(count - count % AT_ONCE, count):
        row, weight = index[i], value[i]
        for j in range(units):
            hidden[j] += weight * first[kind, row, j]
    for j in range(units):
        hidden[j] /= math.sqrt(float32(1.0) + hidden[j] * hidden[j])
    highest = float32(-1e9)
    for o in range(OUTCOMES):
        total = last[kind, o]
        for j in range(units):
            total += second[kind, o, j] * hidden[j]
        shares[o] = total
        highest = max(highest, total)
    total = float32(0.0)
    for o in range(OUTCOMES):
        shares[o] = math.exp(shares[o] - highest)
        total += shares[o]
    for o in range(OUTCOMES):
        shares[o] /= total


@record_summing
def learn(networks, kind, count, work, shares, target, rate, slope):
    """Take one gradient descent step on the cross-entropy between a target and the outputs that `forward` has just computed
    with `work`. `slope` has space for one number per hidden unit.
    """
    first, second, last = networks.first, networks.second, networks.last
    index, value, hidden = work.index, work.value, work.hidden
    units = first.shape[2]
    for j in range(units):
        slope[j] = 0.0
    for o in range(OUTCOMES):
        error = rate * (target[o] - shares[o])
        last[kind, o] += error
        for j in range(units):
            slope[j] += error * second[kind, o, j]
            second[kind, o, j] += error * hidden[j]
    for j in range(units):
        room = float32(1.0) - hidden[j] * hidden[j]
        slope[j] *= room * math.sqrt(room)
    for i in range(count):
        row, weight = index[i], value[i]
        for j in range(units):
            first[kind, row, j] += weight * slope[j]
