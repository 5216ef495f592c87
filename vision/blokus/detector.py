"""Detects a Blokus board by growing its lattice from any part of it, or from its outline, and refining the result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

import cv2
import numpy as np

from fourth_seat.calibration.lens import Points
from fourth_seat.calibration.view import Matrix, View
from fourth_seat.games.blokus.geometry import geometry
from fourth_seat.games.blokus.variants import setting
from fourth_seat.games.geometry import rectangle
from fourth_seat.games.options import Options
from fourth_seat.vision.blokus.chromaticity import colours_seen
from fourth_seat.vision.blokus.grid import Field, GridEdges, GridPart, aligned
from fourth_seat.vision.blokus.grid_growing import edges_of, grow, lattices, windows
from fourth_seat.vision.blokus.outline import fitted, ordered, outlines
from fourth_seat.vision.protocols import BoardNotFound, DetectedBoard, Image, size_of
from fourth_seat.words import say

WORKING_SIDE_PX = 640  # of the picture's longer side: squares of 10 to 30 pixels
OUTLINE_SIDE_PX = 480  # for outlines
MAX_WINDOWS, MAX_LATTICES = 3, 2  # that are tried
FIRST_WINDOWS = 2  # windows: the second often shows the same board a little more exactly
LINE_HEIGHT = 0.25  # squares above the board: where pieces' edges are seen, by and large
MAX_OUTLINES = 3  # outlines that are looked at closely
HOPELESS_CONTRAST = -0.1  # contrast that no further step makes a board's
CLEAR_CONTRAST = 1.0  # contrast at which no other place is tried: a board one line too far may have 0.9,
GOOD_CONTRAST = 0.55  # and at which there is no second attempt
SURE_CONTRAST = 0.8  # that nothing but a board has
MIN_CONTRAST = 0.45  # a board that can be seen through may have hardly more, and half of the other grids have less,
DOUBTFUL_CONTRAST = 0.4  # and contrast from which there may be one
MIN_EVENNESS = 0.4  # of a board's lines; of draughts boards and chessboards every other one is missing


@dataclass(frozen=True)
class _BlokusCandidate:
    """A lattice, with the part of it that is a board."""

    homography: Matrix
    part: GridPart
    contrast: float


class BlokusDetector:
    """Finds the playing area regardless of what is on or around it."""

    def detect(self, image: Image, options: Options) -> DetectedBoard | BoardNotFound:
        """Return the board's corners, named by their positions in the picture, or the reason why no board is found."""
        size = setting(options).size
        scale = WORKING_SIDE_PX / max(image.shape[:2])
        small = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
        best: _BlokusCandidate | None = None
        for boards in _boards(small, size):
            for board in boards:
                if best is None or board.contrast > best.contrast:
                    best = board
                if best.contrast > CLEAR_CONTRAST:
                    break
            if best and best.contrast > GOOD_CONTRAST:
                break
        if best is None or best.contrast < MIN_CONTRAST:
            return BoardNotFound(say("No Blokus board was found."))
        seen = cv2.perspectiveTransform(best.part.corners[None], best.homography)[0]
        corners = _lowered(small, ordered(np.asarray(seen, np.float64)), options)
        shape = np.array(size_of(image)) / size_of(small)
        confidence = float(np.clip((best.contrast - DOUBTFUL_CONTRAST) / (SURE_CONTRAST - DOUBTFUL_CONTRAST), 0, 1))
        return DetectedBoard((corners + 0.5) * shape - 0.5, confidence)


def _lowered(image: Image, corners: Points, options: Options) -> Points:
    """Return the corners of the board itself: the visible lines are above it where there are pieces."""
    area = geometry(options).area
    view = View.of_corners(corners, area, size_of(image))
    shares = np.exp(colours_seen(image, view, {}, options).logs)
    covered = float((shares[:, 1:-1].sum(axis=1) / shares.sum(axis=1)).mean())
    return view.pixels(np.array(rectangle(*area), np.float64), -LINE_HEIGHT * covered)


def _boards(image: Image, size: int) -> Iterator[Iterator[_BlokusCandidate]]:
    """Yield candidate boards. The first attempt covers the places with the most edges and the outlines; the second, other
    places with many edges.
    """
    edges = edges_of(image)
    middles = list(windows(edges, MAX_WINDOWS))
    yield chain(_grown(image, edges, middles[:FIRST_WINDOWS], size), _outlined(image, size))
    yield _grown(image, edges, middles[FIRST_WINDOWS:], size)


def _grown(image: Image, edges: Field, middles: Sequence[tuple[int, int]], size: int) -> Iterator[_BlokusCandidate]:
    for middle in middles:
        for lattice in islice(lattices(edges, middle), MAX_LATTICES):
            grown = grow(image, lattice, middle, size)
            if grown and (board := _settled(image, grown.homography, grown.part, size)):
                yield board


def _outlined(image: Image, size: int) -> Iterator[_BlokusCandidate]:
    scale = OUTLINE_SIDE_PX / WORKING_SIDE_PX
    smaller = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    fits = [fitted(image, (corners + 0.5) / scale - 0.5, size) for corners in outlines(smaller)]
    for _, lattice in sorted(fits, key=lambda fit: -fit[0])[:MAX_OUTLINES]:
        board = _settled(image, lattice, GridPart(0, 0, size, size), size)
        if board:
            yield board


def _settled(image: Image, lattice: Matrix, part: GridPart, size: int) -> _BlokusCandidate | None:
    """Return the board in the lattice, after aligning the lattice precisely with the lines."""
    for step, reach in enumerate((0.3, 0.25, 0.2, 0.15)):
        lattice, edges = aligned(image, lattice, part, reach)
        clear = edges.clearness()
        part = clear.board(size)
        if not _in_sight(lattice, part, image) or (step == 1 and clear.contrast < HOPELESS_CONTRAST):
            return None
    clear = GridEdges.seen(image, lattice, part).clearness()
    return _BlokusCandidate(lattice, part, clear.contrast) if clear.evenness > MIN_EVENNESS else None


def _in_sight(lattice: Matrix, part: GridPart, image: Image) -> bool:
    """Return whether the board lies in front of the camera and almost entirely within the picture."""
    corners = np.column_stack([part.corners, np.ones(4)]) @ lattice.T
    if (corners[:, 2] <= 1e-3).any():
        return False
    pixels = (corners[:, :2] / corners[:, 2:]).astype(np.float32)
    tall, wide = image.shape[:2]
    inside, _ = cv2.intersectConvexConvex(pixels, np.array([(0, 0), (wide, 0), (wide, tall), (0, tall)], np.float32))
    whole = cv2.contourArea(pixels)
    return bool(cv2.isContourConvex(pixels)) and whole > 0 and inside / whole > 0.95
