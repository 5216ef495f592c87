"""Where a board lies in pictures of each size: a camera may change its mode, or another one may take its place."""

from __future__ import annotations

import numpy as np

from fourth_seat.calibration.lens import Points
from fourth_seat.vision.protocols import Size

MAX_STRETCH = 0.01  # by how much pictures of another size may be wider or narrower, and show the same


class KnownPlaces:
    """Corners of a board in pictures of the sizes that came before."""

    def __init__(self) -> None:
        self._corners: dict[Size, Points] = {}

    def remember(self, size: Size, corners: Points) -> None:
        """Keep the corners, shape (4, 2), in pictures of a size."""
        self._corners[size] = corners

    def corners(self, size: Size) -> Points | None:
        """Return the corners in pictures of a size, or of the same proportions as known ones; None where none are known."""
        if size in self._corners:
            return self._corners[size]
        for other, corners in reversed(self._corners.items()):
            across, down = np.array(size) / other
            if abs(across / down - 1) < MAX_STRETCH:
                return np.asarray(corners * (across, down), np.float64)
        return None
