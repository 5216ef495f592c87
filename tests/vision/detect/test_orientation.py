"""Orientations in which a board may lie: rotated by quarter, half or third turns, or mirrored."""

from __future__ import annotations

import numpy as np
import pytest

from fourth_seat.games import find
from fourth_seat.games.geometry import centre, rectangle
from fourth_seat.vision.detect.orientation import carried, possible_orientations, rotated
from fourth_seat.vision.protocols import Orientations
from fourth_seat.vision.registry import board_vision
from tests.vision.scenes import CORNERS


@pytest.mark.parametrize(
    ("name", "ways"),
    [("connect4", 2), ("blokus", 4), ("kalah", 2), ("backgammon", 4), ("tridice", 3)],
)
def test_each_game_has_its_orientations_and_turning_leads_back(name: str, ways: int) -> None:
    game = find(name)
    area, orientations = game.geometry(game.options()).area, board_vision(game).orientations
    possible = possible_orientations(CORNERS, orientations, area)
    assert len(possible) == ways
    turned = CORNERS
    for _ in range(ways):
        turned = rotated(turned, orientations, area)
    assert np.allclose(turned, CORNERS, atol=1e-3)


def test_a_triangle_that_is_turned_lies_on_the_same_cells() -> None:
    """Its cells change places with each other, and its middle stays where it is."""
    game = find("tridice")
    geometry = game.geometry(game.options())
    around = np.array(rectangle(*geometry.area), np.float64)
    cells = [cell for cell in geometry.cells if cell.is_on_board]
    middles = np.array([centre(cell.polygon) for cell in cells])
    first, *others = possible_orientations(CORNERS, Orientations.ROTATED_BY_THIRDS, geometry.area)
    seen = carried(middles, around, first)
    for way in others:
        distances = np.linalg.norm(carried(middles, around, way)[:, None] - seen, axis=2)
        assert distances.min(axis=1).max() < 0.1
        assert sorted(distances.argmin(axis=1)) == list(range(len(cells)))
        assert sum(distances.argmin(axis=1) == np.arange(len(cells))) == len(cells) % 3
