"""A lattice is fitted to the triangles that lie on it, whatever else looks like a triangle."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from fourth_seat.games import find
from fourth_seat.vision.protocols import DetectedBoard
from fourth_seat.vision.tridice import VISION
from fourth_seat.vision.tridice.grid import PLANE, triangle_grids
from fourth_seat.vision.tridice.grid_lines import MIN_LINE_SHARE, TONES, line_share
from fourth_seat.vision.tridice.triangles import triangles
from tests.vision.tridice.drawings import CORNERS, GEOMETRY, SIZE, board, view

OPTIONS = find("tridice").options()
CELLS = [cell for cell in GEOMETRY.cells if cell.zone == "board"]
CROWDED = {"11": 1, "22": 2, "23": 1, "31": 2, "32": 1, "35": 2, "46": 1}
"""The cells left free form two groups."""


def seen_cells() -> np.ndarray:
    """Return the board's cells in pixels, corners clockwise in the picture."""
    outlines = [view().pixels(np.array(cell.polygon)) for cell in CELLS]
    middles = [outline.mean(axis=0) for outline in outlines]
    return np.array(
        [
            outline[np.argsort(np.arctan2(*(outline - middle).T[::-1]))]
            for outline, middle in zip(outlines, middles, strict=True)
        ]
    )


def test_triangles_beside_their_places_do_not_bend_a_lattice() -> None:
    cells = seen_cells()
    middles = cells.mean(axis=1, keepdims=True)
    for k in (0, 5, 9):  # what a die shows on its cell
        cells[k] = middles[k] + 0.8 * (cells[k] - middles[k]) - (0, 9)
    (lattice,) = triangle_grids(cells)
    places = (lattice.cells @ PLANE).reshape(1, -1, 2)
    fitted = cv2.perspectiveTransform(places, lattice.homography).reshape(-1, 3, 2)
    true = seen_cells().reshape(-1, 2)
    off = np.linalg.norm(fitted.reshape(-1, 1, 2) - true, axis=2).min(axis=1)
    assert len(lattice.cells) >= 13
    assert off.max() < 2


def test_too_few_triangles_are_no_lattice() -> None:
    assert not list(triangle_grids(seen_cells()[[0, 9]]))  # far apart
    assert not list(triangle_grids(triangles(np.full((*SIZE[::-1], 3), 120, np.uint8))))


def test_a_crowded_board_is_found() -> None:
    found = VISION.detector.detect(board(CROWDED), OPTIONS)
    assert isinstance(found, DetectedBoard)
    assert np.abs(found.corners - CORNERS).max() < 0.02 * 620


@pytest.mark.parametrize(("levels", "seen"), [((200, 150), True), ((150, 200), True), ((170, 170), False)])
def test_two_tones_part_cells_without_a_line(levels: tuple[int, int], seen: bool) -> None:
    grey = np.full(SIZE[::-1], levels[0], np.uint8)
    for cell in CELLS:
        level = levels[cell.tone == "dark"]
        cv2.fillPoly(grey, [np.round(view().pixels(np.array(cell.polygon))).astype(np.int32)], level)
    assert (line_share(grey, view()) >= MIN_LINE_SHARE) == seen
    assert (TONES != 0).sum() == 18
