"""Finds lattices of triangles in a picture: grows them from adjacent triangles, and fits them to all triangles on them.

Dice look like triangles, too, but are slightly smaller than cells and slightly displaced, so the fit follows the majority
of the triangles (RANSAC: Fischler and Bolles, 1981).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from fourth_seat.games.tridice.geometry import CELL_HEIGHT
from fourth_seat.vision.arrays import Floats

Node = tuple[int, int]
"""A corner of cells, in steps along two directions of the lattice, the second a sixth of a turn clockwise from the first.
"""

MAX_CORNER_GAP_SIDES = 0.3  # how far corners of neighbouring cells may lie apart, in sides
MIN_CELLS = 2  # cells side by side from which a lattice is grown
MAX_GROUPS = 4  # groups of cells, the largest
MIN_HOMOGRAPHY_CORNERS = 8  # corners from which perspective can be fitted
# The greatest distance of a triangle's corners from the lattice's, in sides, by round.
MAX_DISTANCES_SIDES = (0.35, 0.25, 0.15, 0.12)
FIT_DISTANCE_SIDES = 0.06  # the same for the triangles that the lattice is fitted to
RANSAC_ITERATIONS = 200  # of RANSAC
PLANE = np.array([[1.0, 0.0], [0.5, CELL_HEIGHT]])
"""The matrix from nodes to places in the lattice's plane, in units of a cell's side."""


@dataclass(frozen=True, slots=True)
class TriangleGrid:
    """A lattice and the triangles on it.

    Attributes:
        homography: the map from the lattice's plane to pixels, shape (3, 3).
        cells: the nodes of the triangles on it, shape (n, 3, 2).
    """

    homography: Floats
    cells: NDArray[np.int64]


def triangle_grids(triangles: Floats) -> Iterator[TriangleGrid]:
    """Yield the lattices of the largest groups of adjacent triangles, shape (n, 3, 2)."""
    for nodes in _groups(triangles.copy()):
        names, pixels = np.array(list(nodes), np.float64) @ PLANE, np.array(list(nodes.values()))
        if len(names) >= MIN_HOMOGRAPHY_CORNERS:
            homography, _ = cv2.findHomography(names, pixels, cv2.LMEDS)
        else:
            affine, _ = cv2.estimateAffine2D(names, pixels)
            homography = None if affine is None else np.vstack([affine, (0, 0, 1)])
        if homography is not None and (lattice := _fitted(np.asarray(homography, np.float64), triangles)):
            yield lattice


def _groups(triangles: Floats) -> list[dict[Node, Floats]]:
    """Return the corners of each of the largest groups of adjacent triangles, keyed by node."""
    out: list[tuple[int, dict[Node, Floats]]] = []
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
                if off[near, roll] < MAX_CORNER_GAP_SIDES * np.hypot(*(p - q)) and int(near) not in mine:
                    mine.add(int(near))
                    triangles[near] = np.roll(triangles[near], -int(roll), axis=0)
                    ways.append((int(near), (b, a, (a[0] + b[0] - c[0], a[1] + b[1] - c[1]))))
        used |= mine
        if len(mine) >= MIN_CELLS:
            out.append((len(mine), {name: np.median(corners, axis=0) for name, corners in nodes.items()}))
    return [nodes for _, nodes in sorted(out, key=lambda group: -group[0])[:MAX_GROUPS]]


def _rolled(triangles: Floats) -> Floats:
    """Return each triangle starting at each of its corners, shape (n, 3, 3, 2)."""
    return np.stack([np.roll(triangles, -k, axis=1) for k in range(3)], axis=1)


def _fitted(homography: Floats, triangles: Floats) -> TriangleGrid | None:
    """Fit the lattice to all triangles on it; return None if there are too few."""
    cells, corners = _on_lattice(homography, triangles, MAX_DISTANCES_SIDES[0])
    for reach in MAX_DISTANCES_SIDES[1:]:
        if len(cells) < MIN_CELLS:
            return None
        side = float(np.hypot(*(corners - np.roll(corners, 1, axis=1)).transpose(2, 0, 1)).mean())
        places = (cells @ PLANE).reshape(-1, 2)
        found, _ = cv2.findHomography(
            places, corners.reshape(-1, 2), cv2.RANSAC, FIT_DISTANCE_SIDES * side, maxIters=RANSAC_ITERATIONS
        )
        if found is None or abs(np.linalg.det(found)) < 1e-12:
            return None
        homography = np.asarray(found, np.float64)
        cells, corners = _on_lattice(homography, triangles, reach)
    return TriangleGrid(homography, cells) if len(cells) >= MIN_CELLS else None


def _on_lattice(homography: Floats, triangles: Floats, reach: float) -> tuple[NDArray[np.int64], Floats]:
    """Return the nodes and the corners, both of shape (n, 3, 2), of the triangles that lie on a cell of a lattice.

    Args:
        reach: the maximum distance of a corner from its node, in sides of cells.
    """
    places = cv2.perspectiveTransform(triangles.reshape(1, -1, 2), np.linalg.inv(homography)).reshape(-1, 3, 2)
    nodes = np.rint(places @ np.linalg.inv(PLANE))
    off = np.hypot(*(nodes @ PLANE - places).transpose(2, 0, 1)).max(axis=1)
    steps = (nodes - np.roll(nodes, 1, axis=1)) @ PLANE
    cell = (np.abs(np.hypot(*steps.transpose(2, 0, 1)) - 1) < 0.01).all(axis=1)
    on = (off < reach) & cell
    return nodes[on].astype(np.int64), triangles[on]
