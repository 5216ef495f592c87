"""What keeps pictures from coming to rest is named: bands, a shadow, a reflection, a camera that shakes, hands."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from fourth_seat.vision.protocols import Image
from fourth_seat.vision.track.small_pictures import SmallPictures
from fourth_seat.vision.track.unsteady_picture import BANDS, MOTION, REFLECTION, SHADOW, SHAKING, disturbance
from fourth_seat.words import Text
from tests.vision.scenes import CORNERS, SIZE, Weather, board, drawn, with_hand

PICTURES, INTERVAL_S = 12, 0.2
X = np.arange(SIZE[0])
MIDDLE = CORNERS.mean(axis=0)


def told(picture: Callable[[Image, int], Image], weather: Weather | None = None) -> tuple[Text | None, Text | None]:
    """Return the causes named for pictures of one scene: for the board alone, and for all of it."""
    weather, still, pictures = weather or Weather(), drawn(board(12)), SmallPictures()
    for n in range(PICTURES):
        pictures.add(weather.on(picture(still, n)), n * INTERVAL_S)
    return disturbance(pictures, CORNERS), disturbance(pictures)


def around(n: int) -> np.ndarray:
    """Return a soft spot that moves across the board, of shape (1, width, 1)."""
    x = MIDDLE[0] + 220 * np.sin(n)
    return np.asarray(np.exp(-(((X - x) / 90) ** 2))[None, :, None])


def in_linear_light(image: Image, light: Callable[[np.ndarray], np.ndarray]) -> Image:
    return np.asarray((light((image / 255) ** 2.2).clip(0, 1) ** (1 / 2.2)) * 255, np.uint8)


def trembling(image: Image, n: int) -> Image:
    x, y = np.random.default_rng(n).normal(0, 9, 2)
    return np.asarray(cv2.warpAffine(image, np.array([[1, 0, x], [0, 1, y]]), SIZE, borderMode=cv2.BORDER_REFLECT))


@pytest.mark.slow
def test_calm_pictures_are_calm_in_noise_and_tremor() -> None:
    for weather in (Weather(), Weather(noise=8), Weather(tremble=0.7), Weather(bands=0.01)):
        assert told(lambda image, _: image, weather) == (None, None)


def test_a_lamp_that_flickers_leaves_bands() -> None:
    assert told(lambda image, _: image, Weather(bands=0.16)) == (BANDS, BANDS)


@pytest.mark.parametrize(
    ("picture", "cause"),
    [
        (lambda image, n: in_linear_light(image, lambda light: light * (1 - 0.7 * around(n))), SHADOW),
        (lambda image, n: in_linear_light(image, lambda light: light + 0.35 * around(n)), REFLECTION),
        (trembling, SHAKING),
        (lambda image, n: with_hand(image, MIDDLE[0] + 90 * np.sin(n), MIDDLE[1] + 50 * np.cos(n)), MOTION),
    ],
    ids=["shadow", "reflection", "shaking", "hand"],
)
def test_the_cause_is_told(picture: Callable[[Image, int], Image], cause: Text) -> None:
    assert told(picture)[0] == cause


def test_what_happens_beside_the_board_does_not_disturb_it() -> None:
    beside = round(float(CORNERS[:, 0].min())) - 130

    def with_a_ball(image: Image, n: int) -> Image:
        return np.asarray(cv2.circle(image.copy(), (beside, 120 + 45 * n), 110, (40, 60, 200), -1), np.uint8)

    on_board, anywhere = told(with_a_ball)
    assert on_board is None
    assert anywhere == MOTION


def test_few_pictures_tell_nothing_and_another_size_begins_anew() -> None:
    pictures, still = SmallPictures(), drawn(board())
    for n in range(PICTURES):
        pictures.add(Weather(bands=0.16, seed=n).on(still), n * INTERVAL_S)
    assert disturbance(pictures) == BANDS
    pictures.add(still[:400], PICTURES * INTERVAL_S)
    assert disturbance(pictures) is None
