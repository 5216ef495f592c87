"""Downscaled pictures from the last few seconds, which show what happens to the whole picture."""

from __future__ import annotations

from collections import deque

import cv2
import numpy as np

from fourth_seat.vision.arrays import Floats32
from fourth_seat.vision.protocols import Image, PictureSize, size_of

SIDE_PX = 160  # of their longer side
INTERVAL_S, KEPT_S = 0.19, 3.0  # between two of them, and for how long they are kept


class SmallPictures:
    """Downscaled pictures from the last few seconds, all of the same size.

    Attributes:
        scale: their size as a fraction of the camera's pictures.
    """

    def __init__(self) -> None:
        self.scale = 1.0
        self._kept: deque[tuple[float, Image]] = deque()
        self._size: PictureSize = (0, 0)

    def __len__(self) -> int:
        return len(self._kept)

    def add(self, image: Image, t: float) -> Image | None:
        """Add the picture taken at `t` seconds, and return it downscaled, or None if the previous one is too recent."""
        if self._size != size_of(image) or (self._kept and t < self._kept[-1][0]):
            self._kept.clear()
            self._size, self.scale = size_of(image), SIDE_PX / max(size_of(image))
        if self._kept and t - self._kept[-1][0] < INTERVAL_S:
            return None
        small = downscaled(image)
        self._kept.append((t, small))
        while t - self._kept[0][0] > KEPT_S:
            self._kept.popleft()
        return small

    def forget_earlier(self) -> None:
        """Remove all but the newest picture."""
        self._kept = deque([self._kept[-1]])

    @property
    def newest(self) -> Image:
        """The newest picture."""
        return self._kept[-1][1]

    @property
    def earlier(self) -> list[Image]:
        """The pictures before the newest one."""
        return [picture for _, picture in self._kept][:-1]

    def levels(self) -> Floats32:
        """Return the levels of all pictures, shape (n, height, width, 3)."""
        return np.array([picture for _, picture in self._kept], np.float32)


def downscaled(image: Image) -> Image:
    """Return the picture with a longer side of `SIDE_PX`."""
    width, height = size_of(image)
    scale = SIDE_PX / max(width, height)
    small = max(1, round(width * scale)), max(1, round(height * scale))
    return np.asarray(cv2.resize(image, small, interpolation=cv2.INTER_AREA), np.uint8)
