"""The code of a set, which describes the appearance of its pits with each number of seeds. It is learned from pictures of
known positions.

Seeds differ in size, colour and gloss, and glass reflects lamps, so four seeds of one set may look like six of another. The
counting network takes the code's numbers as input in addition to the picture of a pit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fourth_seat.vision.arrays import Floats, Floats32
from fourth_seat.vision.kalah import seed_counter
from fourth_seat.vision.protocols import Appearance

MAX_LOOKS = 4  # from which a code is learned
MAX_CODE_NUMBER = 1e3  # a number of a code
PRIOR_NATS = 0.1  # see `fitted`
FIRST_STEPS = 2  # of Newton's method, at the first look
DERIVATIVE_STEP = 0.2  # of a code's numbers, by which derivatives are measured
STEP_SHARES = 1.0, 0.5, 0.25, 0.1, 0.0  # parts of a step of Newton's method that are tried


def key() -> str:
    """Return the key of the code in a set's appearance. It depends on the network's weights, since a code is useless with
    other weights.
    """
    return f"code-{seed_counter.checksum():08x}"


@dataclass(frozen=True, eq=False)
class SetCode:
    """The code of one set.

    Attributes:
        numbers: the network's input, shape (seed_counter.CODE_SIZE,).
        looks: the number of pictures from which it was learned.
    """

    numbers: Floats32
    looks: int

    @classmethod
    def of(cls, appearance: Appearance) -> SetCode | None:
        """Restore the code from an appearance; return None if none has been learned.

        Raises:
            ValueError: the stored value is not a valid code.
        """
        if key() not in appearance:
            return None
        looks, *numbers = map(float, appearance[key()])
        if (
            not 1 <= looks <= MAX_LOOKS
            or len(numbers) != seed_counter.CODE_SIZE
            or not np.abs(numbers).max() < MAX_CODE_NUMBER
        ):
            raise ValueError("no code of a Kalah set")
        return cls(np.array(numbers, np.float32), int(looks))

    def stored(self) -> Appearance:
        """Serialise the code as part of an appearance."""
        return {key(): [self.looks, *self.numbers.round(3).tolist()]}


def learned(before: SetCode | None, pits: NDArray[np.uint8], counts: Sequence[int]) -> SetCode:
    """Update the code of a set from another picture of pits with known counts (up to MAX_COUNT).

    For the first picture, the network computes an initial code, which is fitted to the counts; each subsequent picture
    changes it less.
    """
    if before and before.looks == MAX_LOOKS:
        return before
    ways = seed_counter.mirrored(pits)[:2]
    pits, held = np.concatenate(ways), np.tile(np.array(counts, np.intp), len(ways))
    if before is None:
        return SetCode(fitted(seed_counter.code_of(pits, held), pits, held, PRIOR_NATS, FIRST_STEPS), 1)
    return SetCode(fitted(before.numbers, pits, held, PRIOR_NATS * (1 + before.looks), 1), before.looks + 1)


def fitted(numbers: Floats32, pits: NDArray[np.uint8], counts: NDArray[np.intp], prior: float, steps: int) -> Floats32:
    """Return the code with which the network counts these pits best. This is a maximum a posteriori estimate by Newton's
    method, with the Fisher information and numerical derivatives.

    Args:
        numbers: the initial code and prior mean, shape (CODE_SIZE,).
        prior: the cost of a squared difference of 1 from the initial code, in nats per pit.
    """
    first, code = numbers.astype(np.float64), numbers.astype(np.float64)
    wanted = np.eye(seed_counter.NO_PIT)[counts]
    for _ in range(steps):
        codes = code + DERIVATIVE_STEP * np.vstack([np.zeros(seed_counter.CODE_SIZE), np.eye(seed_counter.CODE_SIZE)])
        logits = _logits(codes, pits)
        chances = np.exp(seed_counter.normalised(logits[0]))
        slopes = (logits[1:] - logits[0]) / DERIVATIVE_STEP  # shape (CODE_SIZE, n, NO_PIT)
        gradient = np.einsum("knc,nc->k", slopes, chances - wanted) / len(pits) + 2 * prior * (code - first)
        centred = slopes - (slopes * chances).sum(axis=2, keepdims=True)
        information = np.einsum("knc,lnc,nc->kl", centred, centred, chances) / len(pits)
        step = -np.linalg.solve(information + 2 * prior * np.eye(len(code)), gradient)
        tried = code + np.array(STEP_SHARES)[:, None] * step
        losses = [
            -seed_counter.normalised(each)[range(len(pits)), counts].mean() + prior * ((other - first) ** 2).sum()
            for each, other in zip(_logits(tried, pits), tried, strict=True)
        ]
        code = tried[int(np.argmin(losses))]
    return code.astype(np.float32)


def _logits(codes: Floats, pits: NDArray[np.uint8]) -> Floats:
    """Return the logits of the counts of pits under each code, shape (codes, n, NO_PIT)."""
    pictures = np.tile(pits, (len(codes), 1, 1, 1))
    logits, _ = seed_counter.counted_once(pictures, np.repeat(codes, len(pits), axis=0).astype(np.float32))
    return logits.reshape(len(codes), len(pits), -1)[..., : seed_counter.NO_PIT]
