"""Detects that a camera's picture has been mirrored or turned upside down, as by a setting of the camera.

Nothing on a table changes a picture into its own mirror image, so that two pictures in a row show it, whatever is on the
board.
"""

from __future__ import annotations

from enum import Enum

import cv2
import numpy as np

from fourth_seat.calibration.lens import Points
from fourth_seat.vision.protocols import Image, PictureSize
from fourth_seat.vision.track.small_pictures import SmallPictures

MIN_DIFFERENCE = 2.0  # grey levels by which a picture must differ from the one before
MAX_DIFFERENCE_SHARE = 0.4  # of that difference, which may be left once the one before is flipped
MAX_USUAL_SHARE = 0.8  # the same for the median of the seconds before, in which a hand that has moved is not


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
    if not earlier or (difference := _difference(earlier[-1], now)) < MIN_DIFFERENCE:
        return None
    rests = {flip: _difference(flip.image(earlier[-1]), now) for flip in Flip}
    likeliest = min(rests, key=rests.__getitem__)
    if rests[likeliest] > MAX_DIFFERENCE_SHARE * difference:
        return None
    usual = np.median(earlier, axis=0).astype(np.uint8)
    fits = _difference(likeliest.image(usual), now) <= MAX_USUAL_SHARE * _difference(usual, now)
    return likeliest if fits else None


def _difference(one: Image, other: Image) -> float:
    return float(cv2.absdiff(one, other).mean())
