"""The code of a set, as looks at known positions give it."""

from __future__ import annotations

import json

import numpy as np
import pytest
from numpy.typing import NDArray

from training.vision.kalah.drawings import DrawnSet
from vision.kalah import seed_counter
from vision.kalah.set_code import KEY, MOST_LOOKS, SetCode, learned

START = 4
SETS = 24


def pits(drawn: DrawnSet, rng: np.random.Generator, *counts: int) -> NDArray[np.uint8]:
    return np.array([drawn.pit(rng, count) for count in counts])


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


def test_looks_are_averaged() -> None:
    rng = np.random.default_rng(1)
    drawn = DrawnSet(rng)
    seen, others = pits(drawn, rng, 4, 4), pits(drawn, rng, 2, 6)
    first, second = learned(None, seen, [4, 4]), learned(None, others, [2, 6])
    both = learned(first, others, [2, 6])
    assert both.looks == 2
    assert np.allclose(both.numbers, (first.numbers + second.numbers) / 2, atol=1e-5)
    for _ in range(2 * MOST_LOOKS):
        both = learned(both, others, [2, 6])
    assert both.looks == MOST_LOOKS
    assert np.abs(both.numbers - second.numbers).max() < np.abs(first.numbers - second.numbers).max() / 4


def test_it_is_kept_in_an_appearance() -> None:
    code = SetCode(np.arange(seed_counter.CODE, dtype=np.float32) / 7, 3)
    kept = SetCode.of(json.loads(json.dumps(code.stored())))
    assert kept is not None
    assert kept.looks == 3
    assert np.allclose(kept.numbers, code.numbers, atol=1e-3)
    assert SetCode.of({}) is None


@pytest.mark.parametrize("stored", [[], [1], [0, *24 * [0]], [1, *23 * [0], float("nan")], [1, *23 * [0], 1e9]])
def test_what_is_no_code_is_refused(stored: list[float]) -> None:
    with pytest.raises(ValueError, match="code|unpack"):
        SetCode.of({KEY: stored})
