"""Detects that a camera's picture has been mirrored or turned upside down, as by a setting of the camera.

Nothing on a table changes a picture into its own mirror image, so that two pictures in a row show it, whatever is on the
board.
"""

from __future__ import annotations

from enum import Enum

import cv2
import numpy as np

from fourth_seat.calibration.lens import Points
from fourth_seat.vision.arrays import Floats32
from fourth_seat.vision.protocols import Image, PictureSize
from fourth_seat.vision.track.small_pictures import SmallPictures

BLOCK_PX = 10  # side of the parts of a small picture that are compared
MIN_LEVELS, MAX_SHARE = 4.0, 0.5  # grey levels by which a part must differ one way, and most of them by which the other way
MIN_PARTS, MAX_DISSENT = 0.2, 0.1  # of all parts, that must look flipped; and of these, as many that must not


class Flip(Enum):
    """The way in which a picture is flipped. The values are OpenCV's codes."""

    SIDEWAYS = 1
    UPSIDE_DOWN = 0
    HALF_TURN = -1

    def image(self, image: Image) -> Image:
        """Return the flipped picture."""
        return np.asarray(cv2.flip(image, self.value), np.uint8)

    def points(self, points: Points, size: PictureSize) -> Points:
        """Return the pixel coordinates, shape (n, 2), of points after the picture of this size is flipped."""
        sideways, upside_down = self is not Flip.UPSIDE_DOWN, self is not Flip.SIDEWAYS
        width, height = size
        last = np.array([width - 1, height - 1]) * (sideways, upside_down)
        return np.asarray(last + points * (1 - 2 * sideways, 1 - 2 * upside_down), np.float64)


def latest_flip(pictures: SmallPictures) -> Flip | None:
    """Return how the newest picture is flipped compared with the earlier ones, or None if it is not."""
    earlier, now = pictures.earlier, pictures.newest
    if not earlier or not _differs(earlier[-1], now):
        return None
    likeliest = min(Flip, key=lambda flip: _differences(flip.image(earlier[-1]), now).mean())
    # An arm that swings from side to side may do so over a table that looks the same mirrored, but has not lain there.
    usual = np.median(earlier, axis=0).astype(np.uint8)
    return likeliest if all(_is_flipped(before, now, likeliest) for before in (earlier[-1], usual)) else None


def _is_flipped(before: Image, now: Image, flip: Flip) -> bool:
    still, flipped = _differences(before, now), _differences(flip.image(before), now)
    better = (still > MIN_LEVELS) & (flipped < MAX_SHARE * still)
    worse = (flipped > MIN_LEVELS) & (still < MAX_SHARE * flipped)
    return bool(better.mean() > MIN_PARTS and worse.sum() < MAX_DISSENT * better.sum())


def _differs(before: Image, now: Image) -> bool:
    return bool((_differences(before, now) > MIN_LEVELS).mean() > MIN_PARTS)


def _differences(one: Image, other: Image) -> Floats32:
    """Return the grey levels by which the parts of two pictures differ."""
    levels = cv2.absdiff(one, other).mean(axis=2).astype(np.float32)
    parts = max(1, levels.shape[1] // BLOCK_PX), max(1, levels.shape[0] // BLOCK_PX)
    return np.asarray(cv2.resize(levels, parts, interpolation=cv2.INTER_AREA), np.float32)
