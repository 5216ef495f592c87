"""Edges of any colour, at thresholds estimated from the picture itself."""

from __future__ import annotations

import cv2
import numpy as np

from fourth_seat.vision.protocols import Image

Mask = Image
"""Shape (height, width): 255 where something is, else 0."""


def edges(image: Image, blur: float, weight: float) -> Mask:
    """Return a mask of the edges in any channel, widened by a pixel.

    Args:
        blur: standard deviation, in pixels, of the Gaussian that smooths the picture first.
        weight: factor on Otsu's threshold (1979) of each channel; less finds fainter edges.
    """
    smooth = cv2.GaussianBlur(image, (0, 0), blur)
    found = np.zeros(image.shape[:2], np.uint8)
    for channel in cv2.split(smooth):
        high, _ = cv2.threshold(channel, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
        found |= np.asarray(cv2.Canny(channel, weight * high / 2, weight * high), np.uint8)
    return np.asarray(cv2.dilate(found, np.ones((3, 3), np.uint8)), np.uint8)
