"""A calibration from another evening is used again only if the game's classifier has learned its appearance."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from fourth_seat.calibration.camera import CameraCalibration
from fourth_seat.games import all_games
from fourth_seat.vision.detect.saved_calibration import recall

pytestmark = pytest.mark.quick

SIZE = 640, 480
CORNERS = np.array([[50, 50], [600, 50], [600, 400], [50, 400]], np.float64)
KEYS = [
    "plate",
    "red",
    "yellow",
    "temperature",
    "tints",
    "light",
    "corners",
    "windows",
    "counts",
    "hues",
    "above",
    "known",
    "empty",
    "spread",
    "held",
    "rows",
    "colours",
    "chromaticity",
]
VALUES: tuple[object, ...] = (None, True, 1e308, 10**18, "²", [], [1, [2]], {"corners": 5}, {"dark": [[0.0]]})


@pytest.mark.parametrize("value", VALUES, ids=repr)
@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_any_appearance_is_survived(game: Any, value: object) -> None:
    image = np.random.default_rng(1).integers(0, 256, (SIZE[1], SIZE[0], 3), np.uint8)
    kept = CameraCalibration("0", SIZE, CORNERS, dict.fromkeys(KEYS, value))
    assert recall([kept], image, game, game.options()) in (kept, None)  # noise may match anything
