"""Boards on the table page, rotated by quarter turns and mirrored: as large as their shape allows."""

from __future__ import annotations

from itertools import product
from typing import cast

import pytest

from fourth_seat.calibration.orientation import Orientation
from fourth_seat.games import find, game_names
from fourth_seat.games.drawing.labels import outer_edge
from fourth_seat.games.drawing.outline import squares_of
from fourth_seat.games.geometry import Rectangle, centre
from fourth_seat.table.seats import read_seat
from fourth_seat.table.table import Table
from fourth_seat.ui.table.page import TablePage, sit_down
from fourth_seat.ui.window import Window
from tests.ui.conftest import MakeWindow, clock
from tests.ui.patience import settle, wait_for

TURNED = [Orientation(turn, mirror) for turn, mirror in product(range(4), (False, True))]


def table_page(window: Window, name: str) -> TablePage:
    game = find(name)
    options = game.options()
    sit_down(window, Table.begin(game, options, [read_seat("human")] * game.seats(options), None, clock))
    page = cast("TablePage", window.page)
    wait_for(window, lambda: page.stage.board.projection.scale > 1)
    return page


def aspect(box: Rectangle) -> float:
    return (box[2] - box[0]) / (box[3] - box[1])


@pytest.mark.parametrize("size", [(1366, 768), (1024, 600)], ids=str)
@pytest.mark.parametrize("game", game_names())
def test_turning_a_board_shrinks_it_no_more_than_its_own_form_does(
    make_window: MakeWindow, game: str, size: tuple[int, int]
) -> None:
    window = make_window(width=size[0], height=size[1])
    page = table_page(window, game)
    shape = aspect(outer_edge(page.stage.geometry))
    scales = []
    for orientation in TURNED:
        page.stage.set_orientation(orientation)
        settle(window, 0.1)  # the panel may move from below the board to its side
        scales.append(page.stage.board.projection.scale)
        forced = max(shape, 1 / shape) if orientation.turn % 2 else 1.0
        assert scales[-1] >= 0.97 * scales[0] / forced, orientation


def test_a_piece_taken_from_its_tray_keeps_its_form(make_window: MakeWindow) -> None:
    """On a rotated board the piece in hand is rotated back, so that it looks as it did in the tray."""
    window = make_window(width=1366, height=768)
    page = table_page(window, "blokus")
    for orientation in TURNED:
        page.stage.set_orientation(orientation)
        settle(window)
        page.tap("blue:F", double=False)
        held = page.stage.table.move_input.hold("j10")
        assert held is not None
        board = page.stage.board
        seen = sorted(board.projection.pixel(board.geometry[cell].foot) for cell in held.cells)
        piece = squares_of(board.geometry["blue:F"])
        tray = sorted(board.projection.pixel(centre(square)) for square in piece)
        size = board.geometry["blue:F"].size
        for (x, y), (tray_x, tray_y) in zip(seen, tray, strict=True):
            across, down = (tray_x - tray[0][0]) / size, (tray_y - tray[0][1]) / size
            assert (x - seen[0][0], y - seen[0][1]) == pytest.approx((across, down), abs=0.01), orientation
        page.stage.enter(page.stage.table.clear_taps)
    page.stage.set_orientation(Orientation())
