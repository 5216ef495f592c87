"""Bands of a flickering lamp are removed; other pictures stay as they are."""

from __future__ import annotations

import numpy as np
import pytest

from fourth_seat.vision.protocols import Image
from fourth_seat.vision.track.lamp_bands import BandRemoval
from fourth_seat.vision.track.small_pictures import downscaled
from tests.vision.scenes import CORNERS, Weather, board, drawn, with_hand

PICTURES, INTERVAL_S = 24, 0.2
MIDDLE = CORNERS.mean(axis=0)


def even(removal: BandRemoval, picture: Image, n: int) -> Image:
    """Return picture number `n` without bands."""
    removal.learn(downscaled(picture), n * INTERVAL_S)
    return removal.even(picture)


@pytest.mark.slow
def test_the_bands_of_a_lamp_are_removed() -> None:
    removal, still = BandRemoval(), drawn(board(12))
    for n in range(PICTURES):
        banded = Weather(bands=0.16, seed=n).on(still)
        mended = even(removal, banded, n)
    off, left = (np.log((image + 8.0) / (still + 8.0)).std() for image in (banded, mended))
    assert left < off / 2


@pytest.mark.parametrize("weather", [Weather(), Weather(noise=8), Weather(tremble=0.7)], ids=["fair", "noise", "tremor"])
def test_pictures_without_bands_stay_as_they_are(weather: Weather) -> None:
    removal, still = BandRemoval(), drawn(board(12))
    for n in range(PICTURES):
        hand = with_hand(still, MIDDLE[0] + 90 * np.sin(n), MIDDLE[1] + 50 * np.cos(n)) if n % 3 else still
        picture = weather.on(hand)
        assert even(removal, picture, n) is picture


@pytest.mark.slow
def test_a_dark_picture_tells_nothing_and_another_size_begins_anew() -> None:
    removal, still = BandRemoval(), drawn(board(12))
    for n in range(PICTURES):
        even(removal, Weather(bands=0.16, seed=n).on(still), n)
    smaller, dark = still[:400], np.zeros_like(still)
    assert even(removal, smaller, PICTURES) is smaller
    for n in range(PICTURES, 2 * PICTURES):
        assert even(removal, dark, n) is dark
