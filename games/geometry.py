"""The geometry of a board: cells with a name and a polygon in board units.

The screen draws it, clicks are hit-tested against it, the camera samples it, the lights map onto it, and the printed card
shows it. In board units, x runs to the right and y downwards, as the first player sees the board from the near side. One
unit is the board's natural pitch (a Blokus square, a Connect 4 hole, the width of a backgammon point).
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
    """The kinds of contents that a cell can hold."""

    PIECE = "piece"  # one piece that fills the cell
    STACK = "stack"  # checkers in a row from the cell's foot
    PILE = "pile"  # seeds, counted
    DIE = "die"  # one die


@dataclass(frozen=True, slots=True)
class Cell:
    """A place for pieces.

    Attributes:
        name: its name in notation and taps.
        polygon: its outline in board units.
        zone: `board`, or beside it `tray`, `hand`, `out` (captured), `store`, `bar`, `home`, `dice`.
        tone: the key of the ground colour (the theme knows the colours), such as `light`, `dark`, `wood` or `start:1`.
        label: the text that a real board has there; often empty.
        foot: the centre of the first checker of a stack; for the other kinds, the centre of the content.
        pitch: the way from one checker of a stack to the next, as a vector in board units; (0, 0) for other kinds.
        size: the diameter of a checker, seed pile or die on the cell.
        height: the height of the content above the board's plane.
        piece: the outline of the single piece on the cell, if it differs from the cell's own, such as a round disc on a
            square.
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
        """Whether it is on the playing area, which cameras watch and LEDs light up; trays, dice and the like are not."""
        return self.zone in ("board", "bar", "store")


@dataclass(frozen=True, slots=True)
class TapArea:
    """A region that takes a tap for several cells at once, such as a column; it receives taps before the cells under it
    do.
    """

    name: str
    polygon: Polygon
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoardGround:
    """A part of the board that holds no pieces, such as its frame; drawn below the cells."""

    polygon: Polygon
    tone: str


@dataclass(frozen=True, slots=True)
class Geometry:
    """The geometry of a board.

    Attributes:
        area: the playing area: the rectangle whose corners `--corners` names.
        bounds: the bounds of everything, trays and hands included.
        grounds: the parts below the cells, drawn in this order.
        tap_areas: regions that take a tap for several cells.
        column_labels: the labels of columns of equal width, from the left; they are drawn below the playing area.
        row_labels: the labels of rows of equal height, from the top; they are drawn to the left of the playing area.
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
        """Return the name of the tap area or cell at a point; None if it is beside the board."""
        x, y = point
        for (left, top, right, bottom), place in self._boxes:
            if left <= x <= right and top <= y <= bottom and contains(place.polygon, point):
                return place.name
        return None


def centre(polygon: Polygon) -> Point:
    """Return the centroid of the polygon's corners."""
    return sum(x for x, _ in polygon) / len(polygon), sum(y for _, y in polygon) / len(polygon)


def contains(polygon: Polygon, point: Point) -> bool:
    """Return whether the point lies inside the polygon (even-odd rule)."""
    px, py = point
    inside = False
    x0, y0 = polygon[-1]
    for x1, y1 in polygon:
        if (y0 > py) != (y1 > py) and px < (x1 - x0) * (py - y0) / (y1 - y0) + x0:
            inside = not inside
        x0, y0 = x1, y1
    return inside


def extent(points: Polygon) -> Rectangle:
    """Return the smallest upright rectangle around these points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def widened(window: Rectangle, by: float) -> Rectangle:
    """Return the rectangle extended by `by` on each side."""
    left, top, right, bottom = window
    return left - by, top - by, right + by, bottom + by


def rectangle(left: float, top: float, right: float, bottom: float) -> Polygon:
    """Return the corners in the order of `--corners`: top left, top right, bottom right, bottom left."""
    return (left, top), (right, top), (right, bottom), (left, bottom)


def circle(x: float, y: float, radius: float, corners: int = 24) -> Polygon:
    """Return a regular polygon that approximates a circle."""
    angles = (2 * math.pi * k / corners for k in range(corners))
    return tuple((x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles)
