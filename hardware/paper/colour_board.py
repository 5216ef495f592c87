"""A whole board in full colour, as on the screen, for keepsake pages rather than placement cards."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from fourth_seat.calibration.orientation import Orientation
from fourth_seat.calibration.projection import Projection
from fourth_seat.games.contents import Cells, Content
from fourth_seat.games.drawing.crop import ZONES_BESIDE_BOARD
from fourth_seat.games.drawing.labels import PLATE_MARGIN_UNITS, labels, outer_edge, outermost
from fourth_seat.games.drawing.outline import (
    BEVEL_SHARE,
    PieceShape,
    around,
    is_hollow,
    left_third_right,
    piece_shape,
    shape_of,
    squares_of,
)
from fourth_seat.games.drawing.seeds import SEED_RADIUS, seed_places
from fourth_seat.games.drawing.stacks import MIN_COUNTED_PIECES, checkers, on_edge
from fourth_seat.games.geometry import Cell, Geometry, Holds, Point, Polygon, Rectangle, centre, extent, rectangle, widened
from fourth_seat.games.protocol import Side
from fourth_seat.hardware.hues import hue_colour, ink_on, mix, tone_colour
from fourth_seat.hardware.paper.board_drawing import MUTED, PIPS, towards, triangle_of
from fourth_seat.hardware.paper.sheet import PaperSheet, SheetPoint

HIDDEN_ZONES = (*ZONES_BESIDE_BOARD, "out")
SEED_COLOUR, IVORY_COLOUR, NUMBER_COLOUR = "#efe2c8", "#f7f2e7", "#fff8ea"
LIT_COLOUR, HALO_COLOUR = "#ffd23f", "#4a3500"
MARGIN_UNITS = 0.3  # units of board around the cells that are drawn
CORNER_RADIUS = 0.22  # radius of the board's outer corners, in units
LABEL_SIZE = 0.3  # of letters, in units
LARGEST_LABEL = 12.0  # points


@dataclass(frozen=True, slots=True)
class ColourBoard:
    """A board to draw in colour.

    Attributes:
        highlighted: the cells to highlight, such as a winning row of four.
        names: cell names that differ from the geometry's labels, as returned by `printed_names`.
    """

    geometry: Geometry
    sides: tuple[Side, ...]
    cells: Cells
    highlighted: Collection[str] = ()
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def window(self) -> Rectangle:
        """The drawn part of the board, including labels."""
        window = self._plate
        places = [label.place for label in labels(self.geometry)]
        if not places:
            return window
        left, top, right, bottom = widened(extent(tuple(places)), LABEL_SIZE / 2)
        return min(window[0], left), min(window[1], top), max(window[2], right), max(window[3], bottom)

    @property
    def aspect(self) -> float:
        """The aspect ratio (width divided by height)."""
        left, top, right, bottom = self.window
        return (right - left) / (bottom - top)

    @property
    def _plate(self) -> Rectangle:
        """The board with its frame, without the parts beside it."""
        shown = extent(tuple(point for cell in self._seen for point in cell.polygon))
        near, ground = widened(shown, MARGIN_UNITS), outer_edge(self.geometry)
        return max(near[0], ground[0]), max(near[1], ground[1]), min(near[2], ground[2]), min(near[3], ground[3])

    @property
    def _seen(self) -> list[Cell]:
        return [cell for cell in self.geometry.cells if cell.zone not in HIDDEN_ZONES]

    def draw(self, sheet: PaperSheet, box: Rectangle) -> Projection:
        """Draw the board centred in a box, as large as possible; return the projection from the board to the sheet."""
        left, top, right, bottom = box
        window = self.window
        scale = min((right - left) / (window[2] - window[0]), (bottom - top) / (window[3] - window[1]))
        across, down = Orientation().direction((1.0, 0.0)), Orientation().direction((0.0, 1.0))
        pivot = (window[0] + window[2]) / 2, (window[1] + window[3]) / 2
        projection = Projection(across, down, scale, pivot, ((left + right) / 2, (top + bottom) / 2))
        self._ground(sheet, projection)
        for cell in self._seen:
            _empty(sheet, projection, cell)
        self._labels(sheet, projection)
        for cell in self._seen:
            if cell.name in self.cells:
                self._content(sheet, projection, cell, self.cells[cell.name])
        self._light(sheet, projection)
        return projection

    def _ground(self, sheet: PaperSheet, projection: Projection) -> None:
        plate, whole = self._plate, outermost(self.geometry)
        if not self.geometry.grounds:
            around_all = rectangle(*widened(self.geometry.area, PLATE_MARGIN_UNITS))
            sheet.polygon(rounded(projection.pixels(around_all), CORNER_RADIUS * projection.scale), tone_colour("frame"))
        for ground in self.geometry.grounds:
            clipped = _clipped(ground.polygon, plate)
            if not _wide(clipped):
                continue
            tone, places = tone_colour(ground.tone), projection.pixels(clipped)
            if ground.polygon is whole and len(places) == 4:
                shade = tuple((x, y + 0.06 * projection.scale) for x, y in places)
                sheet.polygon(rounded(shade, CORNER_RADIUS * projection.scale), mix(tone, "#000000", 0.35))
                sheet.polygon(rounded(places, CORNER_RADIUS * projection.scale), tone)
            else:
                sheet.polygon(list(places), tone)

    def _labels(self, sheet: PaperSheet, projection: Projection) -> None:
        size = min(LARGEST_LABEL, LABEL_SIZE * projection.scale)
        for label in labels(self.geometry):
            if label.cell not in self.cells or not _inside(label.place, self._plate):
                ink = MUTED
                if _inside(label.place, self._plate) and label.cell:
                    ink = ink_on(tone_colour(self.geometry[label.cell].tone))
                    ink = mix(ink, tone_colour(self.geometry[label.cell].tone), 0.45)
                sheet.centred(projection.pixel(label.place), self.names.get(label.cell, label.text), size, ink)

    def _light(self, sheet: PaperSheet, projection: Projection) -> None:
        discs = [self.geometry[name] for name in self.highlighted if piece_shape(self.geometry[name]) is PieceShape.DISC]
        for cell in discs:
            middle, radius = projection.pixel(cell.foot), 0.5 * cell.size * projection.scale
            sheet.circle(middle, 1.02 * radius, "", HALO_COLOUR, 0.24 * radius)
            sheet.circle(middle, 1.02 * radius, "", "#ffffff", 0.16 * radius)
            star(sheet, middle, 0.52 * radius, "#ffffff", HALO_COLOUR)
        others = [
            projection.pixels(cell.polygon)
            for cell in map(self.geometry.__getitem__, self.highlighted)
            if cell not in discs
        ]
        for colour, width in ((HALO_COLOUR, 0.16), (LIT_COLOUR, 0.1)):
            for start, end in around(others):
                sheet.line(start, end, colour, width * projection.scale)

    # -- what lies on a cell -----------------------------------------------------------------------------------------------

    def _colour(self, colour: int) -> str:
        return hue_colour(self.sides[colour - 1].hue) if 0 < colour <= len(self.sides) else IVORY_COLOUR

    def _content(self, sheet: PaperSheet, projection: Projection, cell: Cell, content: Content) -> None:
        colour = self._colour(content.colour)
        if cell.holds is Holds.STACK:
            _stack(sheet, projection, cell, content.count, colour)
        elif cell.holds is Holds.PILE:
            _pile(sheet, projection, cell, content.count)
        elif cell.holds is Holds.DIE and len(content.faces) > 1:
            _tetrahedron(sheet, projection, cell, content, colour)
        elif cell.holds is Holds.DIE:
            _die(sheet, projection, cell, content, colour)
        elif piece_shape(cell) is PieceShape.DISC:
            _disc(sheet, projection.pixel(cell.foot), 0.5 * cell.size * projection.scale, colour)
        else:
            squares = squares_of(cell) if piece_shape(cell) is PieceShape.SQUARES else (cell.polygon,)
            for square in squares:
                _tile(sheet, projection.pixels(square), colour)


def rounded(corners: Sequence[Point], radius: float) -> list[SheetPoint]:
    """Return the outline of an axis-aligned rectangle with rounded corners."""
    left, top, right, bottom = extent(tuple(corners))
    radius = min(radius, (right - left) / 2, (bottom - top) / 2)
    middles = ((right - radius, bottom - radius), (left + radius, bottom - radius), (left + radius, top + radius))
    return [
        (x + radius * math.cos(angle), y + radius * math.sin(angle))
        for quarter, (x, y) in enumerate((*middles, (right - radius, top + radius)))
        for angle in (math.radians(90 * quarter + degrees) for degrees in range(0, 91, 6))
    ]


def star(sheet: PaperSheet, middle: SheetPoint, radius: float, fill: str, edge: str) -> None:
    """Draw a five-pointed star."""
    points = []
    for n in range(10):
        length, angle = radius if n % 2 == 0 else 0.45 * radius, math.radians(36 * n - 90)
        points.append((middle[0] + length * math.cos(angle), middle[1] + length * math.sin(angle)))
    sheet.polygon(points, fill, edge, 0.07 * radius)


def _empty(sheet: PaperSheet, projection: Projection, cell: Cell) -> None:
    tone, places = tone_colour(cell.tone), list(projection.pixels(cell.polygon))
    if not is_hollow(cell):
        sheet.polygon(places, tone, mix(tone, "#000000", 0.16), max(0.3, 0.02 * projection.scale))
        return
    deep, lowered = mix(tone, "#000000", 0.42), 0.035 * projection.scale
    left, top, right, bottom = extent(tuple(places))
    if shape_of(cell.polygon) is PieceShape.DISC:
        middle, radius = ((left + right) / 2, (top + bottom) / 2), (right - left) / 2
        sheet.circle(middle, radius, deep)
        sheet.circle((middle[0], middle[1] + lowered / 2), radius - lowered / 2, tone)
    else:
        rounding = 0.3 * min(right - left, bottom - top)
        sheet.polygon(rounded(places, rounding), deep)
        sheet.polygon(rounded(((left + lowered / 2, top + lowered), (right - lowered / 2, bottom)), rounding), tone)


def _disc(sheet: PaperSheet, middle: SheetPoint, radius: float, colour: str) -> None:
    """Draw a flat stone or checker, a shallow groove around its middle, lit from above."""
    x, y = middle
    sheet.circle(middle, radius, mix(colour, "#000000", 0.34))
    sheet.circle(middle, 0.95 * radius, mix(colour, "#ffffff", 0.22))
    sheet.circle((x, y + 0.03 * radius), 0.92 * radius, colour)
    sheet.circle(middle, 0.68 * radius, mix(colour, "#000000", 0.14))
    sheet.circle((x, y + 0.03 * radius), 0.65 * radius, mix(colour, "#ffffff", 0.07))


def _tile(sheet: PaperSheet, corners: Polygon, colour: str) -> None:
    """Draw a convex piece with a bevelled edge."""
    middle = centre(corners)
    inner = [towards(corner, middle, 2 * BEVEL_SHARE) for corner in corners]
    sheet.polygon(list(corners), mix(colour, "#000000", 0.2), mix(colour, "#000000", 0.3), 0.2)
    for n, (one, in_one) in enumerate(zip(corners, inner, strict=True)):
        two, in_two = corners[n - 1], inner[n - 1]
        x, y = (one[0] + two[0]) / 2 - middle[0], (one[1] + two[1]) / 2 - middle[1]
        light = -(x + 2 * y) / (math.hypot(x, y) * math.hypot(1, 2) or 1)  # from above, a little from the left
        shade = mix(colour, "#ffffff", 0.34 * light) if light > 0 else mix(colour, "#000000", -0.34 * light)
        sheet.polygon([one, two, in_two, in_one], shade)
    sheet.polygon(list(inner), colour)


def _stack(sheet: PaperSheet, projection: Projection, cell: Cell, count: int, colour: str) -> None:
    places = checkers(cell, count)
    if on_edge(cell):
        thick, long = math.hypot(*cell.pitch) * projection.scale, cell.size * projection.scale
        for x, y in map(projection.pixel, places):
            slat = ((x - long / 2, y - thick / 2), (x + long / 2, y + thick / 2))
            sheet.polygon(rounded(slat, 0.25 * thick), mix(colour, "#ffffff", 0.12), mix(colour, "#000000", 0.4), 0.6)
    else:
        for place in places:
            _disc(sheet, projection.pixel(place), 0.5 * cell.size * projection.scale, colour)
    if len(places) >= MIN_COUNTED_PIECES:
        size = (0.27 if on_edge(cell) else 0.5) * cell.size * projection.scale
        sheet.centred(projection.pixel(places[-1]), str(count), size, ink_on(colour), bold=True)


def _pile(sheet: PaperSheet, projection: Projection, cell: Cell, count: int) -> None:
    left, top, right, bottom = extent(projection.pixels(cell.polygon))
    radius = SEED_RADIUS * min(right - left, bottom - top)
    for x, y in seed_places(right - left, bottom - top, count):
        place = left + x, top + y
        sheet.circle((place[0], place[1] + 0.2 * radius), radius, mix(SEED_COLOUR, "#000000", 0.45))
        sheet.circle(place, 0.96 * radius, SEED_COLOUR)
    size = 0.34 * min(cell.size, 1.0) * projection.scale
    sheet.centred(((left + right) / 2, (top + bottom) / 2), str(count), size, NUMBER_COLOUR, bold=True)


def _die(sheet: PaperSheet, projection: Projection, cell: Cell, content: Content, colour: str) -> None:
    number = content.faces[0] if content.faces else 0
    draw_die(sheet, projection.pixel(cell.foot), 0.46 * cell.size * projection.scale, number, colour)


def draw_die(sheet: PaperSheet, middle: SheetPoint, half: float, number: int, colour: str = IVORY_COLOUR) -> None:
    """Draw a die with this many pips, centred on a point."""
    x, y = middle
    sheet.polygon(rounded(((x - half, y - half), (x + half, y + half)), 0.35 * half), colour, mix(colour, "#000000", 0.3))
    for column, row in PIPS.get(number, ()):
        sheet.circle((x + 0.5 * half * column, y + 0.5 * half * row), 0.16 * half, ink_on(colour))


def _tetrahedron(sheet: PaperSheet, projection: Projection, cell: Cell, content: Content, colour: str) -> None:
    """Draw a four-sided die seen from above: three faces that meet in the middle, a number at each corner and one on
    top.
    """
    triangle = cell.polygon if len(cell.polygon) == 3 else triangle_of(cell)
    middle = centre(triangle)
    corners = [towards(middle, corner, 0.9) for corner in triangle]
    sheet.polygon([projection.pixel(corner) for corner in corners], colour, mix(colour, "#000000", 0.45), 1.2)
    for n, corner in enumerate(corners):
        facet = [corner, corners[n - 1], middle]
        low = centre(tuple(facet))[1] - middle[1]
        shade = mix(colour, "#000000", 0.16) if low > 0.05 else mix(colour, "#ffffff", 0.12)
        sheet.polygon([projection.pixel(point) for point in facet], shade)
    side = (extent(triangle)[2] - extent(triangle)[0]) * projection.scale
    sheet.circle(projection.pixel(middle), 0.17 * side, colour)
    sheet.centred(projection.pixel(middle), str(content.faces[0]), 0.27 * side, ink_on(colour), bold=True)
    for corner, face in zip(left_third_right(triangle), content.faces[1:], strict=False):
        sheet.centred(projection.pixel(towards(middle, corner, 0.6)), str(face), 0.12 * side, ink_on(colour), bold=True)


def _clipped(polygon: Polygon, window: Rectangle) -> Polygon:
    left, top, right, bottom = window
    return tuple((min(max(x, left), right), min(max(y, top), bottom)) for x, y in polygon)


def _wide(polygon: Polygon) -> bool:
    left, top, right, bottom = extent(polygon)
    return right > left and bottom > top


def _inside(place: Point, window: Rectangle) -> bool:
    return window[0] <= place[0] <= window[2] and window[1] <= place[1] <= window[3]
