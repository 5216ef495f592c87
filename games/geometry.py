"""The geometry of a board, which consists of named cells with polygons in board units.

It is used for drawing, hit testing, camera sampling, mapping lights, and printing cards. In board units, x points right and
y points down, as seen by the first player from the near side. One unit is the board's natural pitch (a Blokus square, a
Connect 4 hole, the width of a backgammon point).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import Enum

Point = tuple[float, float]
Polygon = tuple[Point, ...]
Rectangle = tuple[float, float, float, float]
"""left, top, right, bottom."""


class Holds(Enum):
    """The kind of contents that a cell can hold."""

    PIECE = "piece"  # one piece that fills the cell
    STACK = "stack"  # checkers in a row from the cell's foot
    PILE = "pile"  # seeds, counted
    DIE = "die"  # one die


@dataclass(frozen=True, slots=True)
class Cell:
    """A place for pieces on or beside the board.

    Attributes:
        name: the name used in notation and for taps.
        polygon: the outline in board units.
        zone: the zone that it belongs to: `board`, `tray`, `hand`, `out` (captured), `store`, `bar`, `home` or `dice`, for
            example.
        tone: the key of the background colour in the theme, such as `light`, `dark`, `wood` or `start:1`.
        label: the text printed on a real board, often empty.
        foot: the centre of a stack's first checker, or of the contents for other kinds.
        pitch: the vector from one checker of a stack to the next in board units, or (0, 0) for other kinds.
        size: the diameter of a checker, seed pile or die on the cell.
        height: the height of the contents above the board's plane.
        piece: the outline of a single piece on the cell if it differs from the cell's, such as a round disc on a square.
    """

    name: str
    polygon: Polygon
    holds: Holds = Holds.PIECE
    zone: str = "board"
    tone: str = "light"
    label: str = ""
    foot: Point = (math.nan, math.nan)
    pitch: Point = (0.0, 0.0)
    size: float = 1.0
    height: float = 0.0
    piece: Polygon = ()

    def __post_init__(self) -> None:
        if math.isnan(self.foot[0]):
            object.__setattr__(self, "foot", centre(self.polygon))

    @property
    def is_on_board(self) -> bool:
        """Whether the cell is part of the playing area, which cameras watch and LEDs light up, unlike trays or dice."""
        return self.zone in ("board", "bar", "store")


@dataclass(frozen=True, slots=True)
class TapArea:
    """A region that receives taps for several cells, such as a column. It takes precedence over the cells below it."""

    name: str
    polygon: Polygon
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoardGround:
    """A part of the board that holds no pieces, such as its frame. It is drawn below the cells."""

    polygon: Polygon
    tone: str


@dataclass(frozen=True, slots=True)
class Geometry:
    """The geometry of a board.

    Attributes:
        area: the playing area, a rectangle whose corners correspond to `--corners`.
        bounds: the bounding box of everything, including trays and hands.
        grounds: the parts below the cells, in drawing order.
        tap_areas: regions that receive taps for several cells.
        column_labels: the labels of equally wide columns from left to right, drawn below the playing area.
        row_labels: the labels of equally high rows from top to bottom, drawn to the left of the playing area.
    """

    cells: tuple[Cell, ...]
    area: Rectangle
    bounds: Rectangle
    grounds: tuple[BoardGround, ...] = ()
    tap_areas: tuple[TapArea, ...] = ()
    column_labels: tuple[str, ...] = ()
    row_labels: tuple[str, ...] = ()
    _by_name: dict[str, Cell] = field(init=False, default_factory=dict, compare=False, repr=False)
    _boxes: list[tuple[Rectangle, TapArea | Cell]] = field(init=False, default_factory=list, compare=False, repr=False)

    def __post_init__(self) -> None:
        self._by_name.update((cell.name, cell) for cell in self.cells)
        places: tuple[TapArea | Cell, ...] = (*self.tap_areas, *self.cells)
        self._boxes.extend((extent(place.polygon), place) for place in places)

    def __getitem__(self, name: str) -> Cell:
        return self._by_name[name]

    def __contains__(self, name: str) -> bool:
        return name in self._by_name

    def hit(self, point: Point) -> str | None:
        """Return the name of the tap area or cell at a point, or None if there is none."""
        x, y = point
        for (left, top, right, bottom), place in self._boxes:
            if left <= x <= right and top <= y <= bottom and contains(place.polygon, point):
                return place.name
        return None


def centre(polygon: Polygon) -> Point:
    """Return the mean of a polygon's vertices."""
    return sum(x for x, _ in polygon) / len(polygon), sum(y for _, y in polygon) / len(polygon)


def contains(polygon: Polygon, point: Point) -> bool:
    """Return whether a point is inside a polygon (even-odd rule)."""
    px, py = point
    inside = False
    x0, y0 = polygon[-1]
    for x1, y1 in polygon:
        if (y0 > py) != (y1 > py) and px < (x1 - x0) * (py - y0) / (y1 - y0) + x0:
            inside = not inside
        x0, y0 = x1, y1
    return inside


def extent(points: Polygon) -> Rectangle:
    """Return the axis-aligned bounding box of the points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def widened(window: Rectangle, by: float) -> Rectangle:
    """Return the rectangle expanded by `by` on each side."""
    left, top, right, bottom = window
    return left - by, top - by, right + by, bottom + by


def rectangle(left: float, top: float, right: float, bottom: float) -> Polygon:
    """Return a rectangle's corners in the order of `--corners`: top left, top right, bottom right, bottom left."""
    return (left, top), (right, top), (right, bottom), (left, bottom)


def circle(x: float, y: float, radius: float, corners: int = 24) -> Polygon:
    """Return a regular polygon that approximates a circle."""
    angles = (2 * math.pi * k / corners for k in range(corners))
    return tuple((x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles)
