"""A piece of a photo copied to another place of its board, with the light of that place."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.vision.renders.tracing.sensor import Light
from fourth_seat.calibration.lens import Points
from fourth_seat.calibration.view import Matrix, View
from fourth_seat.games.geometry import Point

SHIFT_BITS = 4  # below a pixel, in which OpenCV takes outlines
DARK_OFFSET = 0.002  # linear light, added before logarithms are taken


def across(view: View, to: Point, start: Point, height: float = 0.0, turned: bool = False) -> Matrix:
    """Return the homography from pixels around one place to those around the source of the copy.

    Both are at a height above the board; `turned` by 180 degrees, as for points on the other side.
    """
    plane = view.plane(height)
    sign = -1.0 if turned else 1.0
    move = np.array([[sign, 0, start[0] - sign * to[0]], [0, sign, start[1] - sign * to[1]], [0, 0, 1]])
    return np.asarray(plane @ move @ np.linalg.inv(plane), np.float64)


def paste(
    light: Light, source: Light, to_source: Matrix, outline: Points, feather: float, gain: NDArray[np.float64]
) -> None:
    """Copy into `light`, in place, what `source` shows.

    Args:
        to_source: homography from its pixels to those of `source`.
        outline: convex, in its pixels, shape (n, 2).
        feather: standard deviation of the edge's softness, pixels.
        gain: on each channel, shape (3,).
    """
    height, width = light.shape[:2]
    reach = 3 * feather + 1
    low = np.maximum(np.floor(outline.min(axis=0) - reach), 0).astype(int)
    high = np.minimum(np.ceil(outline.max(axis=0) + reach) + 1, (width, height)).astype(int)
    if (high <= low).any():
        return
    size = int(high[0] - low[0]), int(high[1] - low[1])
    offset = np.array([[1, 0, low[0]], [0, 1, low[1]], [0, 0, 1]], np.float64)
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    patch = cv2.warpPerspective(source, to_source @ offset, size, flags=flags, borderMode=cv2.BORDER_REFLECT)
    mask = np.zeros(size[::-1], np.uint8)
    cv2.fillConvexPoly(mask, np.round((outline - low) * 2**SHIFT_BITS).astype(np.int32), 255, cv2.LINE_AA, SHIFT_BITS)
    soft = cv2.GaussianBlur(mask, (0, 0), max(feather, 0.3)).astype(np.float32)[..., None] / 255
    part = light[low[1] : high[1], low[0] : high[0]]
    part += soft * (np.maximum(patch, 0) * gain.astype(np.float32) - part)


@dataclass(frozen=True)
class LightField:
    """Distribution of light over a board: logarithms of one material's colour as polynomials of the place.

    Attributes:
        terms: coefficients, shape (terms, 3).
    """

    terms: NDArray[np.float64]

    @classmethod
    def fitted(cls, places: Points, colours: NDArray[np.float64]) -> LightField:
        """Fit colours, shape (n, 3), seen at places in board units; what does not fit (glare, dirt) is left out."""
        logs = np.log(colours + DARK_OFFSET)
        terms = 6 if len(places) >= 15 else 3 if len(places) >= 5 else 1
        design = _design(places, terms)
        weight: NDArray[np.float64] = np.ones(len(places))
        found: NDArray[np.float64] = np.zeros((terms, 3))
        for _ in range(4):
            solved = np.linalg.lstsq(design * weight[:, None], logs * weight[:, None], rcond=None)[0]
            found = np.asarray(solved, np.float64)
            off = np.linalg.norm(logs - design @ found, axis=1)
            weight = 1.0 / (1 + (off / (2 * np.median(off) + 1e-3)) ** 2)
        return cls(found)

    def gain(self, to: Point, start: Point) -> NDArray[np.float64]:
        """Return the ratio of brightness of one place to another, in each channel, clipped to a plausible range."""
        here, there = (_design(np.array([place], np.float64), len(self.terms))[0] @ self.terms for place in (to, start))
        return np.asarray(np.exp(np.clip(here - there, -1.2, 1.2)), np.float64)


def _design(places: Points, terms: int) -> NDArray[np.float64]:
    x, y = places[:, 0] / 10, places[:, 1] / 10
    return np.column_stack([np.ones(len(places)), x, y, x * x, x * y, y * y][:terms])
