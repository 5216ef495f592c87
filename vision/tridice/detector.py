"""Detects TriDice boards by finding adjacent small triangles, and the large triangle of four rows that they form."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from fourth_seat.calibration.view import View
from fourth_seat.games import find
from fourth_seat.games.geometry import rectangle
from fourth_seat.games.options import Options
from fourth_seat.games.tridice.geometry import CELL_HEIGHT
from fourth_seat.games.tridice.lattice import ROWS
from fourth_seat.vision.arrays import Floats, Mask
from fourth_seat.vision.protocols import BoardNotFound, DetectedBoard, Image, size_of
from fourth_seat.vision.tridice.grid import PLANE, TriangleGrid, triangle_grids
from fourth_seat.vision.tridice.grid_lines import line_share, refined
from fourth_seat.vision.tridice.triangles import triangles
from fourth_seat.words import say

WORKING_SIDE_PX = 960  # pixels: the longer side of the picture that is searched
CELLS = ROWS * ROWS
# The part of the sides that is seen, plus the part of the cells.
MIN_SCORE, CLEAR_SCORE = 0.9, 1.2  # of a board, and of one beyond doubt
SHIFTS = np.array([(a, b) for a in range(-2 * ROWS, 2 * ROWS + 1) for b in range(-2 * ROWS, 2 * ROWS + 1)])
SIXTH_TURN = np.array([[0, -1], [1, 1]])  # of a turn, of nodes
# By how much lines may correct the board's corners, in sides; beyond that, they are lines of something else.
MAX_CORRECTION_SIDES = 0.12
MIN_MEDIAN_LEVEL = 16.0  # grey levels: the median of a picture in which nothing is found


class TriDiceDetector:
    """The TriDice `Detector`. Some cells must be empty."""

    def detect(self, image: Image, options: Options) -> DetectedBoard | BoardNotFound:
        """Return the corners of the rectangle around the triangle, whose tip is the highest corner in the picture."""
        scale = WORKING_SIDE_PX / max(image.shape[:2])
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
        scale = min(scale, 1.0)
        grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
        if float(np.median(grey)) < MIN_MEDIAN_LEVEL:
            return BoardNotFound(say("The picture is too dark to find a board."))
        best: tuple[float, View] | None = None
        for lattice in triangle_grids(triangles(np.asarray(small, np.uint8))):
            for view, cells in _boards(lattice, size_of(grey)):
                seen = line_share(grey, view) + cells / CELLS
                if best is None or seen > best[0]:
                    best = seen, view
            if best is not None and best[0] > CLEAR_SCORE:
                break
        if best is None or best[0] < MIN_SCORE:
            return BoardNotFound(say("There is no TriDice board in the picture."))
        area = find("tridice").geometry(options).area
        seen, corners = best[0], best[1].corners(area)
        exact = refined(grey, best[1]).corners(area)
        side = float(np.hypot(*(corners[1] - corners[0]))) / ROWS
        if np.hypot(*(exact - corners).T).max() < MAX_CORRECTION_SIDES * side:
            corners = exact
        return DetectedBoard(corners / scale, min(1.0, seen / 1.5))


def _boards(lattice: TriangleGrid, size: tuple[int, int]) -> Iterator[tuple[View, int]]:
    """Yield the views in which the most cells of the lattice, or nearly so, are cells of the board, with their number."""
    turns = [np.linalg.matrix_power(SIXTH_TURN, n) for n in range(6)]
    moved = [lattice.cells @ turn.T for turn in turns]
    firsts = [nodes.reshape(-1, 2).min(axis=0) for nodes in moved]
    counts = np.array(
        [
            _on_board(nodes - first + SHIFTS[:, None, None]).all(axis=2).sum(axis=1)
            for nodes, first in zip(moved, firsts, strict=True)
        ]
    )
    area = find("tridice").geometry(find("tridice").options()).area
    corners = np.array(rectangle(*area), np.float64)
    for turn, shift in np.argwhere(counts >= max(int(counts.max()) - 1, 2)):
        plane = _plane(turns[turn], SHIFTS[shift] - firsts[turn])
        seen = cv2.perspectiveTransform(corners[None], lattice.homography @ np.linalg.inv(plane))[0]
        try:
            view = View.of_corners(np.asarray(seen, np.float64), area, size)
        except (ValueError, cv2.error):
            continue
        if _upright(view):
            yield view, int(counts[turn, shift])


def _on_board(nodes: NDArray[np.int64]) -> Mask:
    """Return, for each node, whether it is a corner of a board cell; the board's top is node (2, 0)."""
    right, down = nodes[..., 0], nodes[..., 1]
    return np.asarray((down >= 0) & (down <= ROWS) & (2 * right <= ROWS) & (2 * (right + down) >= ROWS), np.bool_)


def _plane(turn: NDArray[np.int64], shift: NDArray[np.int64]) -> Floats:
    """Return the matrix from the lattice's plane to the board's, shape (3, 3): nodes are turned, then shifted."""
    matrix = np.eye(3)
    matrix[:2, :2] = (np.linalg.inv(PLANE) @ turn.T @ PLANE).T
    matrix[:2, 2] = shift @ PLANE
    return matrix


def _upright(view: View) -> bool:
    """Return whether the triangle's top is its highest corner in the picture."""
    top, left, right = view.pixels(np.array([(ROWS / 2, 0), (0, ROWS * CELL_HEIGHT), (ROWS, ROWS * CELL_HEIGHT)]))
    return bool(top[1] < min(left[1], right[1]) and left[0] < right[0])
