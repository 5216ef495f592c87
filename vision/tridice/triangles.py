"""Finds triangles in a picture, such as cells without dice: plain regions between lines, or regions of one tone."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from fourth_seat.vision.arrays import Floats
from fourth_seat.vision.protocols import Image

MIN_AREA_SHARE, MAX_AREA_SHARE = 0.0006, 0.02  # area of a cell, in pictures
EDGE_SETTINGS = ((1.0, 0.5), (2.0, 0.5), (2.0, 0.25))  # blur in pixels; contrast of edges against the picture's own
THRESHOLD_BLOCK_PX = 41  # pixels about a place whose mean it is compared with
MIN_FILLED_SHARE = 0.75  # part of a triangle that must be one region
MAX_BOX_SHARE = 0.55  # of the box around it that a triangle fills at most: half of it, and some pixels


def triangles(image: Image) -> Floats:
    """Return the triangular regions of a picture, shape (n, 3, 2), with the corners of each in clockwise order."""
    out: list[Floats] = []
    for free in _regions(image):
        for triangle in _outlined(free):
            side = np.hypot(*(triangle[0] - triangle[1]))
            if all(np.hypot(*(triangle.mean(axis=0) - other.mean(axis=0))) > side / 4 for other in out):
                out.append(triangle)
    found = np.array(out, np.float64).reshape(-1, 3, 2)
    one, other = found[:, 1] - found[:, 0], found[:, 2] - found[:, 0]
    clockwise = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0] > 0
    found[~clockwise] = found[~clockwise][:, ::-1]
    middle = found.mean(axis=1, keepdims=True)
    return np.asarray(middle + (found - middle) * 1.12, np.float64)  # out to the middle of the lines


def _regions(image: Image) -> Iterator[NDArray[np.uint8]]:
    """Yield masks of the regions between lines: regions without edges, or lighter or darker than their surroundings."""
    for blur, weight in EDGE_SETTINGS:
        yield np.asarray(cv2.bitwise_not(_edges(image, blur, weight)), np.uint8)
    grey = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (0, 0), 1.2)
    for sign, kind in ((4, cv2.THRESH_BINARY), (-4, cv2.THRESH_BINARY_INV)):
        yield np.asarray(
            cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, kind, THRESHOLD_BLOCK_PX, sign), np.uint8
        )


def _outlined(free: NDArray[np.uint8]) -> Iterator[Floats]:
    """Yield the triangles among a mask's regions."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(free, connectivity=4)
    for k in range(1, count):
        left, top, width, height, area = (int(v) for v in stats[k])
        if not MIN_AREA_SHARE / 2 * free.size < area < min(MAX_AREA_SHARE * free.size, MAX_BOX_SHARE * width * height):
            continue
        part = np.asarray(labels[top : top + height, left : left + width] == k, np.uint8)
        outlines, _ = cv2.findContours(part, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        outline = max(outlines, key=cv2.contourArea)
        whole, corners = cv2.minEnclosingTriangle(outline)
        if corners is not None and cv2.contourArea(outline) > MIN_FILLED_SHARE * whole > 0:
            yield np.asarray(corners.reshape(3, 2) + np.array([left, top]), np.float64)


def _edges(image: Image, blur: float, weight: float) -> NDArray[np.uint8]:
    """Return a mask (255 or 0) of the edges in any channel, widened by a pixel, with thresholds estimated from the picture
    itself.

    Args:
        blur: the standard deviation, in pixels, of the Gaussian that first smooths the picture.
        weight: a factor on Otsu's threshold (1979) for each channel; a lower one finds fainter edges.
    """
    smooth = cv2.GaussianBlur(image, (0, 0), blur)
    found = np.zeros(image.shape[:2], np.uint8)
    for channel in cv2.split(smooth):
        high, _ = cv2.threshold(channel, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
        found |= np.asarray(cv2.Canny(channel, weight * high / 2, weight * high), np.uint8)
    return np.asarray(cv2.dilate(found, np.ones((3, 3), np.uint8)), np.uint8)
