"""The board and its trays."""

from __future__ import annotations

from itertools import combinations

import pytest

from fourth_seat.games.blokus import GAME
from fourth_seat.games.blokus.geometry import outline
from fourth_seat.games.blokus.pieces import PIECES
from fourth_seat.games.geometry import Cell, Polygon, centre

OPTIONS = ["", "corners=counterclockwise,start=t1,colours=gryb", "variant=duo"]


def area(polygon: Polygon) -> float:
    """Return the signed area: positive clockwise, as y runs down."""
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(polygon, polygon[1:] + polygon[:1], strict=True)) / 2


def box(cell: Cell) -> tuple[float, float, float, float]:
    xs, ys = zip(*cell.polygon, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def test_outlines_enclose_the_squares_of_pieces() -> None:
    for piece in PIECES:
        polygon = outline(piece)
        assert area(polygon) == piece.size
        assert len(set(polygon)) == len(polygon) >= 4


@pytest.mark.parametrize("options", OPTIONS)
def test_every_piece_has_a_cell_and_none_overlap(options: str) -> None:
    chosen = GAME.options(options)
    board = GAME.geometry(chosen)
    size = 14 if "duo" in options else 20
    trays = [cell for cell in board.cells if cell.zone == "tray"]
    squares = [cell for cell in board.cells if cell.zone == "board"]
    assert len(squares) == size**2 and board.area == (0, 0, size, size)
    assert {cell.name for cell in trays} == {f"{side.hue}:{piece.name}" for side in GAME.sides(chosen) for piece in PIECES}
    for cell in trays:
        left, _, right, _ = box(cell)
        assert right < 0 or left > size
    corners = {cell.name: [board.hit((x, y)) for x, y in _inner_points(cell)] for cell in trays}
    assert all(hits == [name] * len(hits) for name, hits in corners.items()), "each point belongs to one piece only"
    for ground, other in combinations([ground for ground in board.grounds if ground.tone == "tray"], 2):
        assert _apart(ground.polygon, other.polygon)


def _inner_points(cell: Cell) -> list[tuple[float, float]]:
    """Return the points near each corner of the outline that are inside it, and the foot."""
    around = [(x + dx * cell.size / 9, y + dy * cell.size / 9) for x, y in cell.polygon for dx in (-1, 1) for dy in (-1, 1)]
    return [point for point in around if _inside(cell, point)] + [cell.foot]


def _inside(cell: Cell, point: tuple[float, float]) -> bool:
    from fourth_seat.games.geometry import contains

    return contains(cell.polygon, point)


def _apart(one: Polygon, other: Polygon) -> bool:
    (left, top), _, (right, bottom), _ = one
    (left2, top2), _, (right2, bottom2), _ = other
    return right <= left2 or right2 <= left or bottom <= top2 or bottom2 <= top


@pytest.mark.parametrize("options", OPTIONS)
def test_the_board_fills_a_screen_and_trays_are_near_their_start(options: str) -> None:
    chosen = GAME.options(options)
    board = GAME.geometry(chosen)
    left, top, right, bottom = board.bounds
    assert 4 / 3 <= (right - left) / (bottom - top) <= 16 / 10
    starts = {cell.tone: centre(cell.polygon) for cell in board.cells if cell.tone.startswith("start:")}
    middle = (board.area[2] / 2, board.area[3] / 2)
    for colour, side in enumerate(GAME.sides(chosen), 1):
        x, y = starts[f"start:{colour}"]
        for piece in PIECES:
            foot = board[f"{side.hue}:{piece.name}"].foot
            assert (foot[0] > middle[0]) == (x > middle[0]) and (foot[1] > middle[1]) == (y > middle[1])


def test_row_twenty_is_at_the_top() -> None:
    board = GAME.geometry(GAME.options())
    assert board.hit((0.5, 0.5)) == "a20" and board.hit((19.5, 19.5)) == "t1"
    assert (board["a20"].tone, board["t20"].tone, board["t1"].tone, board["a1"].tone) == (
        "start:1",
        "start:2",
        "start:3",
        "start:4",
    )
    duo = GAME.geometry(GAME.options("variant=duo"))
    assert duo["e10"].tone == "start:1" and duo["j5"].tone == "start:2" and duo.hit((0.5, 0.5)) == "a14"
