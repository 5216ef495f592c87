"""Ellipses in a picture, such as holes and discs, that differ in brightness or colour from their surroundings."""

from __future__ import annotations

from collections import defaultdict
from math import hypot
from operator import itemgetter

import cv2
import numpy as np
from numpy.typing import NDArray

from fourth_seat.vision.protocols import Image

Blobs = NDArray[np.float64]
"""Rows of (x, y, radius, width over height), in pixels of the picture."""

Ellipse = tuple[float, float, float, float, float]
"""A blob, and how well it fits, up to 1."""

MIN_RADIUS_SHARE, MAX_RADIUS_SHARE = 0.008, 0.09  # the radius of a hole, in lengths of the picture's longer side
ENOUGH_RADIUS_PX = 5.0  # of a hole; in pictures of less than 625 pixels, `MIN_RADIUS_SHARE` is less
MIN_ELLIPSE_RATIO = 0.9  # area of an outline over that of the ellipse with its second moments, at least (1 at most)
MIN_HULL_RATIO = 0.88  # area of an outline over that of its convex hull, at least
MAX_ELONGATION = 2.2  # the longest an ellipse may be, in widths of it
MIN_CONTRAST_LEVELS = 3  # of 255: the least contrast with the surroundings
MAX_BLOBS = 800  # the best fits, so that a picture full of small things does not take long
SAME_BLOB_RADII = 0.35  # radii: blobs nearer than this are one


def blobs(image: Image) -> Blobs:
    """Return the ellipses in a picture, keeping only the best fit where several overlap."""
    longer = max(image.shape[:2])
    smallest, largest = min(ENOUGH_RADIUS_PX, MIN_RADIUS_SHARE * longer), MAX_RADIUS_SHARE * longer
    found: list[Ellipse] = []
    for channel in _channels(image):
        for block in (longer // 24 | 1, longer // 8 | 1):
            around = cv2.blur(channel, (block, block))
            for darker in (False, True):
                contrast = cv2.subtract(around, channel) if darker else cv2.subtract(channel, around)
                _, binary = cv2.threshold(contrast, MIN_CONTRAST_LEVELS, 255, cv2.THRESH_BINARY)
                outlines, _ = cv2.findContours(binary, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
                ellipses = (_ellipse(np.asarray(outline, np.int32), smallest, largest) for outline in outlines)
                found += [ellipse for ellipse in ellipses if ellipse]
    return _distinct(found, SAME_BLOB_RADII * largest)


def _channels(image: Image) -> list[NDArray[np.uint8]]:
    lab = cv2.cvtColor(cv2.GaussianBlur(image, (0, 0), 1.0), cv2.COLOR_BGR2LAB)
    return [np.ascontiguousarray(lab[..., k]) for k in range(3)]


def _ellipse(outline: NDArray[np.int32], smallest: float, largest: float) -> Ellipse | None:
    """Return the ellipse that an outline is, if its radius is between these."""
    if len(outline) < 5 * smallest or len(outline) > 8 * largest:
        return None
    moments = cv2.moments(outline)
    area = moments["m00"]
    if not np.pi * smallest**2 < area < np.pi * largest**2:
        return None
    x, y = moments["m10"] / area, moments["m01"] / area
    xx, yy, xy = moments["mu20"] / area, moments["mu02"] / area, moments["mu11"] / area
    # An ellipse with semi-axes a and b has second moments a²/4 and b²/4, and so the area 4π sqrt(det).
    det = xx * yy - xy * xy
    if det <= 0:
        return None
    ratio = area / (4 * np.pi * np.sqrt(det))
    half, root = (xx + yy) / 2, np.sqrt(max(0.0, ((xx - yy) / 2) ** 2 + xy * xy))
    if ratio < MIN_ELLIPSE_RATIO or (half + root) > MAX_ELONGATION**2 * (half - root):
        return None
    hull = cv2.contourArea(cv2.convexHull(outline))
    if area < MIN_HULL_RATIO * hull:
        return None
    return x, y, float(np.sqrt(area / np.pi)), float(np.sqrt(xx / yy)), float(ratio)


def _distinct(found: list[Ellipse], reach: float) -> Blobs:
    """Return the ellipses without those whose centre is near that of a better fit. `reach` is the largest distance that
    counts as near.
    """
    kept: list[Ellipse] = []
    placed: defaultdict[tuple[int, int], list[Ellipse]] = defaultdict(list)  # in squares whose sides are `reach`
    for ellipse in sorted(found, key=itemgetter(4), reverse=True):
        x, y, radius, *_ = ellipse
        column, row = int(x / reach), int(y / reach)
        around = (placed.get((column + i, row + j), ()) for i in (-1, 0, 1) for j in (-1, 0, 1))
        if all(hypot(other[0] - x, other[1] - y) > SAME_BLOB_RADII * radius for near in around for other in near):
            kept.append(ellipse)
            placed[column, row].append(ellipse)
            if len(kept) == MAX_BLOBS:
                break
    return np.array(kept, np.float64).reshape(-1, 5)[:, :4]
