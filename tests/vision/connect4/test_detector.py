"""The grid is found wherever it is, and nothing else is mistaken for it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fourth_seat.games import find
from fourth_seat.vision.board_photo import BoardPhoto, read_photo
from fourth_seat.vision.connect4 import VISION
from fourth_seat.vision.connect4.grid import best
from fourth_seat.vision.protocols import BoardNotFound, DetectedBoard
from tests.vision.connect4.drawings import ASKEW, FRONTAL, SIZE, USUAL, WOODEN, Connect4Set, drawn, position

GAME = find("connect4")
OPTIONS = GAME.options()
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


@pytest.mark.parametrize("scale", [0.48, 0.36])
@pytest.mark.parametrize("discs", [0, 15])
def test_a_grid_that_is_small_in_a_large_picture_is_looked_at_closer(discs: int, scale: float) -> None:
    image, _ = drawn(position(0, discs), ASKEW, noise=8)
    place = 700, 500
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    room = np.random.default_rng(0).normal(190, 6, (1080, 1440, 3)).clip(0, 255).astype(np.uint8)
    room[place[1] : place[1] + len(small), place[0] : place[0] + len(small[0])] = small
    found = VISION.detector.detect(room, OPTIONS)
    assert isinstance(found, DetectedBoard)
    assert np.linalg.norm(found.corners - (ASKEW * scale + place), axis=1).max() < 0.02 * 350 * scale


def test_small_things_in_a_grid_that_is_not_complete_are_no_board() -> None:
    room = np.full((1080, 1440, 3), 190, np.uint8)
    for column in range(6):
        for row in range(5):
            cv2.circle(room, (800 + 18 * column, 600 + 18 * row), 7, (60, 60, 60), -1, cv2.LINE_AA)
    assert isinstance(VISION.detector.detect(room, OPTIONS), BoardNotFound)


def test_holes_of_which_a_part_is_seen_do_not_pull_the_corners() -> None:
    wall = np.full((SIZE[1], SIZE[0], 3), 200, np.uint8)
    wall[381:396] = USUAL.plate  # what is behind the foot of the grid looks like the plate
    image, _ = drawn({}, FRONTAL, behind=wall)
    found = VISION.detector.detect(image, OPTIONS)
    assert isinstance(found, DetectedBoard)
    assert np.linalg.norm(found.corners - FRONTAL, axis=1).max() < 0.01 * 400


@pytest.mark.parametrize(("columns", "rows"), [(7, 6), (6, 7)])
def test_grids_that_stand_and_lie_are_measured_by_the_same_rule(columns: int, rows: int) -> None:
    places = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1).reshape(-1, 2)
    shapes = np.column_stack([100 + 60 * places, np.full(42, 22), np.ones(42)]).astype(np.float64)
    grid = best(shapes)
    assert grid and grid.lying == (rows == 7) and grid.net == 42


@pytest.mark.parametrize("corners", [FRONTAL, ASKEW], ids=["frontal", "askew"])
@pytest.mark.parametrize("discs", [1, 3, 15, 30])
def test_discs_show_that_the_camera_hangs_upside_down(discs: int, corners: NDArray[np.float64]) -> None:
    image, _ = drawn(position(2, discs), corners)
    upside_down = np.ascontiguousarray(np.rot90(image, 2))
    found = VISION.detector.detect(upside_down, OPTIONS)
    assert isinstance(found, DetectedBoard)
    assert np.linalg.norm(found.corners - (np.array(SIZE) - 1 - corners), axis=1).max() < 0.02 * 400
    photo = read_photo(upside_down, GAME, OPTIONS)
    assert isinstance(photo, BoardPhoto)
    assert {name: content for name, content in photo.contents.items() if content} == position(2, discs)


@pytest.mark.parametrize("discs", [0, 42])
def test_an_empty_or_full_grid_has_its_foot_at_that_of_the_picture(discs: int) -> None:
    found = VISION.detector.detect(np.ascontiguousarray(np.rot90(drawn(position(0, discs))[0], 2)), OPTIONS)
    assert isinstance(found, DetectedBoard)
    assert found.corners[0, 1] < found.corners[3, 1]


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
