"""Draws part of any game's board on paper, in pale colours to save ink, except for the pieces to be placed."""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass

from fourth_seat.calibration.projection import Projection
from fourth_seat.games.contents import Cells, Content
from fourth_seat.games.drawing.crop import ZONES_BESIDE_BOARD
from fourth_seat.games.drawing.outline import PieceShape, around, left_third_right, piece_shape, squares_of
from fourth_seat.games.drawing.stacks import MIN_COUNTED_PIECES, checkers
from fourth_seat.games.geometry import Cell, Geometry, Holds, Point, Polygon, Rectangle, centre, extent, rectangle
from fourth_seat.games.protocol import Side
from fourth_seat.hardware.hues import hue_colour, ink_on, mix
from fourth_seat.hardware.paper.sheet import PaperSheet

INK, LINE, MUTED = "#1c1c1c", "#9a968c", "#6b6b6b"
TONES = {"dark": "#dcd7cb", "point:dark": "#d8c6b8", "point:light": "#f1e9dc", "grid": "#d7e1f0", "bar": "#ddd2c6"}
GROUND_COLOUR = "#f6f3ec"
NEUTRAL_COLOUR = "#fbf8f0"  # seeds, and dice that belong to both
PALE_SHARE = 0.55  # how much white is mixed into pieces that lay there before
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    6: ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)),
}


@dataclass(frozen=True, slots=True)
class BoardPart:
    """A part of a board to draw.

    Attributes:
        window: the part of the board, in board units.
        fresh: the cells of the move, which are outlined and whose pieces are drawn in full colour.
    """

    geometry: Geometry
    sides: tuple[Side, ...]
    cells: Cells
    window: Rectangle
    fresh: Collection[str]

    def draw(self, sheet: PaperSheet, projection: Projection) -> None:
        """Draw the part of the board. Everything outside it is painted white, so draw this before its surroundings."""
        seen = [
            cell
            for cell in self.geometry.cells
            if cell.zone not in ZONES_BESIDE_BOARD and _touches(extent(cell.polygon), self.window)
        ]
        for ground in self.geometry.grounds:
            sheet.polygon(list(projection.pixels(ground.polygon)), TONES.get(ground.tone, GROUND_COLOUR))
        for cell in seen:
            sheet.polygon(list(projection.pixels(cell.polygon)), _tone(cell), LINE)
        for cell in seen:
            if cell.name in self.cells:
                self.draw_content(sheet, projection, cell, self.cells[cell.name])
        outlines = [projection.pixels(cell.polygon) for cell in seen if cell.name in self.fresh]
        for start, end in around(outlines):
            sheet.line(start, end, INK, 2.2)
        self._cover(sheet, projection)

    def _cover(self, sheet: PaperSheet, projection: Projection) -> None:
        left, top, right, bottom = extent(projection.pixels(rectangle(*self.window)))
        for x0, y0, x1, y1 in (
            (0, 0, sheet.width, top),
            (0, bottom, sheet.width, sheet.height),
            (0, top, left, bottom),
            (right, top, sheet.width, bottom),
        ):
            sheet.box(x0, y0, x1, y1, "#ffffff")

    # -- what lies on a cell -----------------------------------------------------------------------------------------------

    def _colour(self, cell: Cell, colour: int) -> str:
        full = hue_colour(self.sides[colour - 1].hue) if 0 < colour <= len(self.sides) else NEUTRAL_COLOUR
        return full if cell.name in self.fresh else mix(full, "#ffffff", PALE_SHARE)

    def _mark(self, colour: int) -> str:
        return self.sides[colour - 1].mark if 0 < colour <= len(self.sides) else ""

    def draw_content(self, sheet: PaperSheet, projection: Projection, cell: Cell, content: Content) -> None:
        """Draw a cell's contents."""
        fill = self._colour(cell, content.colour)
        if cell.holds is Holds.STACK:
            self._stack(sheet, projection, cell, content, fill)
        elif cell.holds is Holds.PILE:
            size = min(1.0, cell.size) * projection.scale
            sheet.centred(projection.pixel(cell.foot), str(content.count), 0.5 * size, INK, bold=True)
        elif cell.holds is Holds.DIE and len(content.faces) > 1:
            _tetrahedron(sheet, projection, cell, content, fill)
        elif cell.holds is Holds.DIE:
            _die(sheet, projection, cell, content, fill)
        elif piece_shape(cell) is PieceShape.DISC:
            self._disc(sheet, projection, centre(cell.polygon), cell.size, content.colour, fill)
        else:
            squares = squares_of(cell) if piece_shape(cell) is PieceShape.SQUARES else (cell.polygon,)
            for polygon in squares:
                sheet.polygon(list(projection.pixels(polygon)), fill, mix(fill, INK, 0.35))
            if len(squares) == 1:
                mark = self._mark(content.colour)
                sheet.centred(projection.pixel(centre(squares[0])), mark, 0.5 * projection.scale * cell.size, ink_on(fill))

    def _stack(self, sheet: PaperSheet, projection: Projection, cell: Cell, content: Content, fill: str) -> None:
        places = checkers(cell, content.count)
        crowded = len(places) >= MIN_COUNTED_PIECES
        for place in places:
            self._disc(sheet, projection, place, cell.size, 0 if crowded else content.colour, fill)
        if crowded:
            size = 0.5 * cell.size * projection.scale
            sheet.centred(projection.pixel(places[-1]), str(content.count), size, ink_on(fill), bold=True)

    def _disc(self, sheet: PaperSheet, projection: Projection, place: Point, size: float, colour: int, fill: str) -> None:
        middle = projection.pixel(place)
        sheet.circle(middle, 0.48 * size * projection.scale, fill, mix(fill, INK, 0.35), 0.7)
        sheet.centred(middle, self._mark(colour), 0.45 * size * projection.scale, ink_on(fill))


def _tone(cell: Cell) -> str:
    return TONES.get(cell.tone, "#ffffff")


def _die(sheet: PaperSheet, projection: Projection, cell: Cell, content: Content, fill: str) -> None:
    x, y = projection.pixel(cell.foot)
    half = 0.46 * cell.size * projection.scale
    sheet.box(x - half, y - half, x + half, y + half, fill, INK)
    value = content.faces[0] if content.faces else 0
    for column, row in PIPS.get(value, ()):
        sheet.circle((x + 0.5 * half * column, y + 0.5 * half * row), 0.16 * half, ink_on(fill))
    if value and value not in PIPS:
        sheet.centred((x, y), str(value), half, ink_on(fill), bold=True)


def _tetrahedron(sheet: PaperSheet, projection: Projection, cell: Cell, content: Content, fill: str) -> None:
    triangle = cell.polygon if len(cell.polygon) == 3 else triangle_of(cell)
    middle = centre(triangle)
    sheet.polygon([projection.pixel(towards(middle, corner, 0.9)) for corner in triangle], fill, INK)
    left, _, right, _ = extent(triangle)
    side = (right - left) * projection.scale
    sheet.centred(projection.pixel(middle), str(content.faces[0]), 0.3 * side, ink_on(fill), bold=True)
    for corner, face in zip(left_third_right(triangle), content.faces[1:], strict=False):
        sheet.centred(projection.pixel(towards(middle, corner, 0.58)), str(face), 0.13 * side, ink_on(fill))


def triangle_of(cell: Cell) -> Polygon:
    """Return the outline of a triangular die on a non-triangular cell."""
    radius = cell.size / math.sqrt(3)
    corners = (math.radians(angle) for angle in (150, 270, 30))
    x, y = cell.foot
    return tuple((x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in corners)


def towards(start: Point, end: Point, part: float) -> Point:
    """Return the point at a given fraction of the way from one point to another."""
    return start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])


def _touches(box: Rectangle, window: Rectangle) -> bool:
    return box[0] < window[2] and box[2] > window[0] and box[1] < window[3] and box[3] > window[1]
