"""Seeds are counted in drawn pits, laid out as a board seen from above."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.view import View
from games import find
from games.contents import Content
from training.vision.kalah.drawings import SIDE, pit
from vision.kalah import VISION, seed_counter
from vision.kalah.classifier import KalahClassifier
from vision.protocols import BoardNotFound, DetectedBoard, Image

OPTIONS = find("kalah").options()
GEOMETRY = find("kalah").geometry(OPTIONS)
PITS = [cell for cell in GEOMETRY.cells if cell.zone == "board"]
MARGIN = SIDE
EXACT = 0.7  # of drawn pits, each of another set than its neighbours, which no board is


def board(counts: dict[str, int], seed: int, alike: bool = False) -> tuple[Image, View]:
    """A picture whose pits are drawn one by one, all of one set where they are to be alike, and how it shows the board."""
    rng = np.random.default_rng(seed)
    left, top, right, bottom = GEOMETRY.area
    width, height = int((right - left) * SIDE) + 2 * MARGIN, int((bottom - top) * SIDE) + 2 * MARGIN
    image = np.full((height, width, 3), 90, np.uint8)
    for cell in PITS:
        x, y = (round(MARGIN + v * SIDE - SIDE / 2) for v in cell.foot)
        image[y : y + SIDE, x : x + SIDE] = pit(np.random.default_rng(seed) if alike else rng, counts[cell.name])
    corners = np.array(
        [(MARGIN, MARGIN), (width - MARGIN, MARGIN), (width - MARGIN, height - MARGIN), (MARGIN, height - MARGIN)]
    )
    return image, View.of_corners(corners - 0.5, GEOMETRY.area, (width, height))


def test_seeds_are_counted() -> None:
    right = total = 0
    for seed in range(6):
        rng = np.random.default_rng(100 + seed)
        counts = {cell.name: int(rng.integers(0, 7)) for cell in PITS}
        image, view = board(counts, seed)
        seen = KalahClassifier().classify(image, view, {}, OPTIONS)
        assert set(seen.cells) == {cell.name for cell in GEOMETRY.cells}
        best = seen.best()
        right += sum((best[name].count if name in best else 0) == count for name, count in counts.items())
        total += len(counts)
    assert right / total > EXACT


def test_evidence_is_over_all_counts_that_can_be() -> None:
    image, view = board({cell.name: 2 for cell in PITS}, 1)
    seen = KalahClassifier().classify(image, view, {}, OPTIONS)
    for values in seen.cells.values():
        assert {content.count if content else 0 for content in values} == set(range(49))
        assert max(values.values()) == 0
        assert all(content is None or content.colour == 0 for content in values)


def test_learning_softens_what_was_read_wrong() -> None:
    counts = {cell.name: 3 for cell in PITS}
    image, view = board(counts, 2)
    true = {name: Content(0, count) for name, count in counts.items()}
    wrong = {name: Content(0, 9) for name in counts}
    classifier = KalahClassifier()
    trusting = classifier.learn(image, view, {}, true, OPTIONS)["temperature"]
    assert classifier.learn(image, view, {}, wrong, OPTIONS)["temperature"] > trusting


@pytest.mark.parametrize("level", [3, 128])
def test_what_has_no_pits_is_refused(level: int) -> None:
    image, view = board({cell.name: 4 for cell in PITS}, 3)
    plain = np.random.default_rng(0).normal(level, 3, image.shape).clip(0, 255).astype(np.uint8)
    assert KalahClassifier().rejection_reason(plain, view, {}, OPTIONS) is not None
    assert KalahClassifier().rejection_reason(image, view, {}, OPTIONS) is None


def test_probabilities_sum_to_one() -> None:
    rng = np.random.default_rng(4)
    logits, _ = seed_counter.counted(np.array([pit(rng, count) for count in range(5)]))
    logs = seed_counter.normalised(logits)
    assert logs.shape == (5, seed_counter.MOST + 2)
    assert np.allclose(np.exp(logs).sum(axis=1), 1)


def test_the_board_is_found() -> None:
    image, view = board({cell.name: 0 for cell in PITS}, 14, alike=True)
    larger = np.asarray(cv2.resize(image, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC), np.uint8)
    found = VISION.detector.detect(larger, OPTIONS)
    assert isinstance(found, DetectedBoard)
    assert np.abs(found.corners / 2 - view.corners(GEOMETRY.area)).max() < 0.02 * 8 * SIDE


def test_a_board_of_more_rows_is_none() -> None:
    image, _ = board({cell.name: 0 for cell in PITS}, 14, alike=True)
    rows = image[MARGIN:-MARGIN]
    higher = np.vstack([image[:MARGIN], rows, rows, image[-MARGIN:]])
    larger = np.asarray(cv2.resize(higher, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC), np.uint8)
    assert isinstance(VISION.detector.detect(larger, OPTIONS), BoardNotFound)


@pytest.mark.parametrize("level", [5, 120])
def test_nothing_is_found_where_nothing_is(level: int) -> None:
    noise = np.random.default_rng(level).normal(level, 2, (480, 640, 3))
    assert isinstance(VISION.detector.detect(np.clip(noise, 0, 255).astype(np.uint8), OPTIONS), BoardNotFound)
