"""Finds a backgammon board in a picture: where the network sees the ground of its two halves, a quadrilateral, refined.

The small picture gives the quadrilateral to a pixel or two; what it encloses is then looked at from above, and the edges of
the ground there, seen much finer, move the corners to where they belong.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.view import View
from games.backgammon.board import geometry
from games.options import Options
from vision.backgammon.ground import Ground, ground
from vision.backgammon.network import STRIDE
from vision.backgammon.sight import WINDOW, look
from vision.protocols import Found, Image, NotFound
from words import Text, say

Array = NDArray[np.float64]

_WIDTH = 256  # of the small picture, in pixels
_LEAST = 0.03  # of the picture that a board must fill to be seen
_ROUNDS = 2  # of looking from above and moving the corners
_REACH = 0.75  # board units that one round can move an edge
_SEEN = 0.45  # share of the edges that must be seen from above
_DARK = 18.0  # mean brightness, of 255, of a picture that a camera has not exposed
_SIDES = (0.75, 1.9)  # a board's width by its height, at least and at most, as seen


class BackgammonFinder:
    """Contract: `vision.protocols.Finder`."""

    def find(self, image: Image, options: Options) -> Found | NotFound:
        if image.mean() < _DARK:
            return NotFound(say("It is too dark to see a board."))
        rough = _rough(image)
        if rough is None:
            return NotFound(_NONE)
        corners, edges = rough, Ground()
        for _ in range(_ROUNDS):
            view = View.of_corners(corners, geometry(False).area, (image.shape[1], image.shape[0]))
            edges = ground(look("above", view.rectified(image, WINDOW[:4], WINDOW[4])).field, reach=_REACH)
            corners = view.pixels(edges.corners())
        if edges.seen < _SEEN:
            return NotFound(_NONE)
        low, high = edges.bar
        return Found(corners, edges.seen, {"bar": [round(low, 3), round(high, 3)]})


_NONE: Text = say("There is no backgammon board to be seen.")


def _rough(image: Image) -> Array | None:
    """About where the corners of the playing area are, in pixels, shape (4, 2)."""
    height, width = image.shape[:2]
    scale = _WIDTH / max(width, height)
    size = [max(STRIDE, round(side * scale / STRIDE) * STRIDE) for side in (width, height)]
    field = look("table", np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)).field
    mask = (field > 0.5).astype(np.uint8)
    # the bar is no ground: the halves are joined over it
    joined = cv2.morphologyEx(np.pad(mask, 6), cv2.MORPH_CLOSE, np.ones((3, 9), np.uint8))[6:-6, 6:-6]
    count, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
    if count < 2:
        return None
    best = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    if stats[best, cv2.CC_STAT_AREA] < _LEAST * mask.size:
        return None
    corners = _quadrilateral(np.where(labels == best, joined, 0).astype(np.uint8))
    if corners is None:
        return None
    pixels: Array = (corners + 0.5) * STRIDE * np.array([width / size[0], height / size[1]]) - 0.5
    return pixels


def _quadrilateral(mask: NDArray[np.uint8]) -> Array | None:
    """The four corners around a mask: lines fitted to each side of its outline; None where it is not four-sided."""
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    outline = max(outlines, key=len)[:, 0].astype(np.float64)
    box = _ordered(cv2.boxPoints(cv2.minAreaRect(outline.astype(np.float32))).astype(np.float64))
    across, down = np.linalg.norm(box[1] - box[0]), np.linalg.norm(box[3] - box[0])
    if min(across, down) < 4 or not _SIDES[0] < across / down < _SIDES[1]:
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


def _ordered(box: Array) -> Array:
    """Corners from the top left one, clockwise as seen."""
    middle = box.mean(axis=0)
    turned = box[np.argsort(np.arctan2(*(box - middle).T[::-1]))]
    return np.roll(turned, -int(turned.sum(axis=1).argmin()), axis=0)
