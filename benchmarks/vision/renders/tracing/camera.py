"""Camera: its pose and its lens; board units to pixels."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from benchmarks.vision.renders.shapes.solids import Vectors
from fourth_seat.calibration.lens import Lens, Points

MARGIN_SHARE = 0.03  # of the picture's width: least distance of required points from its edge


@dataclass(frozen=True)
class RenderCamera:
    """Camera of a rendered scene.

    Attributes:
        eye: its place in board units (x, y, height).
        axes: the picture's right, down and forward as rows in board coordinates, shape (3, 3).
        lens: its lens, distortion included.
        size: (width, height) in pixels.
    """

    eye: tuple[float, float, float]
    axes: Vectors
    lens: Lens
    size: tuple[int, int]

    def straight(self, points: Vectors) -> Points:
        """Project points by a lens without distortion, to pixels; shape (n, 2)."""
        seen = (np.asarray(points, np.float64) - self.eye) @ self.axes.T
        pixels: Points = seen[:, :2] / seen[:, 2:] * self.lens.focal + self.lens.centre
        return pixels

    def pixels(self, points: Vectors) -> Points:
        """Project points to the picture's pixels; shape (n, 2)."""
        return self.lens.bent(self.straight(points))

    @cached_property
    def overscan(self) -> int:
        """Pixels rendered beyond each edge, so that the distorted picture is filled to its corners."""
        width, height = self.size
        frame = np.array([(0, 0), (width, 0), (width, height), (0, height), (width / 2, 0), (0, height / 2)], np.float64)
        beyond = self.lens.straightened(frame) - frame
        return max(0, math.ceil(float(np.abs(beyond).max()))) if not self.lens.straight else 0

    @cached_property
    def bending(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Column and row in the larger, undistorted rendering of each pixel of the picture; each shape (height, width)."""
        width, height = self.size
        x, y = np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5)
        source = self.lens.straightened(np.column_stack([x.ravel(), y.ravel()])) + self.overscan - 0.5
        grid = source.astype(np.float32).reshape(height, width, 2)
        return grid[..., 0], grid[..., 1]

    @property
    def elevation(self) -> float:
        """The elevation of the view, in degrees: 90 is straight down."""
        return math.degrees(math.asin(-float(self.axes[2, 2])))


def looking(
    eye: tuple[float, float, float], target: tuple[float, float, float], roll: float, lens: Lens, size: tuple[int, int]
) -> RenderCamera:
    """Return the camera at `eye` that has `target` in its middle, turned about its axis by `roll` radians.

    The picture's upper edge lies towards smaller y, and upwards where the camera looks level.
    """
    forward = np.asarray(target, np.float64) - eye
    forward /= np.linalg.norm(forward)
    top = np.array([0.0, -1.0, 0.0]) if abs(forward[2]) > 0.99 else np.array([0.0, 0.0, 1.0])
    down = -(top - (top @ forward) * forward)
    down /= np.linalg.norm(down)
    right = -np.cross(down, forward)  # board coordinates are left-handed: y runs downwards
    c, s = math.cos(roll), math.sin(roll)
    return RenderCamera(eye, np.array([c * right + s * down, c * down - s * right, forward]), lens, size)


def lens_of(rng: np.random.Generator, size: tuple[int, int], narrow: float = 48, wide: float = 72) -> Lens:
    """Return the lens of a webcam or phone, its horizontal field of view in degrees; half of them distort a little."""
    fov = math.radians(rng.uniform(narrow, wide))
    focal = size[0] / 2 / math.tan(fov / 2)
    k1, k2 = (rng.normal(-0.04, 0.035), rng.normal(0.0, 0.008)) if rng.random() < 0.5 else (0.0, 0.0)
    return Lens(focal, (size[0] / 2, size[1] / 2), float(np.clip(k1, -0.12, 0.04)), float(np.clip(k2, -0.015, 0.015)))


def above(rng: np.random.Generator, must: Vectors, size: tuple[int, int], lowest: float = 40.0) -> RenderCamera:
    """Return a camera above a flat board, on a stand at its near side, that sees all of `must` with room to spare.

    Args:
        must: points that have to be in the picture, shape (n, 3).
        lowest: elevation in degrees; 90 is straight down.
    """
    lens = lens_of(rng, size)
    steep, around = math.radians(rng.uniform(lowest, 90.0)), math.radians(float(np.clip(rng.normal(0, 10), -25, 25)))
    back = np.array([math.cos(steep) * math.sin(around), math.cos(steep) * math.cos(around), math.sin(steep)])
    return placed(rng, must, back, lens, size, math.radians(rng.normal(0, 2.5)))


def placed(
    rng: np.random.Generator, must: Vectors, back: NDArray[np.float64], lens: Lens, size: tuple[int, int], roll: float
) -> RenderCamera:
    """Return a camera in the direction `back` from the middle of `must`, as near as possible with all of it in the
    picture, or a little farther.
    """
    low, high = must.min(0), must.max(0)
    reach = float(np.linalg.norm(high - low))
    middle = (low + high) / 2 + rng.normal(0, 0.015, 3) * (high - low)

    def at(distance: float) -> RenderCamera:
        x, y, z = middle + back * distance
        return looking((x, y, z), (middle[0], middle[1], middle[2]), roll, lens, size)

    near, far = 0.3 * reach, 8 * reach
    for _ in range(30):
        half = (near + far) / 2
        near, far = (near, half) if _sees(at(half), must) else (half, far)
    return at(far * rng.uniform(1.0, 1.2))


def _sees(camera: RenderCamera, must: Vectors) -> bool:
    if ((must - camera.eye) @ camera.axes[2] <= 0).any():
        return False
    pixels, margin = camera.pixels(must), MARGIN_SHARE * camera.size[0]
    return bool((pixels > margin).all() and (pixels < np.array(camera.size) - margin).all())
