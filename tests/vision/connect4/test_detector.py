"""The grid is found wherever it is, and nothing else is mistaken for it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fourth_seat.games import find
from fourth_seat.vision.connect4 import VISION
from fourth_seat.vision.protocols import BoardNotFound, DetectedBoard
from tests.vision.connect4.drawings import ASKEW, FRONTAL, SIZE, USUAL, WOODEN, Connect4Set, drawn, position

OPTIONS = find("connect4").options()
SMALL = FRONTAL * 0.55 + (20, 180)


@pytest.mark.sample(12)
@pytest.mark.parametrize("corners", [FRONTAL, ASKEW, SMALL], ids=["frontal", "askew", "small"])
@pytest.mark.parametrize("discs", [0, 9, 42])
@pytest.mark.parametrize("made_of", [USUAL, WOODEN], ids=["usual", "wooden"])
@pytest.mark.parametrize("scale", [1, 2])
def test_corners_are_found(made_of: Connect4Set, discs: int, corners: NDArray[np.float64], scale: int) -> None:
    image, _ = drawn(position(discs, discs), corners, made_of)
    image = np.asarray(cv2.resize(image, None, fx=scale, fy=scale), np.uint8)
    found = VISION.detector.detect(image, OPTIONS)
    assert isinstance(found, DetectedBoard)
    width = np.linalg.norm(corners[1] - corners[0])
    assert np.linalg.norm(found.corners / scale - corners, axis=1).max() < 0.02 * width
    assert found.confidence > 0.9


@pytest.mark.parametrize("quarters", [1, 3])
@pytest.mark.parametrize("discs", [0, 15, 42])
def test_of_a_camera_on_its_side_it_is_said(quarters: int, discs: int) -> None:
    image, _ = drawn(position(discs, discs))
    answer = VISION.detector.detect(np.ascontiguousarray(np.rot90(image, quarters)), OPTIONS)
    assert isinstance(answer, BoardNotFound)
    assert str(answer.reason) == "The board lies on its side in the picture: turn the camera by 90 degrees."


def test_a_hand_may_hide_a_part() -> None:
    image, _ = drawn(position(1, 15))
    cv2.rectangle(image, (170, 0), (290, 250), (120, 150, 200), -1)
    found = VISION.detector.detect(image, OPTIONS)
    assert isinstance(found, DetectedBoard)
    assert np.linalg.norm(found.corners - FRONTAL, axis=1).max() < 0.02 * 400


@pytest.mark.parametrize("rows, columns", [(0, 0), (3, 3), (2, 6), (9, 10)])
def test_other_things_are_not_taken_for_it(rows: int, columns: int) -> None:
    image = np.full((SIZE[1], SIZE[0], 3), 180, np.uint8)
    for row in range(rows):
        for column in range(columns):
            cv2.circle(image, (60 + column * 50, 50 + row * 45), 18, (60, 40, 30), -1, cv2.LINE_AA)
    assert isinstance(VISION.detector.detect(image, OPTIONS), BoardNotFound)


def test_squares_are_no_holes() -> None:
    image = np.full((SIZE[1], SIZE[0], 3), 180, np.uint8)
    for row in range(6):
        for column in range(7):
            x, y = 100 + column * 60, 60 + row * 60
            cv2.rectangle(image, (x, y), (x + 40, y + 40), (40, 40, 160), -1)
    answer = VISION.detector.detect(image, OPTIONS)
    if isinstance(answer, DetectedBoard):
        _, view = drawn({}, answer.corners)
        assert VISION.classifier.rejection_reason(image, view, {}, OPTIONS)
