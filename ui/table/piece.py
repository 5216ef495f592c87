"""A move's piece alone, as it is to be held over the board."""

from __future__ import annotations

from collections.abc import Iterable

from PIL import Image

from calibration.projection import Projection
from games.geometry import Polygon, extent
from ui.board import paint


def piece_picture(squares: Iterable[Polygon], projection: Projection, colour: str, unit: int) -> Image.Image:
    """A piece as it is to be held over the board, as the board lies on this table; `unit` pixels for a square."""
    own = Projection(projection.across, projection.down, float(unit), (0.0, 0.0), (0.0, 0.0))
    polygons = [own.pixels(square) for square in squares]
    left, top, right, bottom = extent(tuple(point for polygon in polygons for point in polygon))
    image = Image.new("RGBA", (round(right - left), round(bottom - top)), (0, 0, 0, 0))
    for polygon in polygons:
        x, y = min(x for x, _ in polygon) - left, min(y for _, y in polygon) - top
        image.alpha_composite(paint.tile(polygon, colour), (round(x), round(y)))
    return image
