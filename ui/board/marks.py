"""Highlights cells of the board, such as the last move, places to tap next, a hint, and the keyboard cursor."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from fourth_seat.calibration.projection import Projection
from fourth_seat.games.contents import Cells
from fourth_seat.games.drawing.outline import PieceShape, around, joined, piece_shape
from fourth_seat.games.drawing.stacks import on_edge, top
from fourth_seat.games.geometry import Cell, Geometry, Holds, Point, centre
from fourth_seat.ui.board import paint
from fourth_seat.ui.board.sprites import Sprites


class Mark(Enum):
    """Kinds of marks, in order from the lowest to the highest layer."""

    HOVER = "hover"  # under the mouse, and something may be done there
    LAST = "last"  # touched by the last move
    TAPPED = "tapped"  # part of the move being entered
    WRONG = "wrong"  # changed in a correction, or different from what it should be
    HINT = "hint"  # a move the computer proposes
    NEXT = "next"  # may be tapped next
    CURSOR = "cursor"  # where the keyboard is


@dataclass(frozen=True, slots=True)
class _Style:
    """The style of a line. Its two adjacent colours have a contrast ratio of 9:1, so that one of them has at least 3:1 on
    any background (WCAG technique C40).
    """

    colour: str
    halo: str
    width: float  # pixels at 96 dots an inch


WHITE, BLACK, BLUE, ORANGE = "#ffffff", "#1c1c1c", "#00449a", "#802a00"
_STYLES = {
    Mark.LAST: _Style(WHITE, BLACK, 2.5),
    Mark.TAPPED: _Style(BLUE, WHITE, 3.0),
    Mark.WRONG: _Style(ORANGE, WHITE, 3.0),
    Mark.HINT: _Style(BLUE, WHITE, 4.5),
    Mark.NEXT: _Style(BLUE, WHITE, 1.5),
    Mark.CURSOR: _Style(BLUE, WHITE, 3.0),
}
QUIET_ZONES = ("tray", "hand", "dice", "buttons")  # zones with so many choices that dots would only be clutter
MAX_DOT_PX = 11  # the largest diameter of a dot, in pixels at 96 dots an inch
SMOOTH_SCALE = 1.5  # pixels for each at 96 dots an inch from which on slanting lines look smooth without antialiasing
SLIM_BELOW = 40  # pixels in a unit; on smaller boards lines are thinner


class Marks:
    """Draws marks on a canvas."""

    def __init__(
        self, canvas: tk.Canvas, sprites: Sprites, geometry: Geometry, projection: Projection, density: float
    ) -> None:
        self._canvas, self._sprites, self._geometry = canvas, sprites, geometry
        self._projection, self._density = projection, density
        self._areas = {area.name: area for area in geometry.tap_areas}
        self._kept: dict[Mark, list[object]] = {mark: [] for mark in Mark}

    def draw(self, mark: Mark, names: Sequence[str], cells: Cells) -> list[int]:
        """Mark cells or tap areas on a board with the contents `cells`, and return the canvas items."""
        self._kept[mark] = []
        if mark is Mark.NEXT:
            return self._next([self._geometry[name] for name in names if name in self._geometry], cells)
        if mark is Mark.HOVER:
            return [self._wash(mark, name) for name in names]
        return self._outlines(mark, names, cells)

    def _next(self, offered: Sequence[Cell], cells: Cells) -> list[int]:
        """Draw dots on empty cells, and outlines around pieces and the fields for entering dice."""
        lined = [cell for cell in offered if cell.zone == "dice" or self._lies_alone(cell, cells)]
        items = [item for cell in offered if cell not in lined for item in self._dot(cell, cells)]
        return items + self._lines(Mark.NEXT, [self._projection.pixels(cell.polygon) for cell in lined])

    @staticmethod
    def _lies_alone(cell: Cell, cells: Cells) -> bool:
        """Return whether the cell is filled by a single piece."""
        return cell.name in cells and cell.holds in (Holds.PIECE, Holds.DIE) and cell.zone not in QUIET_ZONES

    def _dot(self, cell: Cell, cells: Cells) -> list[int]:
        """Draw a small dot, or a thin ring around pieces or seeds that would hide a dot."""
        if cell.zone in QUIET_ZONES:
            return []
        content = cells.get(cell.name)
        if cell.holds is Holds.PILE and piece_shape(cell) is not PieceShape.DISC:
            return []
        place = top(cell, content.count) if content and cell.holds is Holds.STACK else cell.foot
        x, y = self._projection.pixel(place)
        if cell.holds is Holds.PILE or (content and cell.holds is Holds.STACK):
            diameter, width = round(cell.size * self._projection.scale), 1.5 * self._density
            ringed = ("next", diameter)
            photo = self._sprites.get(ringed, lambda: paint.ring(diameter, width, BLUE, WHITE, 0.8))
        else:
            diameter = max(4, round(min(0.2 * cell.size * self._projection.scale, MAX_DOT_PX * self._density)))
            photo = self._sprites.get(("dot", diameter), lambda: paint.dot(diameter, BLACK, 0.5))
        return [self._canvas.create_image(x, y, image=photo)]

    def _wash(self, mark: Mark, name: str) -> int:
        polygon = self._areas[name].polygon if name in self._areas else self._geometry[name].polygon
        image, (x, y) = paint.wash(self._projection.pixels(polygon), "#ffffff", 0.16)
        photo = self._sprites.new(image)
        self._kept[mark].append(photo)
        return self._canvas.create_image(x, y, image=photo, anchor="nw")

    def _outlines(self, mark: Mark, names: Sequence[str], cells: Cells) -> list[int]:
        items: list[int] = []
        polygons: list[tuple[Point, ...]] = []
        for name in names:
            if name not in self._geometry:
                polygons.append(self._projection.pixels(self._areas[name].polygon))
                continue
            cell = self._geometry[name]
            if cell.holds is Holds.STACK and not on_edge(cell):
                content = cells.get(name)
                items.append(self._ring(mark, top(cell, content.count if content else 0), cell.size))
            elif piece_shape(cell) is PieceShape.DISC:
                items.append(self._ring(mark, centre(cell.polygon), cell.size))
            else:
                polygons.append(self._projection.pixels(cell.polygon))
        return items + self._lines(mark, polygons)

    def _lines(self, mark: Mark, polygons: Sequence[tuple[Point, ...]]) -> list[int]:
        segments = around(polygons)
        if not segments:
            return []
        style = _STYLES[mark]
        if self._density >= SMOOTH_SCALE or all(x0 == x1 or y0 == y1 for (x0, y0), (x1, y1) in segments):
            # A picture of the whole board costs much more than lines, which are as smooth here.
            return [
                self._canvas.create_line(*line, fill=colour, width=round(width), capstyle="round", joinstyle="round")
                for colour, width in ((style.halo, 2 * self._width(style)), (style.colour, self._width(style)))
                for line in joined(segments)
            ]
        image, (x, y) = paint.lines(segments, self._width(style), style.colour, style.halo)
        photo = self._sprites.new(image)
        self._kept[mark].append(photo)
        return [self._canvas.create_image(x, y, image=photo, anchor="nw")]

    def _width(self, style: _Style) -> float:
        return max(1.0, style.width * self._density * min(1.0, self._projection.scale / (SLIM_BELOW * self._density)))

    def _ring(self, mark: Mark, place: Point, size: float) -> int:
        style = _STYLES[mark]
        width = self._width(style)
        diameter = round(size * self._projection.scale + 3 * width)
        key = ("ring", diameter, style)
        photo = self._sprites.get(key, lambda: paint.ring(diameter, width, style.colour, style.halo))
        x, y = self._projection.pixel(place)
        return self._canvas.create_image(x, y, image=photo)
