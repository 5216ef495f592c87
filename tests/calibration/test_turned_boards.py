"""Turned boards: never drawn smaller than their own aspect forces, with all that is beside them where it was."""

from __future__ import annotations

from itertools import product

import pytest

from calibration.orientation import Orientation
from calibration.projection import BESIDE, Projection, trays_upright
from games import find, game_names
from games.drawing.labels import outer_edge, window_with_labels
from games.geometry import Geometry, extent

LYING = [Orientation(turn, mirror) for turn, mirror in product(range(4), (False, True))]
SIZES = ((1000, 700), (700, 480), (560, 900))


def projected(geometry: Geometry, orientation: Orientation, size: tuple[int, int]) -> Projection:
    return Projection.fit(window_with_labels(geometry), orientation, *size, 16)


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("size", SIZES)
def test_a_turned_board_is_as_large_as_its_aspect_allows(name: str, size: tuple[int, int]) -> None:
    game = find(name)
    geometry = game.geometry(game.options())
    plain = projected(geometry, Orientation(), size).scale
    for orientation in LYING:
        turned = trays_upright(geometry, orientation)
        scale = projected(turned, orientation, size).scale
        left, top, right, bottom = outer_edge(geometry)
        across = orientation.direction((1.0, 0.0))[0] != 0
        grown = 1.0 if across else max((right - left) / (bottom - top), (bottom - top) / (right - left))
        assert scale >= plain / grown * 0.96, orientation  # labels may stand on another side


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("orientation", LYING, ids=str)
def test_what_is_beside_the_board_is_seen_as_it_was(name: str, orientation: Orientation) -> None:
    game = find(name)
    geometry = game.geometry(game.options())
    turned = trays_upright(geometry, orientation)
    now = projected(turned, orientation, SIZES[0])
    edge = outer_edge(geometry)
    board = extent(now.pixels(((edge[0], edge[1]), (edge[2], edge[3]))))
    for cell in geometry.cells:
        moved = turned[cell.name]
        if moved == cell:
            assert orientation == Orientation() or cell.zone != "tray"
            continue
        assert cell.zone in BESIDE
        seen = now.pixels(moved.polygon)
        unturned = [(now.scale * x, now.scale * y) for x, y in cell.polygon]
        for axis in (0, 1):
            offsets = [point[axis] - unturned[0][axis] for point in unturned]
            assert [point[axis] - seen[0][axis] for point in seen] == pytest.approx(offsets, abs=1e-6)
        left, top, right, bottom = extent(seen)
        assert right <= board[0] + 1e-6 or left >= board[2] - 1e-6 or bottom <= board[1] + 1e-6 or top >= board[3] - 1e-6
        assert left >= -1e-6 and right <= SIZES[0][0] + 1e-6 and top >= -1e-6 and bottom <= SIZES[0][1] + 1e-6
