"""Compares two small greyscale pictures of a scene, compensating for changes in the camera's exposure and in the light.

A different exposure is modelled by a gain and an offset, and a flickering lamp, which a rolling shutter captures row by
row, by a gain for each row. A soft shadow, or a reflection moving over a glossy board, is modelled by a gain that varies
slowly from place to place. A shaking table moves the whole picture by a fraction of a pixel; this shift is estimated and
compensated for before the comparison. To count as a change, a remaining difference must be outside the range of the pixels
around it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from fourth_seat.vision.arrays import Mask

Grey = NDArray[np.float32]
Picture = TypeVar("Picture", Grey, NDArray[np.uint8])
Shift = tuple[float, float]
"""The shift across and down, in pixels of the small picture."""

BLACK_LEVEL = 8.0  # grey levels added before a ratio is taken: the dark says little about the light
NOISE_SIGMAS = 5.0  # standard deviations of noise that a change must exceed,
MIN_CHANGE_LEVELS = 6.0  # and grey levels,
SHADOW_SHARE = 0.08  # and the part of the board's brightness that a soft shadow takes
BLOWN_OUT_LEVEL = 235.0  # above which a difference may be that of the light alone
SOFT_PX = 31  # of the small picture, a fifth of a board, over which light may change from place to place
SOFT_GAIN = 1.8  # by which it may at most
MAX_SHIFT_PX, MAX_SHAKE_PX = 1.0, 2.5  # of the small picture, or of the camera's: what moved further was moved
SHIFT_BLUR_PX = 1.0  # standard deviation: edges must be wider than a shift for it to be estimated
SHIFT_STEPS, NEAR_PX = 4, 0.03  # of the estimation, and where it may end
FIT_MEDIANS = 2.5  # of the differences' median, beyond which a pixel is an outlier in the fit of light or shift
TREMBLE_PX = 0.25  # error of an estimated shift; near edges it makes a difference


@dataclass(frozen=True, slots=True)
class PictureChange:
    """The change between two pictures.

    Attributes:
        where: a mask of the pixels that differ, within the compared part.
        gain: the gain of the whole picture.
        noise: the standard deviation of the remaining difference, in grey levels.
    """

    where: Mask
    gain: float
    noise: float


class PictureComparison:
    """Compares small pictures of a board."""

    def __init__(self, whole: Mask, light: Mask, block: int) -> None:
        """`whole` is a mask of the compared part, and `light` a mask of the part used to estimate the light, both in the
        shape of the small picture. `block` is the width of a pixel of the small picture in pixels of the camera.
        """
        self._whole = whole
        self._most = max(MAX_SHIFT_PX, MAX_SHAKE_PX / block)
        self.sample = np.flatnonzero(light)[::3]  # every third pixel: enough, and quick

    def shift(self, before: Grey, now: Grey) -> Shift:
        """Estimate the shift of `now` relative to `before`; (0, 0) if it is more than a tremor, or if there are no edges.

        Minimises the squared differences with Gauss-Newton steps (Lucas and Kanade, 1981), leaving out the pixels with the
        worst fit.
        """
        old, new = (np.asarray(cv2.GaussianBlur(each, (0, 0), SHIFT_BLUR_PX), np.float32) for each in (before, now))
        slopes = [cv2.Sobel(old, cv2.CV_32F, *way, ksize=3, scale=1 / 8).ravel()[self.sample] for way in ((1, 0), (0, 1))]
        x = y = 0.0
        for _ in range(SHIFT_STEPS):
            moved = new if not (x or y) else shifted(new, (-x, -y))
            expected, there = old.ravel()[self.sample], moved.ravel()[self.sample]
            gain, offset = _light(expected, there)
            off = there - gain * expected - offset
            fits = np.abs(off) <= FIT_MEDIANS * np.median(np.abs(off)) + 1
            across, down, left = slopes[0][fits] * gain, slopes[1][fits] * gain, off[fits]
            normal = np.array([[across @ across, across @ down], [across @ down, down @ down]], np.float64)
            if np.linalg.det(normal) < (0.1 * fits.sum()) ** 2:
                return 0.0, 0.0  # hardly an edge
            step = np.linalg.solve(normal, -np.array([across @ left, down @ left], np.float64))
            x, y = x + float(step[0]), y + float(step[1])
            if max(abs(x), abs(y)) > self._most:
                return 0.0, 0.0
            if np.abs(step).max() < NEAR_PX:
                break
        return x, y

    def changes(self, before: Grey, now: Grey, *, single: bool = True, by_rows: bool = True) -> PictureChange:
        """Find the pixels in which `now`, already compensated for its shift, differs from `before`.

        If `single` is true, `now` is a single picture, and changes that can be explained by a tremor, a soft shadow or a
        reflection are ignored; in a mean of several pictures, all changes count. If `by_rows` is true, each row may be lit
        differently.
        """
        x, y = before.ravel()[self.sample], now.ravel()[self.sample]
        gain, offset = _light(x, y)
        expected = np.maximum(gain * before + offset, 0) + BLACK_LEVEL
        shown = now + BLACK_LEVEL
        if by_rows:
            expected *= np.median(shown / expected, axis=1, keepdims=True)
        # The standard deviation of a normal distribution, from its median absolute deviation.
        noise = 1.4826 * float(np.median(np.abs(shown - expected).ravel()[self.sample]))
        least = max(MIN_CHANGE_LEVELS, NOISE_SIGMAS * noise, SHADOW_SHARE * float(np.median(y)))
        tremble = TREMBLE_PX if single else 0.0
        blown_out = np.minimum(before, now) > BLOWN_OUT_LEVEL
        where = self._whole & ~blown_out & _outside(shown, expected, least, tremble)
        if single and where.any():
            light = cv2.blur(shown / expected, (SOFT_PX, SOFT_PX)).clip(1 / SOFT_GAIN, SOFT_GAIN)
            where &= _outside(shown, expected * light, least, tremble)
        return PictureChange(where, gain, noise)


def shifted(picture: Picture, by: Shift) -> Picture:
    """Shift a picture by fractions of a pixel."""
    matrix = np.array([[1, 0, by[0]], [0, 1, by[1]]])
    size = picture.shape[1], picture.shape[0]
    moved = cv2.warpAffine(picture, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return cast(Picture, moved)


def _outside(shown: Grey, expected: Grey, least: float, tremble: float) -> Mask:
    """Return a mask of the pixels that lie more than `least` outside the range of the values expected around them.

    Edges may have moved by `tremble` pixels.
    """
    block = np.ones((3, 3), np.uint8)
    high, low = cv2.dilate(expected, block), cv2.erode(expected, block)
    slack = least + tremble * (high - low)
    return np.asarray((shown - high > slack) | (low - shown > slack))


def _light(x: Grey, y: Grey) -> tuple[float, float]:
    """Fit gain and offset robustly, since a hand must not count as a change of light."""
    gain, offset = _line(x, y)
    for _ in range(2):
        off = np.abs(y - gain * x - offset)
        fits = off <= FIT_MEDIANS * np.median(off) + 1
        gain, offset = _line(x[fits], y[fits])
    return gain, offset


def _line(x: Grey, y: Grey) -> tuple[float, float]:
    """Fit the gain and offset from x to y by least squares; the gain is 1 if x has no contrast."""
    middle, level = float(x.mean()), float(y.mean())
    deviation = x - middle
    spread = float(deviation @ deviation)
    if spread < len(x):  # less than one grey level
        return 1.0, level - middle
    gain = float(deviation @ (y - level)) / spread
    return gain, level - gain * middle
