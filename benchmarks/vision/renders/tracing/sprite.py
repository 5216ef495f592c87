"""A hand traced once and then moved over pictures of the board: light, cover and shadow, shifted in two dimensions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from benchmarks.vision.renders.shapes.solids import Solid
from benchmarks.vision.renders.tracing.camera import RenderCamera
from benchmarks.vision.renders.tracing.materials import ScenePart, SurfaceMaterial
from benchmarks.vision.renders.tracing.sensor import Light
from benchmarks.vision.renders.tracing.tracer import RenderScene, RenderStage
from fourth_seat.calibration.lens import Lens

FIELD_RATIO = 2  # of the sprite's field of view to the picture's, at a resolution lower by the same factor
SAMPLES_PER_PIXEL = 16  # light paths, of the sprite
MIN_SHADOW_LIGHT = 0.25  # share of light that a hand's shadow leaves
_PLANE_HALF_SIDE_UNITS = 200.0  # of the plane under the shadow


@dataclass(frozen=True)
class Sprite:
    """Rendered hand, composited over pictures.

    Attributes:
        light: linear, 0 where the hand is not; shape (h, w, 3).
        cover: share of each pixel that it covers, shape (h, w, 1).
        shade: share of the board's light that its shadow leaves, shape (h, w, 1).
        tip: the pixel of its finger tips.
        away: direction from there to the elbow in the picture, a unit vector.
    """

    light: Light
    cover: Light
    shade: Light
    tip: tuple[float, float]
    away: tuple[float, float]

    def over(self, picture: Light, tip: tuple[float, float]) -> tuple[Light, Light]:
        """Return a picture with the hand over it, its finger tips at a pixel, and the share of each pixel that the hand
        covers, shape (h, w).
        """
        height, width = picture.shape[:2]
        shift = np.array(tip) - self.tip
        centre = np.array([width, height]) / 2
        offset = centre - FIELD_RATIO * centre + shift + (FIELD_RATIO - 1) / 2  # pixel centres lie at whole numbers
        matrix = np.array([[FIELD_RATIO, 0, offset[0]], [0, FIELD_RATIO, offset[1]]])

        def placed(layer: Light, outside: float) -> Light:
            border = (outside,) * 3
            moved = cv2.warpAffine(layer, matrix, (width, height), borderMode=cv2.BORDER_CONSTANT, borderValue=border)
            return np.asarray(moved, np.float32).reshape(height, width, -1)

        cover = placed(self.cover, 0.0)
        return picture * placed(self.shade, 1.0) * (1 - cover) + placed(self.light, 0.0), cover[..., 0]


def sprite(
    parts: Sequence[ScenePart],
    sky: Light,
    camera: RenderCamera,
    tip: Sequence[float],
    elbow: Sequence[float],
    shadow: bool,
    seed: int,
) -> Sprite:
    """Render a hand as a camera sees it.

    Args:
        tip: where its finger tips meet, in board units (x, y, height); `elbow` a point towards the arm.
        shadow: whether the hand casts one on the board's plane.
    """
    wide = _wide(camera)
    light, cover = RenderStage(RenderScene((), sky), wide).cut_out(parts, SAMPLES_PER_PIXEL, seed)
    shade = _shade(parts, sky, wide, cover, seed) if shadow else np.ones_like(cover)
    ends = camera.straight(np.array([tip, elbow], np.float64))
    along = ends[1] - ends[0]
    along /= np.linalg.norm(along)
    return Sprite(light, cover, shade, (float(ends[0, 0]), float(ends[0, 1])), (float(along[0]), float(along[1])))


def _wide(camera: RenderCamera) -> RenderCamera:
    width, height = camera.size
    return RenderCamera(
        camera.eye, camera.axes, Lens(camera.lens.focal / FIELD_RATIO, (width / 2, height / 2)), camera.size
    )


def _shade(parts: Sequence[ScenePart], sky: Light, camera: RenderCamera, cover: Light, seed: int) -> Light:
    """Return the share of light that a hand's shadow leaves on the board's plane, smoothed and continued below the hand."""
    s = _PLANE_HALF_SIDE_UNITS
    plane = Solid(np.array([(-s, -s, 0), (s, -s, 0), (s, s, 0), (-s, s, 0)]), np.array([(0, 1, 2), (0, 2, 3)]))
    stage = RenderStage(RenderScene([ScenePart(plane, SurfaceMaterial((0.5, 0.5, 0.5), None))], sky), camera)
    bare, dark = (stage.light(what, SAMPLES_PER_PIXEL // 2, seed).mean(2) for what in ((), parts))
    seen = (1 - cover[..., 0]) ** 4
    ratio = np.where(bare > 1e-4, dark / np.maximum(bare, 1e-4), 1.0)
    blur = 0.004 * camera.size[0]
    smooth = (cv2.GaussianBlur(ratio * seen, (0, 0), blur) + 1e-3) / (cv2.GaussianBlur(seen, (0, 0), blur) + 1e-3)
    return np.asarray(np.clip(smooth, MIN_SHADOW_LIGHT, 1)[..., None], np.float32)
