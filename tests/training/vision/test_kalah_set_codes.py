"""Codes of drawn Kalah sets, learned from looks at known positions."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from fourth_seat.vision.kalah import seed_counter
from fourth_seat.vision.kalah.set_code import MAX_LOOKS, PRIOR_NATS, fitted, learned
from training.vision.kalah.drawings import DrawnSet

Floats = NDArray[np.float32]
START = 4
SETS = 24


def pits(drawn: DrawnSet, rng: np.random.Generator, *counts: int) -> NDArray[np.uint8]:
    return np.array([drawn.pit(rng, count) for count in counts])


@pytest.mark.slow
def test_a_look_at_the_start_makes_other_counts_likelier() -> None:
    """Not in each set, but in most."""
    later = [1, 2, 3, 5, 6, 7]
    gained = []
    for number in range(SETS):
        rng = np.random.default_rng([7, number])
        drawn = DrawnSet(rng)
        code = learned(None, pits(drawn, rng, *6 * [START]), 6 * [START])
        pictures = pits(drawn, rng, *later)
        unknown, known = (
            seed_counter.normalised(seed_counter.counted(pictures, numbers)[0])[range(len(later)), later].mean()
            for numbers in (None, code.numbers)
        )
        gained.append(known - unknown)
    assert np.mean(gained) > 0
    assert np.mean(np.array(gained) > 0) > 0.6


def surprise(code: Floats, seen: NDArray[np.uint8], counts: list[int]) -> float:
    logits, _ = seed_counter.counted_once(seen, code)
    return float(-seed_counter.normalised(logits)[range(len(counts)), counts].mean())


@pytest.mark.parametrize("number", range(3))
def test_a_code_is_fitted_to_the_pits_that_are_known(number: int) -> None:
    rng = np.random.default_rng([11, number])
    counts = np.array([4, 4, 4, 6, 7, 7])
    seen = pits(DrawnSet(rng), rng, *counts)
    first = seed_counter.code_of(seen, counts)
    codes = [fitted(first, seen, counts, PRIOR_NATS, steps) for steps in (0, 1, 2)]
    losses = [surprise(code, seen, counts.tolist()) for code in codes]
    assert np.array_equal(codes[0], first)
    assert losses[2] <= losses[1] + 0.01 < losses[0]


def test_a_strong_prior_keeps_a_code() -> None:
    rng = np.random.default_rng(1)
    counts = np.array([4, 4])
    seen = pits(DrawnSet(rng), rng, *counts)
    first = seed_counter.code_of(seen, counts)
    loose, firm = (np.abs(fitted(first, seen, counts, prior, 2) - first).max() for prior in (0.01, 1e3))
    assert firm < 0.01 * loose


def test_later_looks_change_less_and_less() -> None:
    rng = np.random.default_rng(1)
    drawn = DrawnSet(rng)
    seen, others = pits(drawn, rng, 4, 4), pits(drawn, rng, 2, 6)
    codes = [learned(None, seen, [4, 4])]
    while codes[-1].looks < MAX_LOOKS:
        codes.append(learned(codes[-1], others, [2, 6]))
    assert [code.looks for code in codes] == list(range(1, MAX_LOOKS + 1))
    assert learned(codes[-1], others, [2, 6]) is codes[-1]
    steps = [np.abs(later.numbers - before.numbers).max() for before, later in pairwise(codes)]
    assert steps[-1] < steps[0]
