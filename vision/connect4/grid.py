"""Finds a grid of seven columns and six rows among blobs, as a lattice in perspective, grown from neighbouring blobs.

A map from the lattice to the picture is fitted to one blob and its neighbours to the right and below. Further blobs are
searched for where the map predicts them, and the map is refitted to all blobs found, until there are no more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from fourth_seat.calibration.lens import Points
from fourth_seat.games.connect4.rules import COLUMNS, ROWS
from fourth_seat.vision.arrays import Floats, Mask
from fourth_seat.vision.connect4.blobs import Blobs

Matrix = NDArray[np.float64]

MAX_LEAN = 0.75  # tangent of how far rows and columns may lean
MIN_RADIUS_STEPS, MAX_RADIUS_STEPS = 0.18, 0.52  # a hole's radius in steps from hole to hole
MAX_PAIR_RATIO = 1.6  # up to which two blobs may be two holes of one grid
MAX_SIZE_RATIO = 1.45  # up to which a blob may be larger or smaller than the usual hole of its grid
MAX_OFFSET_STEPS = 0.25  # steps from where a hole is expected
MAX_SEEDS = 12  # blobs from which a lattice is grown, at most
ENOUGH_HOLES = 36  # holes found: no other lattice will be better
MAX_ROUNDS = 12
MAX_AFFINE_HOLES = 7  # up to so many holes, perspective is not fitted
EXTRA_LINES = 2  # columns and rows more than a board has, to notice grids that are larger


@dataclass(frozen=True)
class HoleGrid:
    """The holes of a grid that were found in a picture.

    Attributes:
        places: the centres, in board units, of those of the 42 holes that were found as blobs, shape (n, 2).
        pixels: their positions in pixels, shape (n, 2).
        step: the distance from hole to hole, in pixels.
        beyond: the number of blobs that continue the lattice outside the grid.
        lying: whether there are six columns and seven rows of holes rather than seven and six.
    """

    places: Points
    pixels: Points
    step: float
    beyond: int
    lying: bool

    @property
    def reach(self) -> float:
        """The tolerance for the position of a centre, in pixels."""
        return self.step * MAX_OFFSET_STEPS / 4

    @property
    def net(self) -> int:
        """The number of holes that speak for this grid, less those that speak against it."""
        return len(self.places) - self.beyond


def hole_grids(blobs: Blobs) -> Iterator[HoleGrid]:
    """Yield the grids among the blobs, each grown as large as possible."""
    for right, down, seed in _starts(blobs):
        grown = _grown(blobs, blobs[seed, :2], right, down)
        if grown:
            yield grown


def best(blobs: Blobs) -> HoleGrid | None:
    """Return the grid with the most holes."""
    most: HoleGrid | None = None
    for lattice in hole_grids(blobs):
        if not most or lattice.net > most.net:
            most = lattice
        if len(most.places) >= ENOUGH_HOLES:
            break
    return most


def _starts(blobs: Blobs) -> Iterator[tuple[Floats, Floats, int]]:
    """Yield a blob's steps to its neighbours on the right and below, and the blob itself, the most crowded blobs first."""
    if len(blobs) < 4:
        return
    apart = blobs[None, :, :2] - blobs[:, None, :2]
    distance = np.hypot(apart[..., 0], apart[..., 1])
    radius = np.sqrt(blobs[:, None, 2] * blobs[None, :, 2])
    like = np.maximum(blobs[:, None, 2], blobs[None, :, 2]) < MAX_PAIR_RATIO * np.minimum(
        blobs[:, None, 2], blobs[None, :, 2]
    )
    next_to = like & (distance * MAX_RADIUS_STEPS > radius) & (distance * MIN_RADIUS_STEPS < radius)
    across = next_to & (np.abs(apart[..., 1]) < MAX_LEAN * apart[..., 0])
    down = next_to & (np.abs(apart[..., 0]) < MAX_LEAN * apart[..., 1])
    right_of, below = (np.where(way, distance, np.inf).argmin(axis=1) for way in (across, down))
    for seed in np.argsort(-next_to.sum(axis=1))[:MAX_SEEDS]:
        if across[seed].any() and down[seed].any():
            yield apart[seed, right_of[seed]], apart[seed, below[seed]], int(seed)


def _grown(blobs: Blobs, origin: Floats, right: Floats, down: Floats) -> HoleGrid | None:
    matrix = np.array([[right[0], down[0], origin[0]], [right[1], down[1], origin[1]], [0, 0, 1.0]])
    nodes, hits = np.zeros((1, 2), int), np.zeros(1, int)
    window = np.array([[0, 0], [0, 0]])
    for _ in range(MAX_ROUNDS):
        spread = np.array([COLUMNS - 1, ROWS - 1]) + EXTRA_LINES
        low = np.maximum(window[0] - 1, window[1] - spread)
        high = np.minimum(window[1] + 1, window[0] + spread)
        places = np.stack(np.meshgrid(np.arange(low[0], high[0] + 1), np.arange(low[1], high[1] + 1)), axis=-1).reshape(
            -1, 2
        )
        now, there = _matched(blobs, matrix, places)
        if len(now) < 3 or (len(now) == len(nodes) and (now == nodes).all()):
            break
        nodes, hits = now, there
        window = np.array([nodes.min(axis=0), nodes.max(axis=0)])
        fitted = _fitted(nodes, blobs[hits, :2])
        if fitted is None:
            return None
        matrix = fitted
    # Strays are of other sizes than holes. (An empty hole seen from the side looks smaller than one with a disc.)
    size = blobs[hits, 2] / _projected(matrix, nodes)[1]
    usual = np.abs(np.log(size / np.median(size))) < np.log(MAX_SIZE_RATIO)
    return _framed(matrix, nodes[usual], blobs[hits[usual], :2])


def _matched(blobs: Blobs, matrix: Matrix, places: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the places with a blob of about the usual size, and the index of each blob."""
    expected, step = _projected(matrix, places)
    distance = np.hypot(*(blobs[None, :, :2] - expected[:, None]).transpose(2, 0, 1)) / step[:, None]
    radius = blobs[None, :, 2] / step[:, None]
    distance = np.where((radius > MIN_RADIUS_STEPS) & (radius < MAX_RADIUS_STEPS), distance, np.inf)
    nearest = distance.argmin(axis=1)
    hit = distance[np.arange(len(places)), nearest] < MAX_OFFSET_STEPS
    return places[hit], nearest[hit]


def _projected(matrix: Matrix, places: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """Project places into the picture; also return the length of a step at each, in pixels (the square root of the cell's
    area).
    """
    out = np.column_stack([places, np.ones(len(places))]) @ matrix.T
    w = out[:, 2]
    step = np.sqrt(np.abs(np.linalg.det(matrix) / np.where(w > 0, w, np.inf) ** 3))
    return out[:, :2] / np.where(w > 0, w, np.nan)[:, None], np.where(step > 0, step, np.nan)


def _fitted(nodes: NDArray[np.int64], pixels: Floats) -> Matrix | None:
    """Return the map from the lattice to these pixels, or None if the nodes are collinear."""
    if np.ptp(nodes[:, 0]) == 0 or np.ptp(nodes[:, 1]) == 0:
        return None
    if len(nodes) <= MAX_AFFINE_HOLES:
        design = np.column_stack([nodes, np.ones(len(nodes))])
        solution, _, rank, _ = np.linalg.lstsq(design, pixels, rcond=None)
        return np.vstack([solution.T, [0, 0, 1]]) if rank == 3 else None
    homography, _ = cv2.findHomography(nodes.astype(np.float64), pixels, 0)
    return None if homography is None else np.asarray(homography, np.float64)


def _framed(matrix: Matrix, nodes: NDArray[np.int64], pixels: Floats) -> HoleGrid | None:
    """Return the 7 by 6 window with the most holes (6 by 7 if that has more), or None if no rows and columns remain."""
    if not len(nodes):
        return None
    low, high = nodes.min(axis=0), nodes.max(axis=0)
    if (high - low < (2, 2)).any():
        return None
    upright, lying = (_fullest(nodes, size) for size in ((COLUMNS, ROWS), (ROWS, COLUMNS)))
    lies = bool(lying[1].sum() > upright[1].sum())
    most, inside = lying if lies else upright
    step = float(np.median(_projected(matrix, nodes)[1]))
    return HoleGrid(np.asarray(nodes[inside] - most + 0.5, np.float64), pixels[inside], step, int((~inside).sum()), lies)


def _fullest(nodes: NDArray[np.int64], size: tuple[int, int]) -> tuple[NDArray[np.int64], Mask]:
    """Return the first node of the fullest window of this many columns and rows, and a mask of the nodes within it."""
    low, high = nodes.min(axis=0), nodes.max(axis=0)
    most, inside = low, np.zeros(len(nodes), np.bool_)
    for left in range(low[0], max(low[0], high[0] - size[0] + 1) + 1):
        for top in range(low[1], max(low[1], high[1] - size[1] + 1) + 1):
            first = np.array([left, top])
            within = np.asarray(((nodes >= first) & (nodes < first + size)).all(axis=1), np.bool_)
            if within.sum() > inside.sum():
                most, inside = first, within
    return most, inside
