"""A picture that is flipped from one moment to the next is noticed, and nothing else is taken for it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from fourth_seat.vision.protocols import Image
from fourth_seat.vision.track.picture_flip import Flip, latest_flip
from fourth_seat.vision.track.small_pictures import SmallPictures
from tests.vision.scenes import CORNERS, SIZE, Weather, board, drawn, with_hand

MIDDLE = CORNERS.mean(axis=0)


def noticed(*scenes: Image, weather: Weather | None = None) -> list[Flip | None]:
    """Return what is noticed in each of these pictures, taken five times a second."""
    pictures, weather = SmallPictures(), weather or Weather()
    flips: list[Flip | None] = []
    for n, scene in enumerate(scenes):
        pictures.add(weather.on(scene), n * 0.2)
        flips.append(latest_flip(pictures))
        if flips[-1]:
            pictures.forget_earlier()
    return flips


@pytest.mark.parametrize("weather", [Weather(), Weather(noise=8), Weather(tremble=0.7)], ids=repr)
@pytest.mark.parametrize("flip", Flip)
def test_a_flip_is_noticed_once(flip: Flip, weather: Weather) -> None:
    scene = drawn(board(4))
    hands = [with_hand(scene, MIDDLE[0] + 40 * n, MIDDLE[1]) for n in range(4)]
    seen = noticed(scene, scene, *hands[:2], *map(flip.image, hands[2:]), weather=weather)
    assert seen == [None, None, None, None, flip, None]


def test_an_arm_that_swings_from_side_to_side_over_an_empty_table_is_not_a_flip() -> None:
    table = np.full((*SIZE[::-1], 3), 150, np.uint8)
    left = table.copy()
    cv2.line(left, (SIZE[0] // 2, SIZE[1]), (SIZE[0] // 4, 100), (60, 70, 110), 240)
    assert noticed(*[table] * 4, left, Flip.SIDEWAYS.image(left), table) == [None] * 7


@pytest.mark.parametrize("share", [0.08, 0.16])
def test_the_bands_of_a_lamp_are_no_flip(share: float) -> None:
    table = np.full((*SIZE[::-1], 3), 150, np.uint8)
    cv2.rectangle(table, (400, 160), (880, 560), (200, 205, 210), -1)
    table[160:560:20, 400:880] = 120
    table[160:560, 400:880:20] = 120
    assert not any(noticed(*[table] * 40, weather=Weather(bands=share)))


def test_of_a_board_that_is_almost_symmetrical_the_flip_that_fits_best_is_noticed() -> None:
    table = np.full((*SIZE[::-1], 3), 150, np.uint8)
    cv2.rectangle(table, (400, 150), (880, 570), (200, 60, 40), -1)
    table[:, ::7] = 90
    table[200:240, 420:460] = 30  # one piece
    table = np.roll(table, 60, axis=1)
    for flip in (Flip.SIDEWAYS, Flip.HALF_TURN):
        assert noticed(table, table, table, flip.image(table)) == [None, None, None, flip]


def test_points_are_flipped_with_the_picture() -> None:
    image = np.zeros((30, 40, 3), np.uint8)
    image[5, 12] = 255
    for flip in Flip:
        ((row, column),) = np.argwhere(flip.image(image).any(axis=2))
        assert flip.points(np.array([[12.0, 5.0]]), (40, 30)).tolist() == [[column, row]]
