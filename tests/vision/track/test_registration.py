"""A camera or a board that is moved: noticed, followed to within a pixel or two, or reported as lost."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fourth_seat.calibration.lens import Points
from fourth_seat.vision.protocols import Image
from fourth_seat.vision.track.registration import MAX_DRIFT_SHARE, BoardLost, BoardMoved, BoardRegistration, BoardUnmoved
from tests.vision.scenes import CORNERS, SIZE, STILL, Weather, board, drawn, table, with_hand

BOARD = float(np.sqrt(cv2.contourArea(CORNERS.astype(np.float32))))  # pixels
PRECISE = 0.006  # of the board's size: an eighth of a square


def shift(x: float, y: float) -> NDArray[np.float64]:
    return np.array([(1, 0, x), (0, 1, y), (0, 0, 1.0)])


def turn(degrees: float, scale: float = 1.0) -> NDArray[np.float64]:
    x, y = CORNERS.mean(axis=0)
    return np.vstack([cv2.getRotationMatrix2D((float(x), float(y)), degrees, scale), (0, 0, 1.0)])


def tilt() -> NDArray[np.float64]:
    width, height = SIZE
    before = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    after = before + np.array([(20, 10), (-15, 25), (10, -5), (-10, -20)], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(before, after), np.float64)


MOVES = {
    "a little": shift(6, -3),
    "a square": shift(BOARD / 20, 0),
    "three squares": shift(0, -3 * BOARD / 20),
    "turned": turn(4),
    "nearer": turn(0, 1.06),
    "tilted": tilt(),
}


def mapped(homography: NDArray[np.float64]) -> Points:
    return np.asarray(cv2.perspectiveTransform(CORNERS.reshape(-1, 1, 2), homography), np.float64).reshape(-1, 2)


@pytest.fixture(scope="module")
def empty() -> Image:
    return Weather(seed=1).on(drawn(board()))


@pytest.mark.sample(5)
@pytest.mark.parametrize("what", ["board", "camera"])
@pytest.mark.parametrize("move", MOVES)
def test_a_move_is_followed(empty: Image, what: str, move: str) -> None:
    homography = MOVES[move]
    image = drawn(board(40), **{"moved" if what == "board" else "camera": homography})
    found = BoardRegistration(empty, CORNERS).check(Weather(seed=2).on(image, 0.9))
    assert isinstance(found, BoardMoved)
    error = np.linalg.norm(found.corners - mapped(homography), axis=1).max() / BOARD
    assert error < PRECISE
    assert found.by == pytest.approx(np.linalg.norm(mapped(homography) - CORNERS, axis=1).max() / BOARD, abs=PRECISE)
    again = cv2.perspectiveTransform(CORNERS.reshape(-1, 1, 2), found.homography).reshape(-1, 2)
    assert again == pytest.approx(found.corners, abs=1e-6)


@pytest.mark.parametrize("pieces", [0, 20, 80])
def test_what_did_not_move_is_held(empty: Image, pieces: int) -> None:
    anchor = BoardRegistration(empty, CORNERS)
    for seed, homography in enumerate((STILL, shift(0.4 * MAX_DRIFT_SHARE * BOARD, 0))):
        image = Weather(noise=6, bands=0.03, seed=seed).on(drawn(board(pieces), camera=homography), 0.8)
        assert isinstance(anchor.check(image), BoardUnmoved)


def test_a_hand_over_the_board_is_no_move(empty: Image) -> None:
    assert isinstance(BoardRegistration(empty, CORNERS).check(with_hand(empty, 650, 300)), BoardUnmoved)


def test_a_whole_game_is_held_and_a_move_at_its_end_is_followed(empty: Image) -> None:
    anchor = BoardRegistration(empty, CORNERS)
    for pieces in range(0, 360, 40):
        assert isinstance(anchor.check(Weather(seed=pieces).on(drawn(board(pieces)))), BoardUnmoved)
        anchor.renew()
    found = anchor.check(Weather().on(drawn(board(330), camera=MOVES["a square"])))
    assert isinstance(found, BoardMoved)
    assert np.linalg.norm(found.corners - mapped(MOVES["a square"]), axis=1).max() / BOARD < PRECISE


def test_a_moved_board_that_is_renewed_is_still_measured_from_the_first_picture(empty: Image) -> None:
    anchor = BoardRegistration(empty, CORNERS)
    for pieces in range(0, 200, 40):
        found = anchor.check(Weather(seed=pieces).on(drawn(board(pieces), moved=MOVES["turned"])))
        anchor.renew()
    assert isinstance(found, BoardMoved)
    assert np.linalg.norm(found.corners - mapped(MOVES["turned"]), axis=1).max() / BOARD < PRECISE


def test_what_is_gone_is_lost(empty: Image) -> None:
    anchor = BoardRegistration(empty, CORNERS)
    grey = np.full_like(empty, 120)
    for image in (table(), table(9), Weather().on(grey), drawn(board(), moved=shift(900, 0))):
        found = anchor.check(image)
        assert isinstance(found, BoardLost) and str(found.reason).endswith("has not been found again.")
