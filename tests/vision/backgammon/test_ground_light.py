"""A shadow over part of a board is removed; light that varies like a lamp's is left alone."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from fourth_seat.games import find
from fourth_seat.games.contents import Content
from fourth_seat.vision.backgammon import VISION
from fourth_seat.vision.backgammon.classifier import BackgammonSighting
from fourth_seat.vision.protocols import REFERENCE_KEY, Image
from tests.vision.backgammon.drawings import SETS, BackgammonSet, draw
from tests.vision.backgammon.test_classifier import MIDDLE, OPENING, wrong

OPTIONS = find("backgammon").options()


def shaded(image: Image, left: float, share: float = 0.45) -> Image:
    """Reduce the light to this fraction on the right of this part of the picture's width, behind a soft slanting edge."""
    height, width = image.shape[:2]
    down, across = np.mgrid[:height, :width]
    off = (across - left * width + 0.25 * (down - height / 2)) / 9
    light = 1 - (1 - share) / (1 + np.exp(-np.clip(off, -30, 30)))
    return np.asarray(image * light[..., None], np.uint8)


@pytest.mark.slow
@pytest.mark.parametrize("look", SETS.values(), ids=SETS)
@pytest.mark.parametrize("cells", [OPENING, MIDDLE], ids=["opening", "middle"])
def test_checkers_in_a_shadow_are_read(look: BackgammonSet, cells: dict[str, Content]) -> None:
    image, view = draw(cells, look)
    dark = shaded(image, 0.55)
    learned = VISION.classifier.learn(image, view, {}, cells, OPTIONS)
    lasting = {key: value for key, value in learned.items() if key != REFERENCE_KEY}
    for known in ({}, lasting):
        assert wrong(VISION.classifier.classify(dark, view, known, OPTIONS).best(), cells) == {}
    since = wrong(VISION.classifier.classify(dark, view, learned, OPTIONS).best(), cells)
    assert len(since) <= 1, "the shadow's edge may lie on a checker"


def test_the_light_of_a_lamp_on_one_side_stays() -> None:
    image, view = draw(OPENING)
    across = np.linspace(0.88, 1.06, image.shape[1])[None, :, None]
    lit = np.asarray((image * across).clip(0, 255), np.uint8)
    plain = view.rectified(lit, (-0.75, -0.75, 13.75, 12.25), 16)
    assert np.array_equal(BackgammonSighting.of(lit, view, {}).above, plain)


def test_a_shadow_is_taken_away() -> None:
    image, view = draw(OPENING)
    plain = BackgammonSighting.of(image, view, {}).above.astype(float)
    seen = BackgammonSighting.of(shaded(image, 0.5), view, {}).above.astype(float)
    inside = (slice(16, 190), slice(16, 216))
    off = np.abs(cv2.blur(seen, (5, 5)) - cv2.blur(plain, (5, 5)))[inside]
    assert np.median(off) < 6
    assert np.percentile(off, 90) < 25
