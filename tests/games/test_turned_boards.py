"""Turned boards: never drawn smaller than their own aspect ratio requires, with everything beside them where it was."""

from __future__ import annotations

from itertools import product

import pytest

from fourth_seat.calibration.orientation import Orientation
from fourth_seat.calibration.projection import Projection
from fourth_seat.games import find, game_names
from fourth_seat.games.drawing.beside import LYING_AXES, UPRIGHT_AXES, Axes, place_beside
from fourth_seat.games.drawing.labels import outer_edge, window_with_labels
from fourth_seat.games.geometry import Cell, Geometry, centre, extent, rectangle

TURNED = [Orientation(turn, mirror) for turn, mirror in product(range(4), (False, True))]
SIZES = ((1000, 700), (700, 480), (560, 900))


def projected(geometry: Geometry, orientation: Orientation, size: tuple[int, int]) -> Projection:
    return Projection.fit(window_with_labels(geometry), orientation, *size, 16)


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("size", SIZES)
def test_a_turned_board_is_as_large_as_its_aspect_allows(name: str, size: tuple[int, int]) -> None:
    game = find(name)
    geometry = game.geometry(game.options())
    plain = projected(geometry, Orientation(), size).scale
    for orientation in TURNED:
        turned = place_beside(geometry, orientation.axes)
        scale = projected(turned, orientation, size).scale
        left, top, right, bottom = outer_edge(geometry)
        across = orientation.direction((1.0, 0.0))[0] != 0
        grown = 1.0 if across else max((right - left) / (bottom - top), (bottom - top) / (right - left))
        assert scale >= plain / grown * 0.96, orientation  # labels may be on another side


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("beside", [UPRIGHT_AXES, LYING_AXES], ids=["upright", "lying"])
@pytest.mark.parametrize("orientation", TURNED, ids=str)
def test_what_is_beside_the_board_is_seen_in_the_same_form(name: str, orientation: Orientation, beside: Axes) -> None:
    game = find(name)
    geometry = game.geometry(game.options())
    placed = place_beside(geometry, orientation.axes, beside)
    now = projected(placed, orientation, SIZES[0])
    left, top, right, bottom = extent(now.pixels(rectangle(*outer_edge(geometry))))
    form = Orientation(1) if beside is LYING_AXES else Orientation()
    for cell in geometry.cells:
        seen = now.pixels(placed[cell.name].polygon)
        x0, y0, x1, y1 = extent(seen)
        assert min(x0, y0) >= 0
        assert x1 <= SIZES[0][0]
        assert y1 <= SIZES[0][1]
        if _on_board(geometry, cell):
            assert placed[cell.name] == cell
            continue
        assert x1 <= left + 1e-6 or x0 >= right - 1e-6 or y1 <= top + 1e-6 or y0 >= bottom - 1e-6, cell.name
        steps = [form.direction((x - cell.foot[0], y - cell.foot[1])) for x, y in cell.polygon]
        foot = now.pixel(placed[cell.name].foot)
        for (x, y), (across, down) in zip(seen, steps, strict=True):
            assert (x, y) == pytest.approx((foot[0] + now.scale * across, foot[1] + now.scale * down), abs=1e-6)


@pytest.mark.parametrize("orientation", TURNED, ids=str)
def test_trays_lie_beside_their_own_corners(orientation: Orientation) -> None:
    game = find("blokus")
    geometry = game.geometry(game.options())
    placed = place_beside(geometry, orientation.axes)
    now = projected(placed, orientation, SIZES[0])
    sides = game.sides(game.options())
    starts = {
        sides[int(cell.tone.split(":")[1]) - 1].hue: cell for cell in geometry.cells if cell.tone.startswith("start:")
    }
    trays = [cell for cell in placed.cells if cell.zone == "tray"]
    assert trays
    for cell in trays:
        (x, y), (start_x, start_y) = now.pixel(cell.foot), now.pixel(starts[cell.name.split(":")[0]].foot)
        middle = now.pixel(centre(rectangle(*geometry.area)))
        assert (x < middle[0], y < middle[1]) == (start_x < middle[0], start_y < middle[1])


def _on_board(geometry: Geometry, cell: Cell) -> bool:
    left, top, right, bottom = outer_edge(geometry)
    x, y = centre(cell.polygon)
    return left < x < right and top < y < bottom
