"""Board units to pixels and back, for a board in some orientation.

What lies beside a board is not turned with it: nobody turns the trays. So a turned board is drawn as large as an unturned
one, and a piece in a tray looks as it does in the hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from calibration.orientation import Orientation
from games.drawing.labels import outer_edge
from games.geometry import Cell, Geometry, Point, Polygon, Rectangle, extent, rectangle

BESIDE = ("tray", "hand", "out", "dice", "buttons")  # whose cells, where they lie off the board, are only drawn there


@dataclass(frozen=True, slots=True)
class Projection:
    """A similarity transform from board units to pixels: turned, mirrored, scaled and shifted.

    Attributes:
        across: where one unit to the right goes, `down` where one unit downwards goes; both are one long, before scaling.
        scale: pixels in a unit.
        pivot: the point in board units that lies at the pixel `centre`.
    """

    across: Point
    down: Point
    scale: float
    pivot: Point
    centre: Point

    @classmethod
    def fit(cls, window: Rectangle, orientation: Orientation, width: int, height: int, margin: int) -> Projection:
        """Fit a part of the board, as large as possible, into so many pixels with a margin all around."""
        left, top, right, bottom = window
        across, down = orientation.direction((1.0, 0.0)), orientation.direction((0.0, 1.0))
        wide, high = right - left, bottom - top
        if across[0] == 0:
            wide, high = high, wide
        scale = max(1e-3, min((width - 2 * margin) / wide, (height - 2 * margin) / high))
        return cls(across, down, scale, ((left + right) / 2, (top + bottom) / 2), (width / 2, height / 2))

    def moved(self, right: float, down: float) -> Projection:
        """Return this projection shifted by so many pixels."""
        return replace(self, centre=(self.centre[0] + right, self.centre[1] + down))

    def pixel(self, point: Point) -> Point:
        """Map a point of the board to a pixel."""
        x, y = point[0] - self.pivot[0], point[1] - self.pivot[1]
        return (
            self.centre[0] + self.scale * (x * self.across[0] + y * self.down[0]),
            self.centre[1] + self.scale * (x * self.across[1] + y * self.down[1]),
        )

    def pixels(self, polygon: Polygon) -> tuple[Point, ...]:
        """Map a polygon of the board to pixels."""
        return tuple(map(self.pixel, polygon))

    def unit(self, pixel: Point) -> Point:
        """Map a pixel to a point of the board."""
        x, y = (pixel[0] - self.centre[0]) / self.scale, (pixel[1] - self.centre[1]) / self.scale
        return (  # the axes are at right angles and one long, so the way back is the transposed matrix
            self.pivot[0] + x * self.across[0] + y * self.across[1],
            self.pivot[1] + x * self.down[0] + y * self.down[1],
        )

    def direction(self, way: Point) -> Point:
        """Map a vector on the board, such as a stack's pitch, to pixels."""
        x, y = way
        return (
            self.scale * (x * self.across[0] + y * self.down[0]),
            self.scale * (x * self.across[1] + y * self.down[1]),
        )


def trays_upright(geometry: Geometry, orientation: Orientation) -> Geometry:
    """Return the board with the cells beside it moved so that, drawn in this orientation, they stand where they did.

    Where the turned board takes another width or height, they keep their distance from its edge.
    """
    edge = outer_edge(geometry)
    beside = {cell.name for cell in geometry.cells if cell.zone in BESIDE and not _overlap(extent(cell.polygon), edge)}
    if orientation == Orientation() or not beside:
        return geometry
    frame = _Frame(edge, orientation)
    cells = tuple(frame.upright(cell) if cell.name in beside else cell for cell in geometry.cells)
    places = [point for cell in geometry.cells if cell.name in beside for point in frame.on_screen(cell.polygon)]
    turned = frame.turned_edge
    drawn = extent((*places, turned[:2], turned[2:]))
    before = extent((*(point for cell in geometry.cells for point in cell.polygon), edge[:2], edge[2:]))
    margin = min(abs(bound - end) for bound, end in zip(geometry.bounds, before, strict=True))
    window = rectangle(drawn[0] - margin, drawn[1] - margin, drawn[2] + margin, drawn[3] + margin)
    grounds = tuple(
        ground
        if _overlap(extent(ground.polygon), edge)
        else replace(ground, polygon=frame.moved(ground.polygon, ground.polygon))
        for ground in geometry.grounds
    )
    return replace(geometry, cells=cells, grounds=grounds, bounds=extent(tuple(map(frame.board_point, window))))


class _Frame:
    """Maps places as they are seen around a board, its middle in the origin, back to the board."""

    def __init__(self, edge: Rectangle, orientation: Orientation) -> None:
        left, top, right, bottom = edge
        self._middle = (left + right) / 2, (top + bottom) / 2
        self._half = (right - left) / 2, (bottom - top) / 2
        self._orientation = orientation
        across = orientation.direction((1.0, 0.0))[0] != 0
        self._turned = self._half if across else self._half[::-1]

    @property
    def turned_edge(self) -> Rectangle:
        """The board's edge as it is seen."""
        x, y = self._turned
        return -x, -y, x, y

    def on_screen(self, polygon: Polygon) -> Polygon:
        """Return a polygon beside the board as it is seen: moved with the edge that it stands beside."""
        shift = [self._shift(polygon, axis) for axis in (0, 1)]
        return tuple((x - self._middle[0] + shift[0], y - self._middle[1] + shift[1]) for x, y in polygon)

    def _shift(self, polygon: Polygon, axis: int) -> float:
        middle, half = self._middle[axis], self._half[axis]
        ends = [point[axis] - middle for point in polygon]
        grown = self._turned[axis] - half
        return grown if min(ends) >= half else -grown if max(ends) <= -half else 0.0

    def board_point(self, seen: Point) -> Point:
        """Map a point as it is seen to the board."""
        x, y = self._orientation.direction_on_board(seen)
        return self._middle[0] + x, self._middle[1] + y

    def moved(self, points: Iterable[Point], outline: Polygon) -> Polygon:
        """Return points of something with this outline beside the board, moved to where it is seen as it was."""
        seen = self.on_screen(outline)[0]
        shift = seen[0] - outline[0][0], seen[1] - outline[0][1]
        return tuple(self.board_point((x + shift[0], y + shift[1])) for x, y in points)

    def upright(self, cell: Cell) -> Cell:
        """Return a cell beside the board moved to where it is seen as it was."""
        return replace(
            cell,
            polygon=self.moved(cell.polygon, cell.polygon),
            foot=self.moved([cell.foot], cell.polygon)[0],
            piece=self.moved(cell.piece, cell.polygon),
            pitch=self._orientation.direction_on_board(cell.pitch),
        )


def _overlap(box: Rectangle, other: Rectangle) -> bool:
    return box[0] < other[2] and box[2] > other[0] and box[1] < other[3] and box[3] > other[1]
