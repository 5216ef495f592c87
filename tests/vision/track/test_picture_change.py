"""Two pictures of one scene: the same in another light, after a tremor, under a reflection; different where something was
added."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from fourth_seat.vision.protocols import Image
from fourth_seat.vision.track.motion_gate import FrameStatus, MotionGate
from fourth_seat.vision.track.picture_change import Grey, PictureComparison, shifted
from tests.vision.scenes import CORNERS, SIZE, Weather, board, drawn

EVERYTHING = np.ones((90, 120), bool)


def texture(seed: int = 1) -> Grey:
    """Return fine detail, as pips and lettering have."""
    rough = np.random.default_rng(seed).uniform(30, 220, (90, 120)).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(rough, (0, 0), 1.2), np.float32)


def comparison(block: int = 1) -> PictureComparison:
    return PictureComparison(EVERYTHING, EVERYTHING, block)


@pytest.mark.parametrize("by", [(0.0, 0.0), (0.3, -0.2), (-0.7, 0.4), (1.6, 1.1)])
def test_a_tremor_is_measured(by: tuple[float, float]) -> None:
    seen = comparison().shift(texture(), 0.8 * shifted(texture(), by) + 5)
    assert np.allclose(seen, by, atol=0.12)


def test_what_was_moved_is_no_tremor() -> None:
    assert comparison(block=4).shift(texture(), shifted(texture(), (2.5, 0.0))) == (0.0, 0.0)
    flat = np.full((90, 120), 90, np.float32)
    assert comparison().shift(flat, flat) == (0.0, 0.0)


@pytest.mark.parametrize("gain", [1.0, 0.6])
def test_a_black_table_beside_a_white_board_does_not_change(gain: float) -> None:
    """Rows that are mostly darker than a few grey levels once counted as motion, in identical pictures."""
    picture = np.full((90, 120), 2, np.float32)
    picture[20:70, 45:75] = texture()[20:70, 45:75]
    assert not comparison().changes(picture, gain * picture).where.any()


def test_a_reflection_is_no_change_and_a_piece_below_it_is() -> None:
    before = texture()
    y, x = np.mgrid[:90, :120]
    sheen = 60 * np.exp(-((x - 60) ** 2 + (y - 45) ** 2) / (2 * 22**2))
    now = np.asarray(before + sheen, np.float32)
    assert not comparison().changes(before, now).where.any()
    now[40:48, 60:68] = 20
    where = comparison().changes(before, now).where
    assert where[42:46, 62:66].all() and where.sum() < 150


# -- and so the gate ------------------------------------------------------------------------------------------------------


def gated(images: list[Image], corners: np.ndarray[tuple[int, ...], np.dtype[np.float64]] = CORNERS) -> list[FrameStatus]:
    gate = MotionGate(corners, SIZE)
    return [gate.check(image, number / 10) for number, image in enumerate(images)]


def test_identical_pictures_of_a_board_on_a_black_table_are_still() -> None:
    scene = drawn(board(60))
    mask = np.zeros(scene.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, CORNERS.astype(np.int32), 1)
    scene[mask == 0] = 1
    scene[500:, :450] = 0  # and some rows of it that are mostly in deep shadow
    scene[560:, :800] = 3
    assert [sight.moving for sight in gated([scene] * 8)] == [False] * 8


def test_a_small_board_before_a_shaken_camera_is_still() -> None:
    """A board of 250 pixels that shakes by half a pixel: no picture may be discarded."""
    small = cv2.resize(drawn(board(60)), None, fx=0.35, fy=0.35, interpolation=cv2.INTER_AREA)
    chance = np.random.default_rng(3)
    images = []
    for _ in range(20):
        x, y = chance.normal(0, 0.5, 2)
        moved = cv2.warpAffine(
            small,
            np.array([[1, 0, x], [0, 1, y]]),
            small.shape[1::-1],
            flags=cv2.INTER_CUBIC,
            borderMode=cv2.BORDER_REFLECT,
        )
        images.append(np.asarray((moved + chance.normal(0, 2, moved.shape)).clip(0, 255), np.uint8))
    gate = MotionGate(0.35 * CORNERS, (small.shape[1], small.shape[0]))
    seen = [gate.check(image, number / 10) for number, image in enumerate(images)]
    assert all(sight.settled for sight in seen[3:])


def test_a_picture_is_exposed_once_its_brightness_no_longer_drifts() -> None:
    scene, weather = drawn(board(60)), Weather()
    rising = [weather.on(scene, gain) for gain in np.linspace(0.5, 1.0, 12)]
    seen = gated([*rising, *(weather.on(scene) for _ in range(10))])
    assert not any(sight.exposed for sight in seen[:12])
    assert any(sight.settled for sight in seen[5:12]), "it may be read meanwhile"
    assert all(sight.exposed for sight in seen[-2:])


@pytest.mark.slow
def test_a_lamp_that_never_settles_does_not_keep_a_set_from_being_learned() -> None:
    scene, weather = drawn(board(60)), Weather()
    seen = gated([weather.on(scene, 1 - 0.012 * n) for n in range(36)])
    assert not seen[20].exposed and seen[35].exposed
