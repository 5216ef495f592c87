"""Paints small pictures of pieces with smooth edges. They are drawn at a larger size and scaled down.

Tk's canvas does not support antialiasing, so everything round or slanted is painted here. Sizes are in pixels.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from fourth_seat.games.drawing.outline import BEVEL_SHARE
from fourth_seat.games.drawing.seeds import SEED_RADIUS, seed_places
from fourth_seat.games.geometry import Point, extent
from fourth_seat.hardware.hues import mix, rgb

SUPERSAMPLING = 4  # how many times larger things are drawn before they are scaled down


def _blank(width: int, height: int) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    # Averaging in the colours of transparent pixels would darken the edges, so colours are premultiplied by alpha.
    image = Image.new("RGBa", (max(1, width) * SUPERSAMPLING, max(1, height) * SUPERSAMPLING), (0, 0, 0, 0))
    return image, ImageDraw.Draw(image)


def _done(image: Image.Image, opacity: float = 1.0) -> Image.Image:
    small: Image.Image = image.reduce(SUPERSAMPLING).convert("RGBA")
    if opacity < 1:
        small.putalpha(small.getchannel("A").point(lambda alpha: round(alpha * opacity)))
    return small


def _round(x: float, y: float, radius: float) -> tuple[float, float, float, float]:
    return (
        (x - radius) * SUPERSAMPLING,
        (y - radius) * SUPERSAMPLING,
        (x + radius) * SUPERSAMPLING,
        (y + radius) * SUPERSAMPLING,
    )


def disc(diameter: int, colour: str, opacity: float = 1.0) -> Image.Image:
    """Return a flat stone or checker with a shallow groove around its middle, lit from above."""
    image, draw = _blank(diameter, diameter)
    middle, radius = diameter / 2, diameter / 2
    draw.ellipse(_round(middle, middle, radius), mix(colour, "#000000", 0.34))
    draw.ellipse(_round(middle, middle, radius * 0.95), mix(colour, "#ffffff", 0.22))
    draw.ellipse(_round(middle, middle + radius * 0.03, radius * 0.92), colour)
    draw.ellipse(_round(middle, middle, radius * 0.68), mix(colour, "#000000", 0.14))
    draw.ellipse(_round(middle, middle + radius * 0.03, radius * 0.65), mix(colour, "#ffffff", 0.07))
    return _done(image, opacity)


def tile(corners: Sequence[Point], colour: str, opacity: float = 1.0) -> Image.Image:
    """Return a convex piece with a bevelled edge. The size of the picture is the extent of the corners, rounded up."""
    left, top, right, bottom = extent(tuple(corners))
    width, height = math.ceil(right - left), math.ceil(bottom - top)
    image, draw = _blank(width, height)
    outer = [((x - left) * SUPERSAMPLING, (y - top) * SUPERSAMPLING) for x, y in corners]
    middle = sum(x for x, _ in outer) / len(outer), sum(y for _, y in outer) / len(outer)
    inner = [(x + (middle[0] - x) * 2 * BEVEL_SHARE, y + (middle[1] - y) * 2 * BEVEL_SHARE) for x, y in outer]
    for n, (one, in_one) in enumerate(zip(outer, inner, strict=True)):
        two, in_two = outer[n - 1], inner[n - 1]
        x, y = (one[0] + two[0]) / 2 - middle[0], (one[1] + two[1]) / 2 - middle[1]
        light = -(x + 2 * y) / (math.hypot(x, y) * math.hypot(1, 2) or 1)  # lit from above, a little from the left
        shade = mix(colour, "#ffffff", 0.34 * light) if light > 0 else mix(colour, "#000000", -0.34 * light)
        draw.polygon([one, two, in_two, in_one], shade)
    draw.polygon(inner, colour)
    return _done(image, opacity)


def die(size: int, pips: int, colour: str) -> Image.Image:
    """Return a six-sided die seen from above. It has no pips unless `pips` is between 1 and 6, as for a doubling cube."""
    image, draw = _blank(size, size)
    ink = "#1c1c1c"
    box = (0, 0, size * SUPERSAMPLING - 1, size * SUPERSAMPLING - 1)
    draw.rounded_rectangle(box, size * SUPERSAMPLING * 0.18, mix(colour, "#000000", 0.3))
    edge = max(1.0, size * 0.03) * SUPERSAMPLING
    draw.rounded_rectangle((edge, edge, box[2] - edge, box[3] - edge), size * SUPERSAMPLING * 0.16, colour)
    for column, row in PIPS.get(pips, ()):
        draw.ellipse(_round(size * (0.5 + 0.25 * column), size * (0.5 + 0.25 * row), size * 0.09), ink)
    return _done(image)


_DIAGONAL = ((-1, -1), (1, 1))
_CORNERS = (*_DIAGONAL, (1, -1), (-1, 1))
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: _DIAGONAL,
    3: (*_DIAGONAL, (0, 0)),
    4: _CORNERS,
    5: (*_CORNERS, (0, 0)),
    6: (*_CORNERS, (-1, 0), (1, 0)),
}


def seeds(width: int, height: int, count: int, colour: str) -> Image.Image:
    """Return seeds arranged around the middle, which is left free for their number. Seeds that do not fit are omitted."""
    image = Image.new("RGBA", (max(1, width), max(1, height)), (0, 0, 0, 0))
    radius = min(width, height) * SEED_RADIUS
    for x, y in seed_places(width, height, count):
        left, top = max(0, math.floor(x - radius)), max(0, math.floor(y - radius))
        part = round((x - radius - left) * SUPERSAMPLING), round((y - radius - top) * SUPERSAMPLING)
        image.alpha_composite(_seed(radius, part, colour), (left, top))
    return image


@lru_cache(maxsize=256)
def _seed(radius: float, part: tuple[int, int], colour: str) -> Image.Image:
    """Return a seed. `part` is its offset from the corner in subpixels (1 / `SUPERSAMPLING`)."""
    side = math.ceil(2.2 * radius) + 1
    image, draw = _blank(side, side)
    x, y = radius + part[0] / SUPERSAMPLING, radius + part[1] / SUPERSAMPLING
    draw.ellipse(_round(x, y + radius * 0.2, radius), mix(colour, "#000000", 0.45))
    draw.ellipse(_round(x, y, radius * 0.96), colour)
    draw.ellipse(_round(x - radius * 0.25, y - radius * 0.3, radius * 0.35), mix(colour, "#ffffff", 0.45))
    return _done(image)


def slat(width: int, height: int, colour: str) -> Image.Image:
    """Return a checker seen from the side, standing on its edge."""
    image, draw = _blank(width, height)
    right, bottom = width * SUPERSAMPLING - 1, height * SUPERSAMPLING - 1
    edge = SUPERSAMPLING * max(1.0, 0.05 * min(width, height))
    draw.rounded_rectangle((0, 0, right, bottom), min(width, height) * SUPERSAMPLING * 0.25, mix(colour, "#000000", 0.4))
    box = (edge, edge, right - edge, bottom - edge)
    draw.rounded_rectangle(box, min(width, height) * SUPERSAMPLING * 0.2, mix(colour, "#ffffff", 0.12))
    return _done(image)


def plate(width: int, height: int) -> Image.Image:
    """Return a background plate for a short text."""
    image, draw = _blank(width, height)
    draw.rounded_rectangle(
        (0, 0, width * SUPERSAMPLING - 1, height * SUPERSAMPLING - 1), height * SUPERSAMPLING / 2, "#1c1c1c"
    )
    return _done(image, 0.78)


def button(width: int, height: int, colour: str) -> Image.Image:
    """Return a raised button without a label."""
    image, draw = _blank(width, height)
    right, bottom = width * SUPERSAMPLING - 1, height * SUPERSAMPLING - 1
    edge, radius = SUPERSAMPLING * max(1.0, 0.03 * height), 0.14 * height * SUPERSAMPLING
    draw.rounded_rectangle((0, 0, right, bottom), radius, mix(colour, "#000000", 0.55))
    draw.rounded_rectangle((edge, edge, right - edge, bottom - 2 * edge), radius, mix(colour, "#ffffff", 0.35))
    return _done(image)


def dot(diameter: int, colour: str, opacity: float = 1.0) -> Image.Image:
    """Return a plain filled circle."""
    image, draw = _blank(diameter, diameter)
    draw.ellipse(_round(diameter / 2, diameter / 2, diameter / 2), colour)
    return _done(image, opacity)


def badge(diameter: int, colour: str) -> Image.Image:
    """Return a filled circle with a white rim, so that it is visible on any colour."""
    image, draw = _blank(diameter, diameter)
    draw.ellipse(_round(diameter / 2, diameter / 2, diameter / 2), "#ffffff")
    draw.ellipse(_round(diameter / 2, diameter / 2, 0.43 * diameter), colour)
    return _done(image)


def ring(diameter: int, width: float, colour: str, halo: str = "", opacity: float = 1.0) -> Image.Image:
    """Return the outline of a circle, with a wider halo if a halo colour is given."""
    image, draw = _blank(diameter, diameter)
    middle = diameter / 2
    if halo:
        draw.ellipse(_round(middle, middle, middle), outline=halo, width=round(1.9 * width * SUPERSAMPLING))
    draw.ellipse(_round(middle, middle, middle - 0.45 * width), outline=colour, width=max(1, round(width * SUPERSAMPLING)))
    return _done(image, opacity)


def lines(segments: Sequence[tuple[Point, Point]], width: float, colour: str, halo: str = "") -> tuple[Image.Image, Point]:
    """Return a picture of straight lines with round ends, with a wider halo if a halo colour is given, and the position of
    its upper left corner.
    """
    left, top, right, bottom = extent(tuple(point for segment in segments for point in segment))
    room = 2 * width
    corner = math.floor(left - room), math.floor(top - room)
    image, draw = _blank(math.ceil(right + room) - corner[0], math.ceil(bottom + room) - corner[1])
    for shade, wide in ((halo, 2 * width), (colour, width)):
        if not shade:
            continue
        for ends in segments:
            (x0, y0), (x1, y1) = (((x - corner[0]), (y - corner[1])) for x, y in ends)
            draw.line(
                (x0 * SUPERSAMPLING, y0 * SUPERSAMPLING, x1 * SUPERSAMPLING, y1 * SUPERSAMPLING),
                shade,
                round(wide * SUPERSAMPLING),
            )
            draw.ellipse(_round(x0, y0, wide / 2), shade)
            draw.ellipse(_round(x1, y1, wide / 2), shade)
    return _done(image), corner


def wash(corners: Sequence[Point], colour: str, opacity: float) -> tuple[Image.Image, Point]:
    """Return a translucent filled polygon, and the position of the picture's upper left corner."""
    left, top, right, bottom = extent(tuple(corners))
    corner = math.floor(left), math.floor(top)
    image, draw = _blank(math.ceil(right) - corner[0], math.ceil(bottom) - corner[1])
    draw.polygon(
        [((x - corner[0]) * SUPERSAMPLING, (y - corner[1]) * SUPERSAMPLING) for x, y in corners], (*rgb(colour), 255)
    )
    return _done(image, opacity), corner
