"""The orientation of a board: a picture shows four corners, but not which of them the rules call top left.

Boards may be turned on the table, and some are set up mirrored. The pieces on the board reveal its orientation by the time
the first move has been made.
"""

from __future__ import annotations

from math import cos, pi, sin

import cv2
import numpy as np

from fourth_seat.calibration.lens import Points
from fourth_seat.games.geometry import Rectangle, rectangle
from fourth_seat.vision.protocols import Orientations


def possible_orientations(corners: Points, orientations: Orientations, area: Rectangle) -> list[Points]:
    """Return the corners in every order that is possible for a board in this place, beginning with the given order.

    A square board can be rotated by quarter turns. Other boards can be rotated only by half turns, since detectors report
    the long sides as top and bottom, and these can be told apart from the short ones despite perspective. Triangles are
    rotated by thirds of a turn.

    Args:
        corners: the corners of the playing area in pixels, shape (4, 2), in order around it.
        area: the playing area in board units.
    """
    ways = [corners]
    for _ in range(_turns(orientations, area) - 1):
        ways.append(rotated(ways[-1], orientations, area))
    if orientations is Orientations.ROTATED_OR_MIRRORED:
        ways += [mirrored(way) for way in ways]
    return ways


def _turns(orientations: Orientations, area: Rectangle) -> int:
    """Return the number of possible orientations of a board."""
    left, top, right, bottom = area
    if orientations is Orientations.ROTATED_BY_THIRDS:
        return 3
    return 4 if abs((right - left) - (bottom - top)) < 1e-6 else 2


def rotated(corners: Points, orientations: Orientations, area: Rectangle) -> Points:
    """Return the corners of the board rotated by one step (a quarter, a third or a half turn). The arguments are as for
    `possible_orientations`.
    """
    match _turns(orientations, area):
        case 4:
            return corners[[1, 2, 3, 0]]
        case 3:
            return _rotated_by_a_third(corners, area)
        case _:
            return corners[[2, 3, 0, 1]]


def _rotated_by_a_third(corners: Points, area: Rectangle) -> Points:
    """Return the corners of the rectangle around an equilateral triangle after rotating it. Lens distortion is ignored."""
    left, top, right, bottom = area
    middle = np.array([(left + right) / 2, top + (bottom - top) * 2 / 3])  # of the triangle, whose tip is at the top
    around = np.array(rectangle(*area), np.float64)
    cosine, sine = cos(2 * pi / 3), sin(2 * pi / 3)
    turned = (around - middle) @ np.array([[cosine, sine], [-sine, cosine]]) + middle
    return carried(turned, around, corners)


def carried(points: Points, before: Points, after: Points) -> Points:
    """Return the new pixel coordinates of points on a plane whose corners have moved from `before` to `after`. All have
    shape (n, 2).
    """
    homography = cv2.getPerspectiveTransform(before.astype(np.float32), after.astype(np.float32))
    return np.asarray(cv2.perspectiveTransform(points[None].astype(np.float64), homography)[0], np.float64)


def mirrored(corners: Points) -> Points:
    """Return the corners of a board with left and right swapped."""
    return corners[[1, 0, 3, 2]]
