"""Detects the grid: nothing else has seven by six round holes in rows and columns."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from fourth_seat.calibration.lens import Points
from fourth_seat.calibration.view import View
from fourth_seat.games.connect4.geometry import GEOMETRY
from fourth_seat.games.connect4.rules import COLUMNS, ROWS
from fourth_seat.games.options import Options
from fourth_seat.vision.connect4.appearance import Connect4Reference
from fourth_seat.vision.connect4.blobs import blobs
from fourth_seat.vision.connect4.colour_model import contents
from fourth_seat.vision.connect4.gravity import marginals
from fourth_seat.vision.connect4.grid import ENOUGH_HOLES, HoleGrid, best
from fourth_seat.vision.connect4.sampling import GridSamples
from fourth_seat.vision.protocols import BoardNotFound, DetectedBoard, Image
from fourth_seat.words import say

WORKING_SIDE_PX = 640  # pixels: as large as a picture need be for holes to be round
MIN_HOLES = 21  # holes that must be seen
# Units: the depth about which a hole's outline lies.
EMPTY_HOLE_DEPTH, DISC_DEPTH = -0.15, -0.03  # of an empty one, and of one with a disc
MAX_DEPTH_SHIFT = 6.0  # that the depth can move a corner, in what a centre may be seen off


class Connect4Detector:
    """Finds an upright Connect 4 grid."""

    def detect(self, image: Image, options: Options) -> DetectedBoard | BoardNotFound:
        small, factor = _scaled(image)
        lattice = best(blobs(small))
        if lattice and lattice.net < ENOUGH_HOLES:
            lattice = max(lattice, _closer(image, factor, lattice) or lattice, key=lambda grid: grid.net)
        if lattice is None or len(lattice.places) < MIN_HOLES:
            return BoardNotFound(say("No grid of seven by six holes can be seen."))
        if lattice.lying:
            return BoardNotFound(say("The board lies on its side in the picture: turn the camera by 90 degrees."))
        if lattice.beyond > len(lattice.places) // 8:
            return BoardNotFound(say("There are more rows or columns of holes than Connect 4 has."))
        corners = _fronted(small, lattice).corners(GEOMETRY.area)
        return DetectedBoard((corners + 0.5) / factor - 0.5, len(lattice.places) / (COLUMNS * ROWS))


def _scaled(image: Image) -> tuple[Image, float]:
    """Return a picture at the size at which holes are looked for, and the factor by which it was shrunk."""
    factor = min(1.0, WORKING_SIDE_PX / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA) if factor < 1 else image
    return np.asarray(small, np.uint8), factor


def _closer(image: Image, factor: float, lattice: HoleGrid) -> HoleGrid | None:
    """Look again at the part of a picture where a grid must be, in which small holes show better; return the grid found.

    Args:
        lattice: the grid as it was found in the picture shrunk by `factor`; so is the one returned.
    """
    margin = lattice.step * (COLUMNS - np.ptp(lattice.places, axis=0))  # all rows and columns not yet seen, and one more
    first = np.maximum((lattice.pixels.min(axis=0) - margin) / factor, 0).astype(int)
    last = ((lattice.pixels.max(axis=0) + margin) / factor).astype(int)
    part, closer = _scaled(image[first[1] : last[1], first[0] : last[0]])
    found = best(blobs(part))
    ratio = factor / closer
    return found and replace(
        found, pixels=(found.pixels + 0.5) * ratio - 0.5 + first * factor, step=found.step * ratio
    )


def _fronted(image: Image, lattice: HoleGrid) -> View:
    """Return the view of the front plate.

    When an empty hole is seen from the side, the front plate's rim hides one side of it and the back plate's rim the other,
    so the centre of the visible part lies halfway between the plates.
    """
    height, width = image.shape[:2]
    view = _view(lattice, lattice.pixels, (width, height))
    empty = np.exp(marginals(contents(GridSamples.of(image, view), Connect4Reference.of({})))[:, 0])
    column, row = lattice.places.astype(int).T
    depth = DISC_DEPTH + (EMPTY_HOLE_DEPTH - DISC_DEPTH) * empty[row * COLUMNS + column]
    plain = view
    for _ in range(2):
        behind = np.concatenate([view.pixels(place[None], at) for place, at in zip(lattice.places, depth, strict=True)])
        view = _view(lattice, lattice.pixels + view.pixels(lattice.places) - behind, (width, height))
    moved = np.linalg.norm(view.corners(GEOMETRY.area) - plain.corners(GEOMETRY.area), axis=1)
    return view if moved.max() < MAX_DEPTH_SHIFT * lattice.reach else plain


def _view(lattice: HoleGrid, pixels: Points, size: tuple[int, int]) -> View:
    """Return the view in which the holes appear at these pixels, ignoring outliers."""
    _, kept = cv2.findHomography(lattice.places, pixels, cv2.RANSAC, lattice.reach)
    near = kept.ravel() > 0
    return View.through(lattice.places[near], pixels[near], size)
