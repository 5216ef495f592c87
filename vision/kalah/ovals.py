"""Ovals in a picture: what pits look like."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect.edges import edges
from vision.protocols import Image

Floats = NDArray[np.float64]

EDGES = ((2.5, 0.25), (1.0, 0.5), (1.5, 0.25))  # blur in pixels; contrast of edges against the picture's own
AROUND = 61  # pixels about a place whose mean it is compared with
DEEP = 4  # grey levels by which pits are lighter or darker than that
SMALLEST, LARGEST = 0.0006, 0.03  # area of a pit, in pictures
FILLED = (0.93, 1.07)  # area of a pit's hull, in ellipses fitted to it
FLATTEST = 0.4  # shorter against longer axis
SAME = 0.3  # distance of the middles of ovals that count as one, in roots of their area


def ovals(image: Image) -> Iterator[Floats]:
    """Middles and areas of ovals, shape (n, 3): more and more, the longer is looked."""
    found: list[Floats] = []
    for mask in _regions(image):
        for oval in _outlines(mask):
            if all(np.hypot(*(oval - other)[:2]) > SAME * np.sqrt(min(oval[2], other[2])) for other in found):
                found.append(oval)
        yield np.array(found).reshape(-1, 3)


def _regions(image: Image) -> Iterator[NDArray[np.uint8]]:
    """Masks whose outlines are rims: of what has no edges, and of what is lighter or darker than around it."""
    for blur, weight in EDGES:
        yield edges(image, blur, weight)
    grey = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (0, 0), 2)
    for kind in (cv2.THRESH_BINARY, cv2.THRESH_BINARY_INV):
        yield np.asarray(cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, kind, AROUND, DEEP), np.uint8)


def _outlines(mask: NDArray[np.uint8]) -> Iterator[Floats]:
    """Middle and area of everything with an oval outline."""
    size = mask.size
    shortest = 2.5 * np.sqrt(SMALLEST * size)  # pixels around such an area at the very least, most touching by corners
    outlines, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    for outline in outlines:
        if len(outline) < shortest:
            continue
        hull = cv2.convexHull(outline)
        area = cv2.contourArea(hull)
        if len(hull) < 8 or not SMALLEST * size < area < LARGEST * size:
            continue
        (x, y), (a, b), _ = cv2.fitEllipseDirect(hull)
        if min(a, b) > FLATTEST * max(a, b) and FILLED[0] < area / (np.pi * a * b / 4) < FILLED[1]:
            yield np.array([x, y, area])
