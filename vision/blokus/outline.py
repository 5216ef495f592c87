"""Finds boards by their outline: a four-sided area that differs from the table and shows the lattice once rectified.

This is meant for nearly empty boards, whose own lines are faint.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from fourth_seat.calibration.lens import Points
from fourth_seat.calibration.view import Matrix
from fourth_seat.vision.arrays import Floats
from fourth_seat.vision.blokus.grid import MARGIN_SQUARES, PX_PER_SQUARE, Field, GridEdges, GridPart
from fourth_seat.vision.protocols import Image

MIN_AREA_SHARE, MAX_AREA_SHARE = 0.04, 0.98  # parts of the picture
MIN_SIDE_RATIO = 0.25  # a board's shortest side, of its longest, as it is seen
SAME_CORNER_SQUARES = 0.4  # squares between the corners of outlines that count as one
SCALES = np.arange(0.84, 1.09, 0.01)  # the playing area's width, of the outline's
SHIFTS = np.arange(-1.6, 1.65, 0.1)  # squares


def outlines(image: Image) -> list[Points]:
    """Return the quadrilaterals in a picture about 480 pixels in size, shape (4, 2) each: top left, top right, bottom
    right, bottom left.
    """
    tall, wide = image.shape[:2]
    found: list[Points] = []
    for mask in _masks(image):
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            hull = cv2.convexHull(contour)
            if not MIN_AREA_SHARE < cv2.contourArea(hull) / (tall * wide) < MAX_AREA_SHARE:
                continue
            corners = _quadrilateral(np.asarray(hull, np.int32))
            if corners is None:
                continue
            side = float(np.linalg.norm(corners[0] - corners[1])) / 20
            if all(np.abs(corners - other).max() > SAME_CORNER_SQUARES * side for other in found):
                found.append(corners)
    return found


def fitted(image: Image, corners: Points, size: int) -> tuple[float, Matrix]:
    """Fit a lattice of `size` by `size` squares to an outline; return the quality of the fit, and the lattice (homography
    to pixels).
    """
    square = GridPart(0, 0, size, size)
    homography, _ = cv2.findHomography(square.corners, corners)
    lattice = np.asarray(homography, np.float64)
    edges = GridEdges.seen(image, lattice, square)
    inner = slice(MARGIN_SQUARES * PX_PER_SQUARE, -MARGIN_SQUARES * PX_PER_SQUARE)
    across, down = (_comb(field[inner].mean(axis=0), size) for field in (edges.across, edges.down))
    change = np.array([[across[1], 0, across[2]], [0, down[1], down[2]], [0, 0, 1]])
    return min(across[0], down[0]), lattice @ change


def ordered(corners: Points) -> Points:
    """Order corners clockwise, starting with the left end of the side that is closest to a horizontal top."""
    middle = corners.mean(axis=0)
    around = corners[np.argsort(np.arctan2(*(corners - middle).T[::-1]))]
    turned = [np.roll(around, -k, axis=0) for k in range(4)]

    def level(points: Points) -> float:
        side = points[1] - points[0] + points[2] - points[3]
        return float(side[0] / np.hypot(*side))

    return max(turned, key=level)


def _masks(image: Image) -> Iterator[NDArray[np.uint8]]:
    smooth = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2LAB), (5, 5), 0)
    thick = np.ones((3, 3), np.uint8)
    for k, channel in enumerate(cv2.split(smooth)):
        edges = cv2.Canny(channel, *((20, 60) if k == 0 else (10, 30)))
        yield np.asarray(cv2.dilate(edges, thick), np.uint8)
        _, light = cv2.threshold(channel, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
        yield np.asarray(light, np.uint8)


def _quadrilateral(hull: NDArray[np.int32]) -> Points | None:
    around = cv2.arcLength(hull, True)
    for tolerance in (0.01, 0.02, 0.03, 0.04, 0.06, 0.08):
        corners = cv2.approxPolyDP(hull, tolerance * around, True)
        if len(corners) <= 4:
            break
    if len(corners) != 4:
        return None
    points = ordered(corners[:, 0].astype(np.float64))
    sides = np.linalg.norm(points - np.roll(points, 1, axis=0), axis=1)
    return points if sides.min() > MIN_SIDE_RATIO * sides.max() else None


def _comb(profile: Field, size: int) -> tuple[float, float, float]:
    """Return the clarity of a profile's lines, with the scale and shift (in squares) of the clearest lattice."""
    line = np.arange(size + 1)
    at = size / 2 + (line - size / 2) * SCALES[:, None, None] + SHIFTS[:, None]
    middles = at[..., :-1] + SCALES[:, None, None] / 2

    def seen(places: Floats) -> Floats:
        pixels = np.clip(np.rint((places + MARGIN_SQUARES) * PX_PER_SQUARE - 0.5).astype(int), 0, len(profile) - 1)
        return np.asarray(profile[pixels].mean(axis=2))

    clear = seen(at) - seen(middles)
    row, column = (int(k) for k in np.unravel_index(int(clear.argmax()), clear.shape))
    scale = float(SCALES[row])
    return float(clear[row, column]), scale, size / 2 * (1 - scale) + float(SHIFTS[column])
