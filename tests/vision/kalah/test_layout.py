"""The positions of a set's pits, as they are stored."""

from __future__ import annotations

import numpy as np
import pytest

from fourth_seat.vision.kalah.layout import PitLayout, PitsOnBoard, fitted, places


def test_a_layout_is_kept() -> None:
    layout = PitLayout(np.linspace(-0.3, 0.3, 24).reshape(2, 6, 2))
    again = PitLayout.of(layout.stored(), 6)
    assert again and np.abs(again.offsets - layout.offsets).max() < 0.001
    assert PitLayout.of(layout.stored(), 5) is None, "a board with fewer pits"


@pytest.mark.parametrize(
    "kept", ["x", [[1, 2], [3]], [[["a", 0]] * 6] * 2, [[[0, 2]] * 6] * 2, [[[0, 0]] * 6] * 3, {}, 1e400]
)
def test_what_is_no_layout_is_none(kept: object) -> None:
    assert PitLayout.of({"layout": kept}, 6) is None


def seen(offsets: np.ndarray) -> PitsOnBoard:
    """Return pits that are all seen, this far from their usual places."""
    return PitsOnBoard(places(offsets.shape[1]) + offsets, np.ones(offsets.shape[:2]), (0.0, 0.0), 0.0, (1.0, 1.0))


def folded(pits: int, pitch: float, fold: float) -> np.ndarray:
    """Return the offsets of pits this far apart, with this much more wood in the middle."""
    columns = np.arange(pits) - (pits - 1) / 2
    out = np.zeros((2, pits, 2))
    out[..., 0] = (pitch - 1) * columns + fold / 2 * np.sign(columns)
    return out


def test_seeds_do_not_move_pits() -> None:
    rng = np.random.default_rng(1)
    true = folded(6, 0.87, 0.4)
    errors = []
    for _ in range(50):
        off = true + rng.normal(0, 0.06, true.shape)
        off[tuple(rng.integers((2, 6)))] += 0.25  # a heap mistaken for the pit
        errors.append(np.abs(seen(off).layout().offsets - true).mean())
    assert np.mean(errors) < 0.035  # as they are seen: 0.06


def test_pits_off_the_rows_stay_there() -> None:
    """The pits of a hand-carved board are further from straight rows than seeds can make pits seem."""
    true = folded(6, 1.0, 0.0)
    true[..., 1] += np.resize([-0.2, 0.2, 0.25, -0.25], (2, 6))
    assert np.abs(seen(true).layout().offsets - true).max() < 0.05


@pytest.mark.parametrize(
    ("pits", "pitch", "fold"), [(6, 0.87, 0.4), (6, 1.0, 0.0), (5, 1.1, 0.0), (2, 1.0, 0.2), (3, 0.9, 0.0)]
)
def test_pits_are_as_far_apart_as_beside_each_other(pits: int, pitch: float, fold: float) -> None:
    layout = seen(folded(pits, pitch, fold)).layout()
    assert abs(layout.pitch - pitch) < 0.01


@pytest.mark.parametrize("fold", [0.0, 0.3, 0.6])
def test_misplaced_pits_neither_hide_a_fold_nor_feign_one(fold: float) -> None:
    """In pixels, a pitch is 90; a reflection moves a pit by a quarter of it."""
    pits = (places(6) + folded(6, 1.0, fold)).reshape(-1, 2)
    width = 8 + fold
    true = 90 * np.array([(-fold / 2, 0), (width - fold / 2, 0), (width - fold / 2, 2), (-fold / 2, 2)])
    for pit in range(len(pits)):
        seen = pits + np.random.default_rng(pit).normal(0, 0.01, pits.shape)
        seen[pit] += (0.2, 0.15)
        view = fitted(places(6).reshape(-1, 2), 90 * seen, 6, (960, 640))
        assert view
        assert np.abs(view.corners((0, 0, 8, 2)) - true).max() < 0.03 * 90 * width
