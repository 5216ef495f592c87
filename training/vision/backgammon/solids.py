"""Solids that stand up from the board, from a camera at its side; see `training.vision.backgammon.drawings`.

Everything is drawn on the plane of the ground. Something at a height above it appears where the line of sight meets the
plane: further from the eye.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from training.vision.backgammon.brush import BoardBrush, Canvas, Colour

Points = NDArray[np.float64]
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class DrawingCamera:
    """Position of the camera: right, down and up from the field's top left, in widths of a point."""

    x: float
    y: float
    height: float

    def shift(self, x: float, y: float, up: float) -> tuple[float, float]:
        """Return the place on the ground behind a point at a height above a place, in the line of sight."""
        part = up / (self.height - up)
        return x + (x - self.x) * part, y + (y - self.y) * part

    def pixels(self, points: Points, towards: tuple[float, float]) -> Points:
        """Project points of the ground for a camera that looks at `towards`; shape (n, 2); focal length 1, y downwards."""
        aim = np.array([towards[0] - self.x, towards[1] - self.y, -self.height])
        aim /= np.linalg.norm(aim)
        back = np.array([self.x - towards[0], self.y - towards[1], 0.0])
        down = back - (back @ aim) * aim  # nearer points are lower in the picture
        down /= np.linalg.norm(down)
        across = np.cross(aim, down)
        off = np.column_stack([points - (self.x, self.y), np.full(len(points), -self.height)])
        seen: Points = np.column_stack([off @ across, off @ down]) / (off @ aim)[:, None]
        return seen


class SolidPainter(BoardBrush):
    """Draws blocks in the view of `eye`."""

    eye: DrawingCamera | None

    def camera(self, width: float, height: float) -> DrawingCamera:
        """Return a place in front of the board to look at it from, a little to one side."""
        turn, rise, far = self.rng.normal(0, 0.4), np.radians(self.between(36, 85)), self.between(18, 45)
        level = far * np.cos(rise)
        return DrawingCamera(
            width / 2 + level * float(np.sin(turn)), height / 2 + level * float(np.cos(turn)), far * float(np.sin(rise))
        )

    def block(self, box: Box, low: float, up: float, sides: Colour, top: Colour, grain: float) -> Canvas:
        """Draw a block that stands on a box from one height to another; return the mask that it covers."""
        assert self.eye
        left, far, right, near = box
        corners = ((left, far), (right, far), (right, near), (left, near))
        above = [self.eye.shift(x, y, up) for x, y in corners]
        around = np.array([*above, *(self.eye.shift(x, y, low) for x, y in corners)], np.float32)
        outline = self.polygon(*map(tuple, cv2.convexHull(around)[:, 0].tolist()))
        upright = near - far > right - left
        self.fill(outline, sides, grain / 2, 6, upright)
        self.fill(self.polygon(*above), top, grain, 6, upright)
        return outline
