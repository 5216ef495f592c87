"""A picture of the empty board with its ground and cells, which never change."""

from __future__ import annotations

from PIL import Image, ImageDraw

from fourth_seat.calibration.projection import Projection
from fourth_seat.games.drawing.labels import PLATE_MARGIN_UNITS, outermost
from fourth_seat.games.drawing.outline import PieceShape, is_hollow, shape_of
from fourth_seat.games.geometry import Cell, Geometry, Point, Polygon, centre, extent, rectangle, widened
from fourth_seat.hardware.hues import mix
from fourth_seat.ui.theme.palette import Palette

SUPERSAMPLING = 2  # how many times larger the board is drawn before it is scaled down
CORNER_RADIUS = 0.2  # radius of the board's outer corners, in units
BARE_ZONES = ("dice", "cube")  # zones whose cells show only once something lies there


def empty_board(
    geometry: Geometry, projection: Projection, palette: Palette, size: tuple[int, int], surface: str
) -> Image.Image:
    """Return a picture of the empty board on the background colour `surface`, with the given size in pixels."""
    image = Image.new("RGB", (size[0] * SUPERSAMPLING, size[1] * SUPERSAMPLING), surface)
    draw = ImageDraw.Draw(image)
    whole = outermost(geometry)
    if not geometry.grounds:
        plate = widened(geometry.area, PLATE_MARGIN_UNITS)
        _fill(draw, projection, rectangle(*plate), mix(palette.tone("light"), "#000000", 0.18), CORNER_RADIUS)
    for ground in geometry.grounds:
        _fill(draw, projection, ground.polygon, palette.tone(ground.tone), CORNER_RADIUS if ground.polygon is whole else 0)
    for cell in geometry.cells:
        left, top, right, bottom = extent(projection.pixels(cell.polygon))
        if right > 0 and bottom > 0 and left < size[0] and top < size[1]:
            _cell(draw, projection, cell, palette)
    return image.reduce(SUPERSAMPLING)


def _cell(draw: ImageDraw.ImageDraw, projection: Projection, cell: Cell, palette: Palette) -> None:
    if cell.zone == "buttons" or (cell.zone in BARE_ZONES and not cell.label):
        return
    tone = palette.tone(cell.tone)
    if is_hollow(cell):
        _hollow(draw, projection, cell, tone)
        return
    points = [(x * SUPERSAMPLING, y * SUPERSAMPLING) for x, y in projection.pixels(cell.polygon)]
    line = mix(tone, "#000000", 0.16)
    draw.polygon(points, tone)
    draw.line([*points, points[0]], line, max(2, round(SUPERSAMPLING * min(1.5, projection.scale * 0.03))), joint="curve")


def _hollow(draw: ImageDraw.ImageDraw, projection: Projection, cell: Cell, tone: str) -> None:
    """Draw a hollow cell with a shadow along its upper rim."""
    depth = 0.04 * projection.scale * SUPERSAMPLING
    points = [(x * SUPERSAMPLING, y * SUPERSAMPLING) for x, y in projection.pixels(cell.polygon)]
    box = extent(tuple(points))
    rounding = min(box[2] - box[0], box[3] - box[1]) * (0.5 if shape_of(cell.polygon) is PieceShape.DISC else 0.3)
    for colour, inset, lowered in (
        (mix(tone, "#ffffff", 0.18), -0.4, 0.5),
        (mix(tone, "#000000", 0.42), 0, 0),
        (tone, 0.45, 0.55),
    ):
        left, top, right, bottom = widened(box, -inset * depth)
        if len(points) == 4 or shape_of(cell.polygon) is PieceShape.DISC:
            box_now = (left, top + lowered * depth, right, bottom + lowered * depth)
            draw.rounded_rectangle(box_now, max(0.0, rounding - inset * depth), colour)
        else:
            draw.polygon([(x, y + lowered * depth) for x, y in _shrunk(points, inset * depth)], colour)


def _shrunk(points: list[Point], by: float) -> list[Point]:
    x0, y0 = centre(tuple(points))
    left, top, right, bottom = extent(tuple(points))
    part = 2 * by / min(right - left, bottom - top)
    return [(x + (x0 - x) * part, y + (y0 - y) * part) for x, y in points]


def _fill(draw: ImageDraw.ImageDraw, projection: Projection, polygon: Polygon, colour: str, rounding: float) -> None:
    points = [(x * SUPERSAMPLING, y * SUPERSAMPLING) for x, y in projection.pixels(polygon)]
    if rounding and len(points) == 4:
        draw.rounded_rectangle(extent(tuple(points)), rounding * projection.scale * SUPERSAMPLING, colour)
    else:
        draw.polygon(points, colour)
