"""Crops the board to the area around a move. Real boards have no coordinates, so players compare them with this picture."""

from __future__ import annotations

from collections.abc import Iterable

from fourth_seat.games.contents import Content
from fourth_seat.games.drawing.labels import LABELLED_ZONES, labels
from fourth_seat.games.drawing.outline import PieceShape, piece_shape, squares_of
from fourth_seat.games.geometry import Geometry, Holds, Polygon, Rectangle, extent, widened
from fourth_seat.games.steps import Step

CROP_MARGIN_UNITS = 2.2  # of board shown on each side of the cells that a move touches
MIN_CROP_WIDTH_UNITS = 6.5  # a smaller part would not show where on the board it is
MAX_CROP_SHARE = 0.6  # of the board's width and height; a move that touches more of it is shown on the whole board
MIN_FRAME_WIDTH_UNITS = 0.3  # around the playing area, that are shown
ALMOST_WHOLE_SHARE = 0.75  # of both; for a part this large, the whole is better
ZONES_BESIDE_BOARD = ("tray", "hand", "dice", "buttons", "cube")  # that do not belong to the picture


def crop(geometry: Geometry, steps: Iterable[Step], aspect: float) -> Rectangle:
    """Return the window around the cells touched by the steps, with aspect ratio `aspect` (width / height) and within the
    board if it fits. If the cells are far apart, this is the whole board.
    """
    cells = [geometry[cell] for step in steps for cell in step.cells if geometry[cell].zone not in ZONES_BESIDE_BOARD]
    out = whole(geometry)
    if not cells:
        return out
    touched = extent(tuple(point for cell in cells for point in cell.polygon))
    wide, high = touched[2] - touched[0], touched[3] - touched[1]
    if wide > MAX_CROP_SHARE * (out[2] - out[0]) or high > MAX_CROP_SHARE * (out[3] - out[1]):
        return out
    window = _shaped(widened(touched, CROP_MARGIN_UNITS), aspect, out)
    nearly = all(window[n + 2] - window[n] > ALMOST_WHOLE_SHARE * (out[n + 2] - out[n]) for n in (0, 1))
    return out if nearly else window


def whole(geometry: Geometry) -> Rectangle:
    """Return the window that shows the board and its labels, but nothing beside it."""
    left, top, right, bottom = geometry.area
    corners = [point for cell in geometry.cells if cell.zone in LABELLED_ZONES for point in cell.polygon]
    board = widened(extent(((left, top), (right, bottom), *corners)), max(MIN_FRAME_WIDTH_UNITS, _frame_width(geometry)))
    places = [label.place for label in labels(geometry)]
    if not places:
        return board
    around = widened(extent(tuple(places)), 0.3)
    return min(around[0], board[0]), min(around[1], board[1]), max(around[2], board[2]), max(around[3], board[3])


def _frame_width(geometry: Geometry) -> float:
    """Return the width of the board's frame at its narrowest side. Other sides may include places beside the board."""
    left, top, right, bottom = geometry.area
    widths = [0.0]
    for ground in geometry.grounds:
        x0, y0, x1, y1 = extent(ground.polygon)
        widths.append(min(left - x0, top - y0, x1 - right, y1 - bottom))
    return max(widths)


def _shaped(window: Rectangle, aspect: float, within: Rectangle) -> Rectangle:
    """Return a window of this aspect ratio around the middle of another, shifted inside the board as far as possible."""
    left, top, right, bottom = window
    wide = max(right - left, (bottom - top) * aspect, min(MIN_CROP_WIDTH_UNITS, within[2] - within[0]) * min(aspect, 1.0))
    high = wide / aspect
    x, y = (left + right) / 2, (top + bottom) / 2
    x = _inside(x, wide, within[0], within[2])
    y = _inside(y, high, within[1], within[3])
    return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def _inside(middle: float, length: float, low: float, high: float) -> float:
    if length >= high - low:
        return (low + high) / 2
    return min(max(middle, low + length / 2), high - length / 2)


def footprint(geometry: Geometry, steps: Iterable[Step]) -> tuple[tuple[Polygon, ...], Content] | None:
    """Return the squares covered by a move's piece and their contents, or None if it does not cover several cells."""
    for step in steps:
        placed = [
            (geometry[name], content)
            for name, content in step.leaves
            if content
            and geometry[name].zone == "board"
            and geometry[name].holds is Holds.PIECE
            and piece_shape(geometry[name]) is not PieceShape.DISC
        ]
        if len(placed) > 1 and len({content for _, content in placed}) == 1:
            squares = [
                square
                for cell, _ in placed
                for square in (squares_of(cell) if piece_shape(cell) is PieceShape.SQUARES else (cell.polygon,))
            ]
            return tuple(squares), placed[0][1]
    return None
