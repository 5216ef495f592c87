"""A view that is a little off is drawn to the rims of drawn pits."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.view import View
from games import find
from vision.kalah.rims import rims

OPTIONS = find("kalah").options()
GEOMETRY = find("kalah").geometry(OPTIONS)
SCALE = 80  # pixels a pit


@pytest.mark.parametrize("inside", [60, 190])
def test_rims_are_found(inside: int) -> None:
    left, top, right, bottom = GEOMETRY.area
    image = np.full((int(bottom - top) * SCALE, int(right - left) * SCALE, 3), 120, np.uint8)
    for cell in GEOMETRY.cells:
        if cell.zone == "board":
            x, y = (round(v * SCALE) for v in cell.foot)
            cv2.circle(image, (x, y), round(0.43 * SCALE), (inside, inside, inside), -1, cv2.LINE_AA)
    size = (image.shape[1], image.shape[0])
    true = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float64)
    off = View.of_corners(true + np.array([(4, -3), (-4, 3), (3, 4), (-3, -4)]), GEOMETRY.area, size)
    places, pixels, _ = rims(image, off, OPTIONS)
    assert np.abs(pixels - places * SCALE).max() < 0.04 * SCALE
