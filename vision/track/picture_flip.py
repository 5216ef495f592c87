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
from fourth_seat.vision.track.lamp_bands import FAINT_LEVEL
from fourth_seat.vision.track.small_pictures import SmallPictures

BLOCK_PX = 10  # side of the parts of a small picture that are compared
MIN_LEVELS = 4.0  # grey levels by which a part must differ one way,
MAX_SHARE = 0.5  # and share of them by which it may differ the other way
MIN_PARTS = 0.2  # of all parts, that must match only when flipped,
MAX_DISSENT = 0.1  # and share of these, as many of which may match only as they are
MIN_EARLIER = 3  # pictures before a flipped one


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
        flipped = self is not Flip.UPSIDE_DOWN, self is not Flip.SIDEWAYS
        return np.where(flipped, np.array(size) - 1 - points, points)


def latest_flip(pictures: SmallPictures) -> Flip | None:
    """Return how the newest picture is flipped compared with the earlier ones, or None if it is not."""
    earlier, now = pictures.earlier, pictures.newest
    if len(earlier) < MIN_EARLIER or (_differences(earlier[-1], now) > MIN_LEVELS).mean() <= MIN_PARTS:
        return None  # hardly anything has changed
    likeliest = min(Flip, key=lambda flip: _differences(flip.image(earlier[-1]), now).mean())
    # An arm that swings from side to side may do so over a table that looks the same mirrored, but has not lain there.
    usual = np.median(earlier, axis=0).astype(np.uint8)
    return likeliest if all(_is_flipped(before, now, likeliest) for before in (earlier[-1], usual)) else None


def _is_flipped(before: Image, now: Image, flip: Flip) -> bool:
    still, flipped = _differences(before, now), _differences(flip.image(before), now)
    better = (still > MIN_LEVELS) & (flipped < MAX_SHARE * still)
    worse = (flipped > MIN_LEVELS) & (still < MAX_SHARE * flipped)
    return bool(better.mean() > MIN_PARTS and worse.sum() < MAX_DISSENT * better.sum())


def _differences(one: Image, other: Image) -> Floats32:
    """Return the grey levels by which the parts of two pictures differ, apart from the light of whole rows, which a lamp
    that flickers changes.
    """
    grey, wanted = (picture.mean(axis=2, dtype=np.float32) for picture in (one, other))
    gains = np.median((wanted + FAINT_LEVEL) / (grey + FAINT_LEVEL), axis=1)
    levels = np.abs(one * gains[:, None, None] - other).mean(axis=2).astype(np.float32)
    parts = max(1, levels.shape[1] // BLOCK_PX), max(1, levels.shape[0] // BLOCK_PX)
    return np.asarray(cv2.resize(levels, parts, interpolation=cv2.INTER_AREA), np.float32)
