"""A TriDice board drawn for the tests: cells in two tones, lines, and dice as three shaded sides."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from fourth_seat.calibration.view import View
from fourth_seat.games import find
from fourth_seat.games.tridice.geometry import DIE_HEIGHT
from fourth_seat.vision.protocols import Image

SIZE = (960, 720)
CORNERS = np.array([(260.0, 170.0), (700.0, 190.0), (790.0, 590.0), (170.0, 560.0)])
COLOURS = {1: (60, 62, 180), 2: (170, 60, 25)}
GEOMETRY = find("tridice").geometry(find("tridice").options())


def view() -> View:
    """Return how the drawn board is seen."""
    return View.of_corners(CORNERS, GEOMETRY.area, SIZE)


def board(
    dice: Mapping[str, int],
    seen: View | None = None,
    /,
    light: tuple[int, int, int] = (225, 232, 236),
    dark: tuple[int, int, int] = (150, 195, 165),
    cast: tuple[float, float, float] = (1.0, 1.0, 1.0),
) -> Image:
    """Return the board with dice of these colours on these cells, in light of this colour; by default seen as in `view`."""
    rng = np.random.default_rng(len(dice))
    image = np.full((SIZE[1], SIZE[0], 3), (95, 110, 120), np.uint8)
    seen = seen or view()
    cells = [cell for cell in GEOMETRY.cells if cell.zone == "board"]
    for cell in cells:
        cv2.fillPoly(image, [_pixels(seen, cell.polygon)], light if cell.tone == "light" else dark)
    for cell in cells:
        cv2.polylines(image, [_pixels(seen, cell.polygon)], True, (45, 40, 40), 4, cv2.LINE_AA)
    for cell in cells:  # those further away first
        if cell.name in dice:
            outline = np.array(cell.polygon)
            base = outline.mean(axis=0) + (outline - outline.mean(axis=0)) * 0.75
            tip = seen.pixels(outline.mean(axis=0)[None], DIE_HEIGHT)[0]
            corners = seen.pixels(base)
            for k in np.argsort([corners[[n, (n + 1) % 3], 1].mean() for n in range(3)]):
                side = np.array([corners[k], corners[(k + 1) % 3], tip])
                shade = (0.7, 1.0, 0.85)[int(k)]
                cv2.fillPoly(image, [np.round(side).astype(np.int32)], [c * shade for c in COLOURS[dice[cell.name]]])
    lit = cv2.GaussianBlur(image, (0, 0), 0.8) * np.array(cast) + rng.normal(0, 2.5, image.shape)
    return np.asarray(np.clip(lit, 0, 255), np.uint8)


def _pixels(seen: View, outline: tuple[tuple[float, float], ...]) -> np.ndarray:
    return np.round(seen.pixels(np.array(outline))).astype(np.int32)
