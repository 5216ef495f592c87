"""The empty board as one picture: what only lies there, and the cells."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from games.geometry import Cell, Geometry, Point, Polygon, centre, rectangle
from hardware.hues import mix
from ui.board.outline import Shape, shape_of
from ui.board.projection import Projection, Rectangle, extent, widened
from ui.palette import Palette

FINE = 3  # how many times larger the board is drawn before it is scaled down
PLATE = 0.15  # units of board around the playing area of a game that draws no ground of its own
ROUNDING = 0.2  # radius of the board's outer corners, in units
BARE = ("dice", "cube")  # zones whose cells show only once something lies there
HOLLOW = ("hole", "pit", "store", "home")  # tones of cells that go down into the board
DRAWN_OUTSIDE = 0.3  # units between the board's edge and the middle of a label beside it


@lru_cache(maxsize=4)
def empty_board(
    geometry: Geometry, projection: Projection, palette: Palette, size: tuple[int, int], surface: str
) -> Image.Image:
    """The picture of the empty board on the ground colour `surface`, `size` pixels wide and high."""
    image = Image.new("RGB", (size[0] * FINE, size[1] * FINE), surface)
    draw = ImageDraw.Draw(image)
    outermost = _outermost(geometry)
    if not geometry.grounds:
        plate = widened(geometry.area, PLATE)
        _fill(draw, projection, rectangle(*plate), mix(palette.tone("light"), "#000000", 0.18), ROUNDING)
    for ground in geometry.grounds:
        _fill(draw, projection, ground.polygon, palette.tone(ground.tone), ROUNDING if ground.polygon is outermost else 0)
    for cell in geometry.cells:
        _cell(draw, projection, cell, palette)
    return image.reduce(FINE)


def _outermost(geometry: Geometry) -> Polygon | None:
    """The ground that has the whole board on it."""
    left, top, right, bottom = geometry.area
    for ground in geometry.grounds:
        x0, y0, x1, y1 = extent(ground.polygon)
        if x0 <= left and y0 <= top and x1 >= right and y1 >= bottom:
            return ground.polygon
    return None


def _cell(draw: ImageDraw.ImageDraw, projection: Projection, cell: Cell, palette: Palette) -> None:
    if cell.zone in BARE and not cell.label:
        return
    tone = palette.tone(cell.tone)
    if cell.tone.partition(":")[0] in HOLLOW:
        _hollow(draw, projection, cell, tone)
        return
    points = [(x * FINE, y * FINE) for x, y in projection.pixels(cell.polygon)]
    line = mix(tone, "#000000", 0.16)
    draw.polygon(points, tone)
    draw.line([*points, points[0]], line, max(2, round(FINE * min(1.5, projection.scale * 0.03))), joint="curve")


def _hollow(draw: ImageDraw.ImageDraw, projection: Projection, cell: Cell, tone: str) -> None:
    """A cell whose upper rim throws a shadow into it."""
    depth = 0.04 * projection.scale * FINE
    points = [(x * FINE, y * FINE) for x, y in projection.pixels(cell.polygon)]
    box = extent(tuple(points))
    rounding = min(box[2] - box[0], box[3] - box[1]) * (0.5 if shape_of(cell.polygon) is Shape.DISC else 0.3)
    for colour, inset, lowered in (
        (mix(tone, "#ffffff", 0.18), -0.4, 0.5),
        (mix(tone, "#000000", 0.42), 0, 0),
        (tone, 0.45, 0.55),
    ):
        left, top, right, bottom = widened(box, -inset * depth)
        if len(points) == 4 or shape_of(cell.polygon) is Shape.DISC:
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
    points = [(x * FINE, y * FINE) for x, y in projection.pixels(polygon)]
    if rounding and len(points) == 4:
        draw.rounded_rectangle(extent(tuple(points)), rounding * projection.scale * FINE, colour)
    else:
        draw.polygon(points, colour)


def labels(geometry: Geometry) -> dict[str, Point]:
    """Where the labels of the board's cells stand: beside it if all those cells lie along its edge, else in the cells."""
    cells = [cell for cell in geometry.cells if cell.label and cell.zone == "board"]
    beside = {cell.name: _beside(geometry, cell) for cell in cells}
    outside = {name: place for name, place in beside.items() if place}
    return outside if len(outside) == len(cells) else {cell.name: _within(cell) for cell in cells}


def _within(cell: Cell) -> Point:
    """In a cell, away from its middle, where a small dot may stand."""
    if len(cell.polygon) != 3:
        return cell.foot
    x, y = cell.foot
    tip = sorted(cell.polygon)[1]
    return x + 0.38 * (tip[0] - x), y + 0.38 * (tip[1] - y)


def _beside(geometry: Geometry, cell: Cell) -> Point | None:
    left, top, right, bottom = geometry.area
    x0, y0, x1, y1 = extent(cell.polygon)
    out = outer_edge(geometry)
    x, y = cell.foot
    places: list[tuple[float, Point]] = [  # of places as near, the first: numbers of columns stand in one line
        (bottom - y1, (x, out[3] + DRAWN_OUTSIDE)),
        (y0 - top, (x, out[1] - DRAWN_OUTSIDE)),
        (x0 - left, (out[0] - DRAWN_OUTSIDE, y)),
        (right - x1, (out[2] + DRAWN_OUTSIDE, y)),
    ]
    gap, place = min(places, key=lambda place: round(place[0], 3))
    return place if gap < 0.5 else None


def outer_edge(geometry: Geometry) -> Rectangle:
    """The board's outer edge: that of the ground it lies on."""
    outermost = _outermost(geometry)
    return extent(outermost) if outermost else widened(geometry.area, PLATE)


def window_with_labels(geometry: Geometry) -> Rectangle:
    """All there is to show, with room for labels beside the board."""
    left, top, right, bottom = geometry.bounds
    places = list(labels(geometry).values())
    half = DRAWN_OUTSIDE * 0.8
    return (
        min([left, *(x - half for x, _ in places)]),
        min([top, *(y - half for _, y in places)]),
        max([right, *(x + half for x, _ in places)]),
        max([bottom, *(y + half for _, y in places)]),
    )
