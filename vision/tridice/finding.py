"""Finds a TriDice board: small triangles side by side, and where a triangle of four rows of them lies."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.view import View
from games import find
from games.options import Options
from games.tridice.board import HEIGHT
from games.tridice.lattice import ROWS
from vision.edges import edges
from vision.protocols import Found, Image, NotFound
from vision.tridice.lines import PART, line_share, refined
from words import say

Floats = NDArray[np.float64]
Node = tuple[int, int]
"""A corner of cells: steps along two sides of the lattice, the second a sixth of a turn clockwise from the first."""

WORKING = 960  # pixels: the longer side of the picture that is searched
SMALLEST, LARGEST = 0.0006, 0.02  # area of a cell, in pictures
EDGES = ((1.0, 0.5), (2.0, 0.5), (2.0, 0.25))  # blur in pixels; contrast of edges against the picture's own
AROUND = 41  # pixels about a place whose mean it is compared with
FILLED = 0.75  # part of a triangle that must be one region
NEAR = 0.3  # how far corners of neighbouring cells may lie apart, in sides
FEWEST = 4  # cells that must be seen side by side
TOO_DARK = 16.0  # grey levels: the median of a picture in which nothing is found


class TriDiceFinder:
    """Needs some cells that nothing lies on."""

    def find(self, image: Image, options: Options) -> Found | NotFound:
        """The corners of the rectangle around the triangle, its top being the one farthest up in the picture."""
        scale = WORKING / max(image.shape[:2])
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
        scale = min(scale, 1.0)
        grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
        if float(np.median(grey)) < TOO_DARK:
            return NotFound(say("The picture is too dark to find a board."))
        nodes = _lattice(_triangles(np.asarray(small, np.uint8)))
        view, share = _board(grey, nodes)
        if view is None or share < PART:
            return NotFound(say("No TriDice board is in the picture."))
        moved = refined(grey, view)
        if line_share(grey, moved) >= 0.85 * share:
            view = moved
        area = find("tridice").geometry(options).area
        return Found(view.corners(area) / scale, min(1.0, share))


def _triangles(image: Image) -> Floats:
    """Regions that are triangles, shape (n, 3, 2): corners clockwise in the picture."""
    out: list[Floats] = []
    for free in _regions(image):
        for triangle in _outlined(free):
            side = np.hypot(*(triangle[0] - triangle[1]))
            if all(np.hypot(*(triangle.mean(axis=0) - other.mean(axis=0))) > side / 4 for other in out):
                out.append(triangle)
    triangles = np.array(out, np.float64).reshape(-1, 3, 2)
    one, other = triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    clockwise = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0] > 0
    triangles[~clockwise] = triangles[~clockwise][:, ::-1]
    middle = triangles.mean(axis=1, keepdims=True)
    return np.asarray(middle + (triangles - middle) * 1.12, np.float64)  # out to the middle of the lines


def _regions(image: Image) -> Iterator[NDArray[np.uint8]]:
    """Masks of what lies between lines: without edges, and lighter or darker than around it."""
    for blur, weight in EDGES:
        yield np.asarray(cv2.bitwise_not(edges(image, blur, weight)), np.uint8)
    grey = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (0, 0), 1.2)
    for sign, kind in ((4, cv2.THRESH_BINARY), (-4, cv2.THRESH_BINARY_INV)):
        yield np.asarray(cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, kind, AROUND, sign), np.uint8)


def _outlined(free: NDArray[np.uint8]) -> Iterator[Floats]:
    """The triangles among a mask's regions."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(free, connectivity=4)
    for k in range(1, count):
        left, top, width, height, area = (int(v) for v in stats[k])
        if not SMALLEST / 2 * free.size < area < LARGEST * free.size:
            continue
        part = np.asarray(labels[top : top + height, left : left + width] == k, np.uint8)
        outlines, _ = cv2.findContours(part, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        outline = max(outlines, key=cv2.contourArea)
        whole, corners = cv2.minEnclosingTriangle(outline)
        if corners is not None and cv2.contourArea(outline) > FILLED * whole > 0:
            yield np.asarray(corners.reshape(3, 2) + np.array([left, top]), np.float64)


def _lattice(triangles: Floats) -> dict[Node, Floats]:
    """Corners of cells that lie side by side, in the largest group of them."""
    best: dict[Node, list[Floats]] = {}
    used: set[int] = set()
    for first in range(len(triangles)):
        if first in used:
            continue
        nodes: dict[Node, list[Floats]] = {}
        ways = deque([(first, ((0, 0), (1, 0), (0, 1)))])
        mine = {first}
        while ways:
            k, names = ways.popleft()
            for name, corner in zip(names, triangles[k], strict=True):
                nodes.setdefault(name, []).append(corner)
            for turn in range(3):
                a, b, c = (names[(turn + n) % 3] for n in range(3))
                p, q, r = (triangles[k][(turn + n) % 3] for n in range(3))
                across = np.array([q, p, p + q - r])  # the cell beyond the side from a to b, clockwise too
                off = np.hypot(*(_rolled(triangles) - across).transpose(3, 0, 1, 2)).max(axis=2)
                near, roll = np.unravel_index(int(off.argmin()), off.shape)
                if off[near, roll] < NEAR * np.hypot(*(p - q)) and int(near) not in mine:
                    mine.add(int(near))
                    triangles[near] = np.roll(triangles[near], -int(roll), axis=0)
                    ways.append((int(near), (b, a, (a[0] + b[0] - c[0], a[1] + b[1] - c[1]))))
        used |= mine
        if len(nodes) > len(best) and len(mine) >= FEWEST:
            best = nodes
    return {name: np.mean(corners, axis=0) for name, corners in best.items()}


def _rolled(triangles: Floats) -> Floats:
    """Each triangle begun at each of its corners, shape (n, 3, 3, 2)."""
    return np.stack([np.roll(triangles, -k, axis=1) for k in range(3)], axis=1)


def _board(grey: NDArray[np.uint8], nodes: dict[Node, Floats]) -> tuple[View | None, float]:
    """The view in which most of the board's lines are seen, and the part that is."""
    if len(nodes) < 4:
        return None, 0.0
    size = (grey.shape[1], grey.shape[0])
    names, pixels = np.array(list(nodes), np.float64), np.array(list(nodes.values()))
    best: View | None = None
    most = 0.0
    for turned in _turns():
        at = names @ turned.T
        x, y = at[:, 0] + at[:, 1] / 2, at[:, 1]
        for right in range(-ROWS, 2 * ROWS + 1):
            for down in range(ROWS + 1):
                row = y - y.min() + down
                place = x - x.min() + right / 2
                inside = (row <= ROWS + 0.01) & (np.abs(place - ROWS / 2) <= row / 2 + 0.01)
                if not inside.all() or ((place - ROWS / 2 + row / 2) % 1 > 0.01).any():
                    continue
                points = np.column_stack([place, row * HEIGHT])
                try:
                    view = View.through(points, pixels, size)
                except (ValueError, cv2.error):
                    continue
                if not _upright(view):
                    continue
                share = line_share(grey, view)
                if share > most:
                    best, most = view, share
    return best, most


def _turns() -> list[Floats]:
    """The ways to lay the lattice onto the board without mirroring it: turned by sixths."""
    sixth = np.array([[0, -1], [1, 1]])
    out = [np.eye(2)]
    for _ in range(5):
        out.append(out[-1] @ sixth)
    return out


def _upright(view: View) -> bool:
    """Whether the triangle's top is the corner farthest up in the picture."""
    top, left, right = view.pixels(np.array([(ROWS / 2, 0), (0, ROWS * HEIGHT), (ROWS, ROWS * HEIGHT)]))
    return bool(top[1] < min(left[1], right[1]) and left[0] < right[0])
