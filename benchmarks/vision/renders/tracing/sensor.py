"""Conversion of traced light to a cheap camera's picture: lens, exposure, white balance, blur, vignette, noise, JPEG."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.vision.renders.tracing.camera import RenderCamera

Light = NDArray[np.float32]
"""Linear red, green, blue, not limited upwards; shape (height, width, 3)."""
Image = NDArray[np.uint8]

MIDDLE_GREY = 0.23  # geometric mean of a picture after the exposure, linear
_KNEE_LEVEL = 0.8  # from which highlights are compressed
_CURVE_END_LIGHT, _CURVE_STEPS = 2.0, 16384  # brightest light that the curve distinguishes, and its steps


@dataclass(frozen=True)
class Sensor:
    """Properties of a camera's sensor and of its processing.

    Attributes:
        gain: on red, green and blue: exposure and white balance together.
        blur: standard deviation in pixels.
        vignette: share of light missing in the corners.
        noise: variance of shot noise at full scale.
        quality: of the JPEG, 0..100.
    """

    gain: tuple[float, float, float]
    blur: float
    vignette: float
    noise: float
    quality: int

    def facts(self) -> dict[str, Any]:
        """Return the sensor's part of the label."""
        return {
            "gain": [round(g, 4) for g in self.gain], "blur": round(self.blur, 3), "vignette": round(self.vignette, 3),
            "noise": round(self.noise, 6), "quality": self.quality,
        }  # fmt: skip


def metered(rng: np.random.Generator, light: Light) -> Sensor:
    """Return a random sensor, with automatic exposure and incomplete white balance for this light."""
    luminance = light @ np.array([0.2126, 0.7152, 0.0722], np.float32)
    exposure = MIDDLE_GREY / float(np.exp(np.log(luminance + 1e-3).mean())) * 2 ** float(rng.normal(0, 0.3))
    mean = light.reshape(-1, 3).mean(0)
    balance = (mean[1] / mean) ** rng.uniform(0.3, 0.9) * np.exp(rng.normal(0, 0.04, 3))
    red, green, blue = exposure * balance / balance[1]
    return Sensor(
        (float(red), float(green), float(blue)),
        blur=float(rng.uniform(0.35, 1.1)),
        vignette=float(rng.uniform(0, 0.3)),
        noise=float(10 ** rng.uniform(-3.6, -2.6)),
        quality=int(rng.integers(70, 94)),
    )


def bent(light: Light, camera: RenderCamera) -> Light:
    """Return the larger, undistorted rendering as the camera's lens shows it."""
    if camera.lens.straight:
        return light
    columns, rows = camera.bending
    return np.asarray(cv2.remap(light, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float32)


def developed(light: Light, sensor: Sensor, rng: np.random.Generator) -> Image:
    """Return the picture of some light, in OpenCV's order blue, green, red; only its noise is drawn from `rng`."""
    height, width = light.shape[:2]
    x = cv2.GaussianBlur(light * np.array(sensor.gain, np.float32), (0, 0), sensor.blur)
    across, down = np.linspace(-1, 1, width) ** 2, np.linspace(-1, 1, height) ** 2
    x = x * (1 - sensor.vignette * (across[None, :] + down[:, None]) / 2)[..., None].astype(np.float32)
    spread = np.sqrt(np.maximum(x, 0) * sensor.noise + sensor.noise / 4)
    x = np.maximum(x + rng.standard_normal(x.shape, np.float32) * spread, 0)
    index = np.minimum(x * (_CURVE_STEPS / _CURVE_END_LIGHT), _CURVE_STEPS - 1).astype(np.int32)
    return np.ascontiguousarray(_curve()[index][..., ::-1])


@cache
def _curve() -> NDArray[np.uint8]:
    """Map linear light, 0.._CURVE_END_LIGHT, to stored values: highlights compressed, then sRGB."""
    x = (np.arange(_CURVE_STEPS) + 0.5) * (_CURVE_END_LIGHT / _CURVE_STEPS)
    x = np.where(x > _KNEE_LEVEL, _KNEE_LEVEL + (1 - _KNEE_LEVEL) * (1 - np.exp(-(x - _KNEE_LEVEL) / (1 - _KNEE_LEVEL))), x)
    stored = np.where(x <= 0.0031308, 12.92 * x, 1.055 * x ** (1 / 2.4) - 0.055)
    return np.clip(stored * 255 + 0.5, 0, 255).astype(np.uint8)


def jpeg(image: Image, quality: int) -> bytes:
    """Return a picture as a JPEG file of a quality, 0..100."""
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise ValueError(f"a picture of shape {image.shape} cannot be stored as JPEG")
    return data.tobytes()
