"""The detector against drawn boards, rotated and slanting, empty and full, and against pictures without a board."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from fourth_seat.games import find
from fourth_seat.vision.blokus import VISION
from fourth_seat.vision.blokus.outline import ordered
from fourth_seat.vision.protocols import BoardNotFound, DetectedBoard, Image
from tests.vision.blokus.drawings import picture, random_cells

CLASSIC, DUO = find("blokus").options(), find("blokus").options("variant=duo")
PLACES = {
    "from above": [(400, 100), (930, 110), (925, 640), (395, 625)],
    "slanting": [(420, 160), (850, 150), (1010, 560), (270, 575)],
    "turned": [(240, 400), (600, 90), (1000, 340), (630, 690)],
}


def off(found: DetectedBoard | BoardNotFound, corners: np.ndarray) -> float:
    """Return the error of the worst corner, in widths of the board."""
    assert isinstance(found, DetectedBoard)
    return float(np.linalg.norm(found.corners - ordered(corners), axis=1).max() / np.linalg.norm(corners[0] - corners[1]))


@pytest.mark.sample(6)
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("pieces", [0, 8, 70])
@pytest.mark.parametrize("board", [230, 70])
def test_corners(place: str, pieces: int, board: int) -> None:
    corners = np.array(PLACES[place], np.float64)
    seen = picture(CLASSIC, random_cells(CLASSIC, pieces, pieces), corners, board=board)
    assert off(VISION.detector.detect(seen.image, CLASSIC), corners) < 0.01


def test_duo() -> None:
    corners = np.array(PLACES["from above"], np.float64)
    seen = picture(DUO, random_cells(DUO, 2, 24), corners)
    assert off(VISION.detector.detect(seen.image, DUO), corners) < 0.01


def test_corners_are_named_as_they_lie_in_the_picture() -> None:
    corners = np.array(PLACES["from above"], np.float64)
    seen = picture(CLASSIC, random_cells(CLASSIC, 1, 40), np.roll(corners, 1, axis=0))
    found = VISION.detector.detect(seen.image, CLASSIC)
    assert isinstance(found, DetectedBoard)
    assert np.abs(found.corners - corners).max() < 6


def _stripes() -> Image:
    image = np.full((720, 1280, 3), 200, np.uint8)
    for x in range(0, 1280, 24):
        cv2.line(image, (x, 0), (x + 200, 720), (60, 90, 120), 5)
    return image


def _draughts() -> Image:
    squares = np.kron(np.indices((10, 10)).sum(axis=0) % 2, np.ones((48, 48)))[..., None]
    image = np.full((640, 800, 3), (70, 110, 150), np.uint8)
    image[80:560, 160:640] = np.where(squares, (160, 205, 235), (40, 70, 110))
    return image


def _discs() -> Image:
    """Return another game: a blue board of seven by six holes."""
    image = np.full((720, 1280, 3), 170, np.uint8)
    cv2.rectangle(image, (300, 80), (980, 660), (170, 80, 20), -1)
    for column in range(7):
        for row in range(6):
            colour = [(40, 30, 200), (40, 200, 230), (220, 220, 220)][(column * row + row) % 3]
            cv2.circle(image, (350 + 97 * column, 128 + 97 * row), 38, colour, -1)
    return image


@pytest.mark.parametrize(
    "image",
    [np.full((720, 1280, 3), 90, np.uint8), _stripes(), _discs(), _draughts()],
    ids=["bare", "stripes", "discs", "draughts"],
)
def test_no_board(image: Image) -> None:
    noisy = np.clip(image + np.random.default_rng(0).normal(0, 4, image.shape), 0, 255).astype(np.uint8)
    assert isinstance(VISION.detector.detect(noisy, CLASSIC), BoardNotFound)
