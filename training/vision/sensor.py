"""Conversion of linear light to the picture of a cheap camera."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

CLEAN_SHARE = 0.35  # of pictures as taken by a good camera, or of a larger picture that has been reduced


def developed(light: NDArray[np.float32], rng: np.random.Generator, shake: float) -> NDArray[np.uint8]:
    """Develop linear red, green, blue to stored blue, green, red: exposure, white balance, blur, noise, curve, JPEG.

    Args:
        shake: by how many pixels the camera moved meanwhile.
    """
    if shake > 0:
        light = _shaken(light, shake, float(rng.uniform(0, np.pi)))
    clean = rng.random() < CLEAN_SHARE
    mean = float(np.exp(np.log(light.mean(axis=2) + 1e-2).mean()))
    gain = 0.23 / mean * 2 ** rng.normal(-0.1, 0.5) * np.exp(rng.normal(0, 0.1, 3))
    x = cv2.GaussianBlur(
        light * gain.astype(np.float32), (0, 0), rng.uniform(0.25, 0.6) if clean else rng.uniform(0.35, 1.1)
    )
    noise = 10 ** (rng.uniform(-5, -3.6) if clean else rng.uniform(-3.6, -2.6))
    x = np.maximum(x + rng.standard_normal(x.shape, np.float32) * np.sqrt(np.maximum(x, 0) * noise + noise / 4), 0)
    x = np.where(x > 0.8, 0.8 + 0.2 * (1 - np.exp(-(x - 0.8) / 0.2)), x)
    stored = 255 * np.where(x <= 0.0031308, 12.92 * x, 1.055 * np.maximum(x, 1e-6) ** (1 / 2.4) - 0.055)
    if clean and rng.random() < 0.5:  # sharpened, as phones do
        stored = stored + rng.uniform(0.2, 0.8) * (stored - cv2.GaussianBlur(stored, (0, 0), 1.0))
    image = np.clip(stored[..., ::-1] + 0.5, 0, 255).astype(np.uint8)
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(65, 96))])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _shaken(light: NDArray[np.float32], length: float, angle: float) -> NDArray[np.float32]:
    """Blur a picture along a line of this length in pixels while the shutter was open."""
    side = 2 * int(np.ceil(length / 2)) + 1
    steps = np.linspace(-length / 2, length / 2, 4 * side)
    kernel = np.zeros((side, side), np.float32)
    for x, y in side // 2 + np.column_stack([np.cos(angle) * steps, np.sin(angle) * steps]):
        column, row = int(x), int(y)
        share = np.outer([1 - (y - row), y - row], [1 - (x - column), x - column])
        part = kernel[row : row + 2, column : column + 2]
        part += share[: part.shape[0], : part.shape[1]]
    return np.asarray(cv2.filter2D(light, -1, kernel / kernel.sum()), np.float32)
