"""Calibrates a camera's lens: the user holds up the printed sheet at several angles until there are enough views."""

from __future__ import annotations

import cv2
import numpy as np

from fourth_seat.calibration.lens import ENOUGH_VIEWS, BadLens, Lens, Points
from fourth_seat.games.geometry import rectangle
from fourth_seat.hardware.paper.lens_sheet import COLUMNS, ROWS
from fourth_seat.vision.detect.markers import sheet_corners
from fourth_seat.vision.protocols import Image, PictureSize, size_of
from fourth_seat.words import Text, say, say_many

MIN_MOVE_SHARE = 0.03  # of the picture's width: how far a corner of the sheet must have moved for a new view


class LensSetup:
    """Collects views of the printed sheet, and fits a lens to them.

    Attributes:
        lens: the fitted lens, or None until enough views have been collected.
    """

    def __init__(self) -> None:
        self.lens: Lens | None = None
        self._size: PictureSize | None = None  # of the first picture of the sheet; all others must have it, too
        self._points: list[Points] = []
        self._pixels: list[Points] = []
        self._outlines: list[Points] = []

    @property
    def message(self) -> Text:
        """The instruction for the next step."""
        left = ENOUGH_VIEWS - len(self._points)
        if left <= 0:
            return say("The lens is calibrated.")
        return say_many(
            "Show the sheet from one more angle.", "Show the sheet from {n} more angles, close up and tilted.", left
        )

    def see(self, image: Image) -> bool:
        """Search a picture for the sheet; return whether it shows a new view.

        Raises:
            BadLens: the picture differs in size from the first view, and is ignored; or no lens fits the collected views,
                which are discarded.
        """
        found = sheet_corners(image)
        if found is None or self.lens:
            return False
        points, pixels = found
        outline = _outline(points, pixels)
        size = width, _ = size_of(image)
        if self._size not in (None, size):
            raise BadLens(say("all pictures of the sheet must be the same size: hold the camera the same way each time"))
        if any(np.linalg.norm(outline - seen, axis=1).max() < MIN_MOVE_SHARE * width for seen in self._outlines):
            return False
        self._size = size
        self._points.append(points)
        self._pixels.append(pixels)
        self._outlines.append(outline)
        if len(self._points) >= ENOUGH_VIEWS:
            self._fit(size)
        return True

    def _fit(self, size: PictureSize) -> None:
        try:
            self.lens = Lens.fitted(self._points, self._pixels, size)
        except BadLens:
            self._size, self._points, self._pixels, self._outlines = None, [], [], []
            raise


def _outline(points: Points, pixels: Points) -> Points:
    """Return the corners of the sheet in the picture, shape (4, 2)."""
    homography, _ = cv2.findHomography(points, pixels)
    corners = np.array(rectangle(0, 0, COLUMNS, ROWS), np.float64).reshape(-1, 1, 2)
    return np.asarray(cv2.perspectiveTransform(corners, homography), np.float64).reshape(4, 2)
