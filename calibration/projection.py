"""Conversion between board units and pixels for a board in any orientation."""

from __future__ import annotations

from dataclasses import dataclass, replace

from fourth_seat.calibration.orientation import Orientation
from fourth_seat.games.geometry import Point, Polygon, Rectangle


@dataclass(frozen=True, slots=True)
class Projection:
    """A similarity transform from board units to pixels: rotation, reflection, scaling and translation.

    Attributes:
        across, down: the images of one unit to the right and one unit downwards, before scaling; unit vectors.
        scale: pixels per unit.
        pivot: the point in board units that maps to the pixel `centre`.
    """

    across: Point
    down: Point
    scale: float
    pivot: Point
    centre: Point

    @classmethod
    def fit(cls, window: Rectangle, orientation: Orientation, width: int, height: int, margin: int) -> Projection:
        """Fit a part of the board into this many pixels, as large as possible with a margin on all sides."""
        left, top, right, bottom = window
        across, down = orientation.direction((1.0, 0.0)), orientation.direction((0.0, 1.0))
        wide, high = right - left, bottom - top
        if across[0] == 0:
            wide, high = high, wide
        scale = max(1e-3, min((width - 2 * margin) / wide, (height - 2 * margin) / high))
        return cls(across, down, scale, ((left + right) / 2, (top + bottom) / 2), (width / 2, height / 2))

    def moved(self, right: float, down: float) -> Projection:
        """Return a copy shifted by this many pixels."""
        return replace(self, centre=(self.centre[0] + right, self.centre[1] + down))

    def pixel(self, point: Point) -> Point:
        """Map a board point to a pixel."""
        x, y = point[0] - self.pivot[0], point[1] - self.pivot[1]
        return (
            self.centre[0] + self.scale * (x * self.across[0] + y * self.down[0]),
            self.centre[1] + self.scale * (x * self.across[1] + y * self.down[1]),
        )

    def pixels(self, polygon: Polygon) -> tuple[Point, ...]:
        """Map a polygon on the board to pixels."""
        return tuple(map(self.pixel, polygon))

    def unit(self, pixel: Point) -> Point:
        """Map a pixel to a board point."""
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
