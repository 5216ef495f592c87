"""A board in front of a camera, and pictures of one: what may be read and what may not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fourth_seat.calibration.lens import Points
from fourth_seat.games import find
from fourth_seat.vision.board_reading import detect_board, printed, read_board, rejection, view_of_board
from fourth_seat.vision.detect.borders import borders
from fourth_seat.vision.protocols import BoardNotFound, Image
from fourth_seat.words import Text
from tests.vision.scenes import EDGE, PIXELS, SIZE, SQUARES, board, table

GAME = find("blokus")
OPTIONS = GAME.options()
Matrix = NDArray[np.float64]


def plane(wide: float, tall: float, *, tilt: float, turn: float, fill: float, focal: float = 0.87) -> Matrix:
    """Return how a camera sees a rectangle whose corner is at 0, 0: the homography to pixels.

    Args:
        tilt, turn: in degrees, of the camera against the plane, and of the rectangle in it.
        fill: fraction of the picture's height that the rectangle's height would take up without tilt.
        focal: of the lens, in widths of the picture.
    """
    width, height = SIZE
    lens = np.array([[focal * width, 0, width / 2], [0, focal * width, height / 2], [0, 0, 1]])
    lean, _ = cv2.Rodrigues(np.radians([-tilt, 0.0, 0.0]))
    turned, _ = cv2.Rodrigues(np.radians([0.0, 0.0, turn]))
    axes = lean @ turned
    away = focal * width * tall / (fill * height)
    middle = np.array([[1, 0, -wide / 2], [0, 1, -tall / 2], [0, 0, 1]])
    return np.asarray(lens @ np.column_stack([axes[:, 0], axes[:, 1], (0, 0, away)]) @ middle, np.float64)


def laid(picture: Image, over: Image, place: Matrix) -> Image:
    """Return a picture laid over another."""
    out = over.copy()
    cv2.warpPerspective(picture, place, SIZE, out, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
    return np.asarray(cv2.GaussianBlur(out, (3, 3), 0), np.uint8)


def corners_of(place: Matrix) -> Points:
    low, high = EDGE * PIXELS, (EDGE + SQUARES) * PIXELS
    area = np.array([[(low, low), (high, low), (high, high), (low, high)]], np.float64)
    return np.asarray(cv2.perspectiveTransform(area, place)[0], np.float64)


SIDE = float((SQUARES + 2 * EDGE) * PIXELS)


def real(tilt: float, turn: float, fill: float = 0.85) -> tuple[Image, Points]:
    """Return a board on a table, and where it is."""
    place = plane(SIDE, SIDE, tilt=tilt, turn=turn, fill=fill)
    return laid(board(150), table(), place), corners_of(place)


def photographed(tilt: float, turn: float, fill: float) -> tuple[Image, Points]:
    """Return a print of such a picture, lying on a table that is seen at this angle."""
    print_, corners = real(50, 20)
    print_ = np.asarray(cv2.rectangle(print_, (0, 0), (SIZE[0] - 1, SIZE[1] - 1), (240, 240, 240), 24), np.uint8)
    place = plane(*map(float, SIZE), tilt=tilt, turn=turn, fill=fill)
    seen = cv2.perspectiveTransform(corners[None], place)[0]
    return laid(print_, table(7), place), np.asarray(seen, np.float64)


@pytest.mark.parametrize("tilt", [0, 25, 50])
@pytest.mark.parametrize("turn", [-10, 0, 35])
def test_a_board_is_no_picture_from_any_side(tilt: float, turn: float) -> None:
    image, corners = real(tilt, turn)
    assert printed(image, GAME, OPTIONS, corners) is None


def test_nor_where_corners_are_off_by_a_hundredth() -> None:
    image, corners = real(40, 10)
    noise = np.random.default_rng(1)
    for _ in range(10):
        off = corners + noise.normal(0, 0.01 * np.sqrt(cv2.contourArea(corners.astype(np.float32))), (4, 2))
        assert printed(image, GAME, OPTIONS, off) is None


def test_nor_where_it_lies_on_a_sheet() -> None:
    sheet = np.full((round(1.3 * SIDE), round(1.7 * SIDE), 3), 235, np.uint8)
    on_table = plane(1.7 * SIDE, 1.3 * SIDE, tilt=40, turn=-15, fill=0.9)
    on_sheet = np.array([[1, 0, 0.4 * SIDE], [0, 1, 0.12 * SIDE], [0, 0, 1]])
    image = laid(board(150), laid(sheet, table(), on_table), on_table @ on_sheet)
    corners = corners_of(on_table @ on_sheet)
    assert (borders(image, corners)[1] > 0.8).any(), "the sheet's edges are seen"
    assert printed(image, GAME, OPTIONS, corners) is None


@pytest.mark.parametrize(("tilt", "turn"), [(35, 0), (50, 15), (45, -30)])
def test_a_print_is_a_picture(tilt: float, turn: float) -> None:
    image, corners = photographed(tilt, turn, 0.8)
    assert "picture of a board" in str(printed(image, GAME, OPTIONS, corners))


def test_the_print_is_told_by_its_edges() -> None:
    image, corners = photographed(35, 0, 0.8)
    bare = np.full_like(image, 90)
    assert printed(bare, GAME, OPTIONS, corners) is None
    assert printed(image, GAME, OPTIONS, corners) is not None


def test_corners_no_camera_can_see_a_board_between_are_turned_down_by_themselves() -> None:
    image = np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)
    long = np.array([(200, 300), (1000, 320), (1000, 480), (210, 470)], np.float64)
    assert "A camera cannot see" in str(printed(image, GAME, OPTIONS, long))


def test_a_picture_is_not_found_and_where_a_person_shows_it_questioned() -> None:
    image, corners = photographed(35, 0, 0.9)
    found = detect_board(image, GAME, OPTIONS)
    assert isinstance(found, BoardNotFound)
    assert "picture of a board" in str(found.reason)
    given = read_board(image, GAME, OPTIONS, corners)
    assert not isinstance(given, Text)
    assert given.rejection is None
    assert "picture of a board" in str(given.question)


def test_the_dark_is_told_as_such() -> None:
    image, corners = real(30, 0)
    assert rejection(image, GAME, OPTIONS, view_of_board(corners, GAME, OPTIONS, image), {}) is None
    night = np.asarray(image * 0.15, np.uint8)
    found = detect_board(night, GAME, OPTIONS)
    assert isinstance(found, BoardNotFound)
    given = read_board(night, GAME, OPTIONS, corners)
    assert not isinstance(given, Text)
    assert "dark" in str(found.reason)
    assert "dark" in str(given.rejection)
