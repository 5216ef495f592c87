"""Places beside a board, such as trays, which stay upright on the screen when the board is turned.

If trays turned with the board, they would lie along the screen's short side and take up space that the board needs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import replace

from fourth_seat.games.drawing.labels import outer_edge
from fourth_seat.games.geometry import BoardGround, Cell, Geometry, Point, Polygon, Rectangle, centre, extent, rectangle

Axes = tuple[Point, Point]
"""The directions on the screen of the board's x axis (right) and y axis (down), as unit vectors."""

UPRIGHT_AXES: Axes = ((1.0, 0.0), (0.0, 1.0))
LYING_AXES: Axes = ((0.0, 1.0), (-1.0, 0.0))  # turned clockwise by a quarter
TOUCHING = 0.01  # greatest distance in units between cells that touch each other
_Map = Callable[[Point], Point]


def place_beside(geometry: Geometry, board: Axes, beside: Axes = UPRIGHT_AXES) -> Geometry:
    """Return the geometry with the cells beside the board moved so that they have the axes `beside` while the board has the
    axes `board`.

    Cells on a separate ground, such as a tray, move with it to its corner on the real table. All other cells stay on
    their side of the screen, in the same arrangement.

    Args:
        board: the axes of the board as turned and mirrored on the screen.
        beside: the axes of the parts beside it as turned on the screen.
    """
    edge = outer_edge(geometry)
    aside = [cell for cell in geometry.cells if not _overlap(extent(cell.polygon), edge)]
    if board == beside or not aside:
        return geometry
    moved = _Move(edge, board, beside)
    grounds, found = [], dict[str, Cell]()
    for ground in geometry.grounds:
        box = extent(ground.polygon)
        if _overlap(box, edge):
            grounds.append(ground)
            continue
        to_corner = moved.to_corner(box)
        grounds.append(BoardGround(_mapped(ground.polygon, to_corner), ground.tone))
        found.update((cell.name, _placed(cell, to_corner)) for cell in aside if _overlap(extent(cell.polygon), box))
    for group in _groups([cell for cell in aside if cell.name not in found]):
        to_side = moved.along_side(extent(tuple(point for cell in group for point in cell.polygon)))
        found.update((cell.name, _placed(cell, to_side)) for cell in group)
    return replace(
        geometry,
        cells=tuple(found.get(cell.name, cell) for cell in geometry.cells),
        grounds=tuple(grounds),
        bounds=moved.bounds(geometry.bounds),
    )


def _groups(cells: Iterable[Cell]) -> list[list[Cell]]:
    """Group the cells of each zone that touch each other."""
    groups: list[list[Cell]] = []
    for cell in cells:
        touched = [group for group in groups if any(_touch(cell, other) for other in group)]
        groups = [group for group in groups if group not in touched]
        groups.append([*(other for group in touched for other in group), cell])
    return groups


def _touch(one: Cell, two: Cell) -> bool:
    left, top, right, bottom = extent(one.polygon)
    wider = left - TOUCHING, top - TOUCHING, right + TOUCHING, bottom + TOUCHING
    return one.zone == two.zone and _overlap(wider, extent(two.polygon))


class _Move:
    """Moves points beside a board. The board itself, with the outer edge `edge`, does not move."""

    def __init__(self, edge: Rectangle, board: Axes, beside: Axes) -> None:
        self._middle = centre(rectangle(*edge))
        self._board, self._beside = board, beside
        seen, drawn = _size(edge, board), _size(edge, beside)
        self._half = drawn[0] / 2, drawn[1] / 2
        self._grown = (seen[0] - drawn[0]) / 2, (seen[1] - drawn[1]) / 2

    def to_corner(self, box: Rectangle) -> _Map:
        """Return the shift that moves a box to the quadrant of the screen in which it would appear if it turned with the
        board.
        """
        place = self._from_middle(centre(rectangle(*box)))
        drawn, turned = _turned(place, self._beside), _turned(place, self._board)
        wanted = math.copysign(drawn[0], turned[0] or drawn[0]), math.copysign(drawn[1], turned[1] or drawn[1])
        return self._shifted(_plus(self._outwards(wanted), (wanted[0] - drawn[0], wanted[1] - drawn[1])))

    def along_side(self, box: Rectangle) -> _Map:
        """Return the shift that keeps a box on its side of the screen."""
        return self._shifted(self._outwards(_turned(self._from_middle(centre(rectangle(*box))), self._beside)))

    def bounds(self, bounds: Rectangle) -> Rectangle:
        """Return the bounds of the turned board and everything beside it."""
        corners = [_turned(self._from_middle(corner), self._beside) for corner in rectangle(*bounds)]
        left, top, right, bottom = extent(tuple(corners))
        wide, high = self._grown
        shown = rectangle(left - wide, top - high, right + wide, bottom + high)
        return extent(tuple(map(self._to_board, shown)))

    def _outwards(self, place: Point) -> Point:
        """Return the shift of a screen position that compensates for the different width and height of the turned board."""
        (x, y), (wide, high) = place, self._half
        if abs(x) - wide > abs(y) - high:
            return self._grown[0] * math.copysign(1, x), 0.0
        return 0.0, self._grown[1] * math.copysign(1, y)

    def _shifted(self, by: Point) -> _Map:
        return lambda point: self._to_board(_plus(_turned(self._from_middle(point), self._beside), by))

    def _from_middle(self, point: Point) -> Point:
        return point[0] - self._middle[0], point[1] - self._middle[1]

    def _to_board(self, seen: Point) -> Point:
        (a, b), (c, d) = self._board  # at right angles and one long, so the way back is the transposed matrix
        return self._middle[0] + seen[0] * a + seen[1] * b, self._middle[1] + seen[0] * c + seen[1] * d


def _placed(cell: Cell, move: _Map) -> Cell:
    foot = move(cell.foot)
    end = move(_plus(cell.foot, cell.pitch))
    pitch = end[0] - foot[0], end[1] - foot[1]
    return replace(cell, polygon=_mapped(cell.polygon, move), piece=_mapped(cell.piece, move), foot=foot, pitch=pitch)


def _mapped(polygon: Iterable[Point], move: _Map) -> Polygon:
    return tuple(map(move, polygon))


def _turned(vector: Point, axes: Axes) -> Point:
    (a, b), (c, d) = axes
    return vector[0] * a + vector[1] * c, vector[0] * b + vector[1] * d


def _plus(one: Point, two: Point) -> Point:
    return one[0] + two[0], one[1] + two[1]


def _size(box: Rectangle, axes: Axes) -> Point:
    """Return the on-screen width and height of a box."""
    wide, high = box[2] - box[0], box[3] - box[1]
    return (wide, high) if axes[0][0] else (high, wide)


def _overlap(one: Rectangle, two: Rectangle) -> bool:
    return one[0] < two[2] and one[2] > two[0] and one[1] < two[3] and one[3] > two[1]
