"""The stored networks answer as they did when they were trained, whatever pictures came before."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from fourth_seat.vision.backgammon.segmentation import segmented
from fourth_seat.vision.dice.networks import search, values
from fourth_seat.vision.kalah import seed_counter

ANSWERS = Path(__file__).parents[1] / "data" / "vision" / "network_answers.npz"
NEAR = 1e-3  # OpenCV's (Winograd) convolutions round differently from a plain sum


@pytest.fixture(scope="module")
def recorded() -> Iterator[dict[str, NDArray[np.generic]]]:
    """Yield pictures, and the networks' outputs for them as computed layer by layer in NumPy."""
    with np.load(ANSWERS) as stored:
        yield {name: stored[name] for name in stored.files}


def same(answer: NDArray[np.generic], recorded: NDArray[np.generic]) -> bool:
    return answer.shape == recorded.shape and bool(np.abs(answer.astype(float) - recorded.astype(float)).max() < NEAR)


def test_boards_are_segmented_as_recorded(recorded: dict[str, NDArray[np.uint8]]) -> None:
    for _ in range(2):  # the second time after pictures of a different size
        for name in ("above", "table"):
            seen = segmented(name, recorded[f"pictures_{name}"])
            layers = seen.centre, seen.checker, seen.foreign, seen.field, seen.raised, seen.tip
            assert same(np.stack(layers, -1), recorded[name])
        segmented("above", recorded["pictures_table"])
    assert same(segmented("above", recorded["pictures_above"]).features, recorded["above_features"])


def test_a_known_set_moves_the_last_layer(recorded: dict[str, NDArray[np.uint8]]) -> None:
    plain = segmented("above", recorded["pictures_above"])
    known = np.zeros(plain.features.shape[-1] + 1, np.float32)
    known[-1] = 1.0
    moved = segmented("above", recorded["pictures_above"], known)
    odds = np.log(moved.centre / (1 - moved.centre)) - np.log(plain.centre / (1 - plain.centre))
    assert np.allclose(odds, 1.0, atol=0.01)
    assert np.array_equal(moved.field, plain.field)


def test_dice_are_searched_and_read_as_recorded(recorded: dict[str, NDArray[np.uint8]]) -> None:
    seen = search(recorded["pictures_search"])
    assert same(np.stack([seen.probability, seen.size, seen.aside, seen.below], -1), recorded["search"])
    pictures = recorded["pictures_faces"]
    for count in (len(pictures), 2, 1, len(pictures)):
        assert same(values(pictures[:count]), recorded["faces"][:count])
    assert values(pictures[:0]).shape == (0, 7)


def test_seeds_are_counted_as_recorded(recorded: dict[str, NDArray[np.uint8]]) -> None:
    logits, halves = seed_counter.counted_once(recorded["pictures_counter"], None)
    assert same(logits, recorded["counter"])
    assert same(seed_counter.stored(halves[:3] + halves[3:]), recorded["stores"])


def test_seeds_of_a_known_set_are_counted_as_recorded(recorded: dict[str, NDArray[np.uint8]]) -> None:
    pictures = recorded["pictures_counter"]
    code = seed_counter.code_of(pictures, np.arange(len(pictures)))
    assert same(code, recorded["counter_code"])
    assert same(seed_counter.counted_once(pictures, code)[0], recorded["counter_known"])
