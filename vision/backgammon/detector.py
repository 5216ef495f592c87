"""Finds a backgammon board in a picture by fitting a quadrilateral to the ground that the network segments, and refining
it.

The downscaled picture gives the quadrilateral to within a pixel or two. Its interior is then rectified, and the corners are
corrected by registering the board's plan to that finer picture.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from fourth_seat.calibration.view import View
from fourth_seat.games.backgammon.geometry import BOARD_WIDTH, geometry
from fourth_seat.games.geometry import rectangle
from fourth_seat.games.options import Options
from fourth_seat.vision.arrays import Floats
from fourth_seat.vision.backgammon.alignment import BoardMarks, BoardPlan, aligned
from fourth_seat.vision.backgammon.checkers import peaks
from fourth_seat.vision.backgammon.field_edges import FieldEdges
from fourth_seat.vision.backgammon.segmentation import WINDOW, segmented
from fourth_seat.vision.network import STRIDE
from fourth_seat.vision.protocols import BoardNotFound, DetectedBoard, Image, size_of
from fourth_seat.words import say

_WORKING_SIDE_PX = 256  # of the small picture, in pixels
_MIN_BOARD_SHARE = 0.03  # of the picture that a board must fill to be seen
_MAX_GROUND_PARTS = 4  # largest patches of ground that are put together
_WINDOW_SCALE = 1.05  # scale of the first rectified window: edges of the ground are found better with some margin
_MAX_ATTEMPTS = 2  # likeliest quadrilaterals that are looked at from above
_GOOD_FIT = 2.4  # fit of a plan beyond which no other quadrilateral is looked at
_MIN_EDGE_SHARE = 0.55  # share of the edges that must be seen from above
_MIN_FIT, _BEST_FIT = 1.85, 3.0  # least fit of a board's plan (anything else fits worse), and the greatest
_TOO_DARK = say("It is too dark to see a board.")
_NOT_FOUND = say("No backgammon board was found.")
_MIN_BRIGHTNESS = 18.0  # mean brightness, of 255, of a picture that a camera has not exposed
_ASPECT_RANGE = (0.75, 1.9)  # a board's width by its height, at least and at most, as seen


class BackgammonDetector:
    """The `Detector` of backgammon boards."""

    def detect(self, image: Image, options: Options) -> DetectedBoard | BoardNotFound:
        """Return a board's corners and bar, or the reason why no board is found."""
        if image.mean() < _MIN_BRIGHTNESS:
            return BoardNotFound(_TOO_DARK)
        tries: list[_Attempt] = []
        for corners in _rough(image)[:_MAX_ATTEMPTS]:
            tries.append(_Attempt.at(image, corners))
            if tries[-1].fit > _GOOD_FIT:
                break
        if not tries:
            return BoardNotFound(_NOT_FOUND)
        best = max(tries, key=lambda one: one.fit)
        best = _Attempt.at(image, best.corners, known=best.fit > _GOOD_FIT)
        best = _Attempt.at(image, best.corners, known=True)
        if best.edges.seen < _MIN_EDGE_SHARE or best.fit < _MIN_FIT:
            return BoardNotFound(_NOT_FOUND)
        if best.view.rectified(image, geometry(False).area, 4).mean() < _MIN_BRIGHTNESS:  # a dark board on a bright table
            return BoardNotFound(_TOO_DARK)
        middle, half = BOARD_WIDTH / 2, best.plan.bar / 2
        return DetectedBoard(
            best.corners, best.fit / _BEST_FIT, {"bar": [round(middle - half, 3), round(middle + half, 3)]}
        )


@dataclass(frozen=True)
class _Attempt:
    """A possible board.

    Attributes:
        view: the view in which it was examined.
        plan: the board's plan in that view.
        edges: the edges of the ground in that view.
        fit: how well the plan fits.
        tips: share of the points' tips that are where they belong.
    """

    view: View
    plan: BoardPlan
    edges: FieldEdges
    fit: float
    tips: float

    @classmethod
    def at(cls, image: Image, corners: Floats, *, known: bool = False) -> _Attempt:
        """Fit the plan to the marks within the corners. `known` means that the corners are accurate to half a point's
        width.
        """
        view = View.of_corners(corners, geometry(False).area, size_of(image))
        seen = segmented("above", view.rectified(image, WINDOW[:4], WINDOW[4]))
        marks = BoardMarks.of(seen, peaks(seen.centre))
        plan, fit = aligned(marks, known=known)
        return cls(view, plan, plan.ground(marks), fit, plan.tips_seen(marks))

    @property
    def corners(self) -> Floats:
        """The corners of the playing area in pixels, shape (4, 2)."""
        return self.view.pixels(self.plan.seen(np.array(rectangle(*geometry(False).area), float)))


def _rough(image: Image) -> list[Floats]:
    """Guess where the corners of a playing area may be, in pixels, shape (4, 2) each; the likeliest first."""
    height, width = image.shape[:2]
    scale = _WORKING_SIDE_PX / max(width, height)
    size = [max(STRIDE, round(side * scale / STRIDE) * STRIDE) for side in (width, height)]
    field = segmented("table", np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)).field
    mask = cv2.morphologyEx((field > 0.5).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
    areas = stats[1:, cv2.CC_STAT_AREA]
    parts = [
        int(one) + 1 for one in np.argsort(-areas)[:_MAX_GROUND_PARTS] if areas[one] > _MIN_BOARD_SHARE * mask.size / 2
    ]
    found = []
    for pair in [(one,) for one in parts] + list(combinations(parts, 2)):
        together = np.isin(labels, pair).astype(np.uint8)
        hull = cv2.convexHull(cv2.findNonZero(together))
        around = np.asarray(cv2.fillConvexPoly(np.zeros_like(mask), hull, 1), np.uint8)
        corners = _quadrilateral(around)
        area = int(together.sum())
        if corners is None or area < _MIN_BOARD_SHARE * mask.size:
            continue
        filled = area / max(1.0, abs(float(cv2.contourArea(corners.astype(np.float32)))))
        found.append((area * min(filled, 1.0) ** 2, corners))
    found.sort(key=lambda one: -one[0])
    to_pixels = STRIDE * np.array([width / size[0], height / size[1]])
    quads = ((corners, corners.mean(axis=0)) for _, corners in found)
    return [(middle + _WINDOW_SCALE * (corners - middle) + 0.5) * to_pixels - 0.5 for corners, middle in quads]


def _quadrilateral(mask: NDArray[np.uint8]) -> Floats | None:
    """Return the four corners around a mask: lines fitted to each side of its outline; None where it is not four-sided."""
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    outline = max(outlines, key=len)[:, 0].astype(np.float64)
    box = _ordered(cv2.boxPoints(cv2.minAreaRect(outline.astype(np.float32))).astype(np.float64))
    across, down = np.linalg.norm(box[1] - box[0]), np.linalg.norm(box[3] - box[0])
    if min(across, down) < 4 or not _ASPECT_RANGE[0] < across / down < _ASPECT_RANGE[1]:
        return None
    lines = []
    for start, end in zip(box, np.roll(box, -1, axis=0), strict=True):
        way = (end - start) / np.linalg.norm(end - start)
        along, off = (outline - start) @ way, (outline - start) @ np.array([-way[1], way[0]])
        length = float(np.linalg.norm(end - start))
        near = (along > 0.12 * length) & (along < 0.88 * length) & (np.abs(off) < 0.2 * min(across, down))
        if near.sum() < 4:
            return None
        vx, vy, x, y = cv2.fitLine(outline[near].astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel().tolist()
        outward = np.array([way[1], -way[0]]) * 0.5  # outlines run through the middle of the outermost cells
        lines.append(np.cross([x + outward[0], y + outward[1], 1], [x + vx + outward[0], y + vy + outward[1], 1]))
    corners = []
    for line, before in zip(lines, np.roll(lines, 1, axis=0), strict=True):
        x, y, w = np.cross(before, line)
        if abs(w) < 1e-9:
            return None
        corners.append((x / w, y / w))
    return np.array(corners)


def _ordered(box: Floats) -> Floats:
    """Order corners from the top left one, clockwise as seen."""
    middle = box.mean(axis=0)
    turned = box[np.argsort(np.arctan2(*(box - middle).T[::-1]))]
    return np.roll(turned, -int(turned.sum(axis=1).argmin()), axis=0)
