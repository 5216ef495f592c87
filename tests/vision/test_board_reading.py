"""Corners dragged by hand snap to the board; if there is no board, they stay."""

from __future__ import annotations

import numpy as np
import pytest

from fourth_seat.calibration.lens import Points
from fourth_seat.games import find
from fourth_seat.vision.board_reading import snapped, view_of_board
from fourth_seat.vision.protocols import Image
from fourth_seat.vision.registry import board_vision
from tests.vision.blokus.drawings import picture, random_cells
from tests.vision.blokus.test_detector import PLACES

BLOKUS = find("blokus")
OPTIONS = BLOKUS.options()


def wrong(image: Image, corners: Points) -> int:
    """Return the squares that are misread within these corners."""
    view = view_of_board(corners, BLOKUS, OPTIONS, image)
    best = board_vision(BLOKUS).classifier.classify(image, view, {}, OPTIONS).best()
    return sum(best.get(name) != CELLS.get(name) for name in best.keys() | CELLS.keys())


CELLS = random_cells(OPTIONS, 4, 50)


@pytest.mark.parametrize("known", [True, False])
def test_corners_dragged_beside_the_board_snap_to_it(known: bool) -> None:
    corners = np.array(PLACES["slanting"], np.float64)
    seen = picture(OPTIONS, CELLS, corners)
    width = float(np.linalg.norm(corners[0] - corners[1]))
    dragged = corners + 0.016 * width * np.array([(1, -0.5), (-1, 0.6), (0.8, 1), (-0.9, -1)])
    assert wrong(seen.image, dragged) > 0
    found = snapped(seen.image, BLOKUS, OPTIONS, dragged, cells=CELLS if known else None)
    assert np.linalg.norm(found - corners, axis=1).max() < 0.01 * width
    assert wrong(seen.image, found) == 0
    turned = np.roll(dragged, 1, axis=0)
    assert np.allclose(snapped(seen.image, BLOKUS, OPTIONS, turned), np.roll(found, 1, axis=0), atol=2), "in their order"


def test_corners_of_something_else_stay() -> None:
    corners = np.array(PLACES["from above"], np.float64)
    seen = picture(OPTIONS, CELLS, corners)
    for other in (corners + np.array([60.0, 0.0]), corners * 0.8):
        assert snapped(seen.image, BLOKUS, OPTIONS, other) is other
    blank = np.full_like(seen.image, 128)
    assert snapped(blank, BLOKUS, OPTIONS, corners) is corners
