"""A brush that chooses its own colours, grains and shapes; see `training.vision.backgammon.drawings`."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

POINT_WIDTH_PX = 24
LEFT, TOP, RIGHT, BOTTOM = -5.0, -2.8, 19.5, 16.0  # the drawn area, in widths of a point; the field's top left is (0, 0)

Canvas = NDArray[np.uint8]
Colour = NDArray[np.float64]


class BoardBrush:
    """Draws on `canvas`, shape (h, w, 3), in widths of a point."""

    canvas: Canvas

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        noise = rng.normal(size=(16, 512, 512)).astype(np.float32)
        self._noise = np.stack(
            [_unit(cv2.GaussianBlur(layer, (0, 0), s)) for layer, s in zip(noise, np.geomspace(0.7, 40, 16), strict=True)]
        )

    # -- random things ---------------------------------------------------------------------------------------------------

    def chance(self, p: float) -> bool:
        return bool(self.rng.random() < p)

    def between(self, low: float, high: float) -> float:
        return float(self.rng.uniform(low, high))

    def colour(self, low: float = 0, high: float = 255) -> Colour:
        """Return a colour with a brightness between these; often near grey, as materials are."""
        hue, value = self.between(0, 180), self.between(low, high)
        saturation = self.between(0, 1) ** 2 * 255
        if self.chance(0.35):  # wood, leather, gold
            hue, saturation = self.between(5, 28), self.between(50, 210)
        pixel = np.array([[[hue, saturation, 255]]]).astype(np.uint8)
        colour = cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0].astype(float)
        bright = float(colour @ (0.114, 0.587, 0.299))
        return np.asarray(np.clip(colour * value / max(bright, 1), 0, 255))

    def noise(
        self, height: int, width: int, fine: float = 0.0, coarse: float = 1.0, stretch: float = 1.0
    ) -> NDArray[np.float32]:
        """Return smooth noise of unit variance, of a scale between fine and coarse (0..1), stretched along x."""
        layer = self._noise[int(self.between(fine, coarse) * 15.99)]
        part_w = int(np.clip(width / stretch, 8, 500))
        part_h = min(height, 500)
        y, x = self.rng.integers(0, 512 - part_h + 1), self.rng.integers(0, 512 - part_w + 1)
        part = layer[y : y + part_h, x : x + part_w]
        return np.asarray(cv2.resize(part, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)

    # -- drawing ---------------------------------------------------------------------------------------------------------

    def fill(self, mask: Canvas | None, colour: Colour, grain: float, stretch: float = 1.0, upright: bool = False) -> None:
        """Paint the area of the mask, with a grain in shades of grey."""
        height, width = self.canvas.shape[:2]
        x, y, w, h = (0, 0, width, height) if mask is None else cv2.boundingRect(mask)
        if not w or not h:
            return
        paint = np.empty((h, w, 3), np.float32)
        paint[:] = colour
        if grain:
            pattern = self.noise(w, h, 0, 0.8, stretch).T if upright else self.noise(h, w, 0, 0.8, stretch)
            paint += grain * pattern[..., None]
        part = self.canvas[y : y + h, x : x + w]
        if mask is None:
            part[:] = np.clip(paint, 0, 255)
        else:
            alpha = mask[y : y + h, x : x + w, None].astype(np.float32) / 255
            part[:] = np.clip(part * (1 - alpha) + paint * alpha, 0, 255)

    def mask(self) -> Canvas:
        return np.zeros(self.canvas.shape[:2], np.uint8)

    def polygon(self, *points: tuple[float, float]) -> Canvas:
        mask = self.mask()
        cv2.fillPoly(mask, [fixed(points)], 255, cv2.LINE_AA, 4)
        return mask

    def box(self, left: float, top: float, right: float, bottom: float) -> Canvas:
        return self.polygon((left, top), (right, top), (right, bottom), (left, bottom))

    def disc(self, target: Canvas, x: float, y: float, radius: float, colour: Colour | int, thickness: float = -1) -> None:
        centre = fixed([(x, y)])[0]
        wide = -1 if thickness < 0 else max(1, round(thickness * POINT_WIDTH_PX))
        value = np.clip(colour, 0, 255).tolist() if isinstance(colour, np.ndarray) else float(colour)
        cv2.circle(target, centre.tolist(), round(radius * POINT_WIDTH_PX * 16), value, wide, cv2.LINE_AA, 4)


def _unit(layer: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray((layer - layer.mean()) / layer.std(), np.float32)


def fixed(points: object) -> NDArray[np.int32]:
    """Convert widths of a point to canvas pixels, in sixteenths (OpenCV's `shift=4`)."""
    at = (np.asarray(points, float) - (LEFT, TOP)) * POINT_WIDTH_PX - 0.5
    return np.round(at * 16).astype(np.int32)
