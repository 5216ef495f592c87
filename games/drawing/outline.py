"""The shapes of cells and pieces, derived from their polygons, and outlines around groups of cells."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from enum import Enum

from fourth_seat.games.geometry import Cell, Point, Polygon, centre, contains, extent, rectangle

HOLLOW_TONES = ("hole", "pit", "store", "home")
BEVEL_SHARE = 0.09  # width of the bevelled edge of a square piece, as a part of its width
MIN_DISC_CORNERS = 12  # a polygon with this many corners, all equally far from its middle, represents a circle
Segment = tuple[Point, Point]


class PieceShape(Enum):
    """The shape of a piece that fills a cell."""

    DISC = "disc"
    SQUARES = "squares"  # one or more connected squares
    TILE = "tile"  # any other convex polygon


def is_hollow(cell: Cell) -> bool:
    """Return whether a cell is recessed into the board, like a hole or a pit."""
    return cell.tone.partition(":")[0] in HOLLOW_TONES


def piece_shape(cell: Cell) -> PieceShape:
    """Return the shape of a piece on a cell."""
    return shape_of(piece_outline(cell))


def piece_outline(cell: Cell) -> Polygon:
    """Return the outline of a piece on a cell, in board units."""
    return cell.piece or cell.polygon


def shape_of(polygon: Polygon) -> PieceShape:
    """Classify the shape of a polygon."""
    if len(polygon) >= MIN_DISC_CORNERS:
        x0, y0 = centre(polygon)
        radii = [math.hypot(x - x0, y - y0) for x, y in polygon]
        if max(radii) < 1.05 * min(radii):
            return PieceShape.DISC
    sides = zip(polygon, (*polygon[1:], polygon[0]), strict=True)
    if all(x0 == x1 or y0 == y1 for (x0, y0), (x1, y1) in sides):
        return PieceShape.SQUARES
    return PieceShape.TILE


def squares_of(cell: Cell) -> tuple[Polygon, ...]:
    """Return the squares (`cell.size` wide) that form a right-angled piece, or just its outline if this is a square."""
    outline = piece_outline(cell)
    left, top, right, bottom = extent(outline)
    columns, rows = max(1, round((right - left) / cell.size)), max(1, round((bottom - top) / cell.size))
    if columns == rows == 1:
        return (outline,)
    wide, high = (right - left) / columns, (bottom - top) / rows
    boxes = ((left + x * wide, top + y * high) for y in range(rows) for x in range(columns))
    return tuple(rectangle(x, y, x + wide, y + high) for x, y in boxes if contains(outline, (x + wide / 2, y + high / 2)))


def around(polygons: Iterable[Sequence[Point]]) -> list[Segment]:
    """Return the sides that belong to only one polygon, which form the outline around adjacent cells."""
    seen: Counter[frozenset[Point]] = Counter()
    sides: list[tuple[frozenset[Point], Segment]] = []
    for polygon in polygons:
        for one, two in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
            key = frozenset((_pixel(one), _pixel(two)))
            seen[key] += 1
            sides.append((key, (one, two)))
    return [side for key, side in sides if seen[key] == 1]


def joined(segments: Sequence[Segment]) -> list[tuple[Point, ...]]:
    """Join segments into lines, in which each segment begins at the end of the previous one."""
    onward: dict[Point, list[Segment]] = {}
    for segment in segments:
        onward.setdefault(_pixel(segment[0]), []).append(segment)
    lines: list[tuple[Point, ...]] = []
    for first in segments:
        here, line = _pixel(first[0]), [first[0]]
        while waiting := onward.get(here):
            _, end = waiting.pop(0)
            line.append(end)
            here = _pixel(end)
        if len(line) > 1:
            lines.append(tuple(line))
    return lines


def _pixel(point: Point) -> Point:
    return round(point[0]), round(point[1])


def left_third_right(triangle: Polygon) -> Sequence[Point]:
    """Return a triangle's corners in the order of a die's faces (left, top or bottom, right)."""
    left, third, right = sorted(triangle)
    return left, third, right
