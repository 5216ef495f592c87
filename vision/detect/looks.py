"""Looks: variants of a picture, rotated by quarter turns or with a margin around it.

A detector trained on boards that are upright and fill most of the picture finds other boards if the picture is turned, or
shrunk by adding a margin. A board that is hard to find in one look is often easy to find in another.
"""

from __future__ import annotations

import cv2
import numpy as np

from fourth_seat.calibration.lens import Points
from fourth_seat.vision.protocols import Image, PictureLook, PictureSize, size_of


def taken(look: PictureLook, image: Image) -> Image:
    """Apply a look to a picture."""
    if look.margin:
        across, down = _margins(look, size_of(image))
        image = np.asarray(cv2.copyMakeBorder(image, down, down, across, across, cv2.BORDER_REPLICATE), np.uint8)
    return np.ascontiguousarray(np.rot90(image, -look.quarters))


def taken_back(look: PictureLook, corners: Points, size: PictureSize) -> Points:
    """Convert the corners of a rectangle found in this look to coordinates in the original picture, whose (width, height)
    is `size`. After a half turn, corners are named by their positions in the original picture.
    """
    across, down = _margins(look, size)
    wide, tall = size[0] + 2 * across, size[1] + 2 * down
    for turn in reversed(range(look.quarters)):
        height = wide if turn % 2 else tall  # of the picture before this quarter
        corners = np.column_stack([corners[:, 1], height - 1 - corners[:, 0]])
    return np.roll(corners, 2 * (look.quarters // 2), axis=0) - (across, down)


def _margins(look: PictureLook, size: PictureSize) -> tuple[int, int]:
    return round(look.margin * size[0]), round(look.margin * size[1])
