"""Seeds are counted in drawn pits, laid out like a board seen from above."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from fourth_seat.calibration.view import View
from fourth_seat.games import find
from fourth_seat.vision.kalah import VISION, seed_counter
from fourth_seat.vision.kalah.classifier import KalahClassifier, pictures
from fourth_seat.vision.kalah.layout import PitLayout
from fourth_seat.vision.protocols import BoardNotFound, DetectedBoard, Image

OPTIONS = find("kalah").options()
GEOMETRY = find("kalah").geometry(OPTIONS)
DRAWN = Path(__file__).parents[2] / "data" / "vision"
COUNTS: dict[str, dict[str, int]] = json.loads((DRAWN.parent / "kalah_drawn.json").read_text())
SIDE = seed_counter.SIDE_PX  # pixels from pit to pit
MARGIN = SIDE
EXACT = 0.7  # of drawn pits, each from a different set than its neighbours, unlike any board


def board(name: str) -> tuple[Image, View]:
    """Return a drawn board of `tests/data/vision`, and its view in the picture."""
    image = np.asarray(cv2.imread(str(DRAWN / f"kalah_drawn_{name}.jpg")), np.uint8)
    height, width = image.shape[:2]
    corners = np.array(
        [(MARGIN, MARGIN), (width - MARGIN, MARGIN), (width - MARGIN, height - MARGIN), (MARGIN, height - MARGIN)]
    )
    return image, View.of_corners(corners - 0.5, GEOMETRY.area, (width, height))


def test_seeds_are_counted() -> None:
    right = total = 0
    for name, counts in COUNTS.items():
        image, view = board(name)
        seen = KalahClassifier().classify(image, view, {}, OPTIONS)
        assert set(seen.cells) == {cell.name for cell in GEOMETRY.cells}
        best = seen.best()
        right += sum((best[pit].count if pit in best else 0) == count for pit, count in counts.items())
        total += len(counts)
    assert right / total > EXACT


def test_evidence_is_over_all_counts_that_can_be() -> None:
    image, view = board("mixed1")
    seen = KalahClassifier().classify(image, view, {}, OPTIONS)
    for values in seen.cells.values():
        assert {content.count if content else 0 for content in values} == set(range(49))
        assert max(values.values()) == 0
        assert all(content is None or content.colour == 0 for content in values)


@pytest.mark.parametrize("level", [3, 128])
def test_what_has_no_pits_is_refused(level: int) -> None:
    image, view = board("threes")
    plain = np.random.default_rng(0).normal(level, 3, image.shape).clip(0, 255).astype(np.uint8)
    assert KalahClassifier().rejection_reason(plain, view, {}, OPTIONS) is not None
    assert KalahClassifier().rejection_reason(image, view, {}, OPTIONS) is None


def test_probabilities_sum_to_one() -> None:
    image, view = board("mixed0")
    windows = pictures(image, view, OPTIONS, PitLayout.usual(6))
    logits, _ = seed_counter.counted(seed_counter.counter_input(windows)[0, 1:6])
    logs = seed_counter.normalised(logits)
    assert logs.shape == (5, seed_counter.MAX_COUNT + 2)
    assert np.allclose(np.exp(logs).sum(axis=1), 1)


def test_the_board_is_found() -> None:
    image, view = board("empty")
    larger = np.asarray(cv2.resize(image, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC), np.uint8)
    found = VISION.detector.detect(larger, OPTIONS)
    assert isinstance(found, DetectedBoard)
    assert np.abs(found.corners / 2 - view.corners(GEOMETRY.area)).max() < 0.02 * 8 * SIDE


def test_a_board_of_more_rows_is_none() -> None:
    image, _ = board("empty")
    rows = image[MARGIN:-MARGIN]
    higher = np.vstack([image[:MARGIN], rows, rows, image[-MARGIN:]])
    larger = np.asarray(cv2.resize(higher, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC), np.uint8)
    assert isinstance(VISION.detector.detect(larger, OPTIONS), BoardNotFound)


@pytest.mark.parametrize("level", [5, 120])
def test_nothing_is_found_where_nothing_is(level: int) -> None:
    noise = np.random.default_rng(level).normal(level, 2, (480, 640, 3))
    assert isinstance(VISION.detector.detect(np.clip(noise, 0, 255).astype(np.uint8), OPTIONS), BoardNotFound)
