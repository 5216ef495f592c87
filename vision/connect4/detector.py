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
from fourth_seat.vision.connect4.gravity import Logs, heights, marginals
from fourth_seat.vision.connect4.grid import ENOUGH_HOLES, HoleGrid, best
from fourth_seat.vision.connect4.rejection import CERTAIN_LOG
from fourth_seat.vision.connect4.sampling import GridSamples
from fourth_seat.vision.protocols import BoardNotFound, DetectedBoard, Image, PictureSize, size_of
from fourth_seat.words import say

# Pixels: the longer side of a picture in which most boards' holes are round, and of a finer one for boards in a small part
# of it. Small things lie in grids there, so a grid must be almost complete.
WORKING_SIDE_PX, FINE_SIDE_PX = 640, 1280
MIN_HOLES = 26  # holes that must be seen: in keyboards, fronts of houses and the like, fewer lie in such a grid
# Units: the depth about which a hole's outline lies.
EMPTY_HOLE_DEPTH, DISC_DEPTH = -0.15, -0.03  # of an empty one, and of one with a disc
MAX_DEPTH_SHIFT = 12.0  # that the depth can move a corner, in what a centre may be seen off
NOTHING_KNOWN = Connect4Reference.of({})


class Connect4Detector:
    """Finds an upright Connect 4 grid."""

    def detect(self, image: Image, options: Options) -> DetectedBoard | BoardNotFound:
        lattice, small, factor = _lattice(image, WORKING_SIDE_PX)
        if factor < 1 and (lattice is None or len(lattice.places) < MIN_HOLES):
            fine, small, factor = _lattice(image, FINE_SIDE_PX, closer_from=MIN_HOLES)
            lattice = fine if fine and fine.net >= ENOUGH_HOLES else None
        if lattice is None or len(lattice.places) < MIN_HOLES:
            return BoardNotFound(say("No grid of seven by six holes can be seen."))
        if lattice.lying:
            return BoardNotFound(say("The board lies on its side in the picture: turn the camera by 90 degrees."))
        if lattice.beyond > len(lattice.places) // 8:
            return BoardNotFound(say("There are more rows or columns of holes than Connect 4 has."))
        corners = _fronted(small, *_upright(small, lattice)).corners(GEOMETRY.area)
        return DetectedBoard((corners + 0.5) / factor - 0.5, len(lattice.places) / (COLUMNS * ROWS))


def _lattice(image: Image, side: int, closer_from: int = 0) -> tuple[HoleGrid | None, Image, float]:
    """Shrink a picture to a longer side of this many pixels. Return the grid with the most holes in it (None if there is
    none), the shrunk picture and the factor. An incomplete grid of at least `closer_from` holes is looked at
    more closely.
    """
    small, factor = _scaled(image, side)
    lattice = best(blobs(small))
    if lattice and closer_from <= lattice.net < ENOUGH_HOLES:
        lattice = max(lattice, _closer(image, factor, lattice) or lattice, key=lambda grid: grid.net)
    return lattice, small, factor


def _scaled(image: Image, side: int) -> tuple[Image, float]:
    """Return a picture shrunk to a longer side of this many pixels, if it is larger, and the factor."""
    factor = min(1.0, side / max(image.shape[:2]))
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
    part, closer = _scaled(image[first[1] : last[1], first[0] : last[0]], WORKING_SIDE_PX)
    found = best(blobs(part))
    ratio = factor / closer
    return found and replace(found, pixels=(found.pixels + 0.5) * ratio - 0.5 + first * factor, step=found.step * ratio)


def _upright(image: Image, lattice: HoleGrid) -> tuple[HoleGrid, Logs]:
    """Return the grid with its foot where gravity says, and the log-likelihoods of its contents.

    The holes look the same after half a turn. If discs would rest on one another only in a picture turned upside down, the
    camera hangs that way.
    """
    turned = replace(lattice, places=(COLUMNS, ROWS) - lattice.places)
    views = [(way, _view(way, way.pixels, size_of(image))) for way in (lattice, turned)]
    ways = [(way, contents(GridSamples.of(image, view), NOTHING_KNOWN)) for way, view in views]
    upright, upside_down = (np.logaddexp.reduce(heights(logs), axis=-1).sum() for _, logs in ways)
    return ways[int(upside_down > upright + CERTAIN_LOG)]


def _fronted(image: Image, lattice: HoleGrid, logs: Logs) -> View:
    """Return the view of the front plate.

    When an empty hole is seen from the side, the front plate's rim hides one side of it and the back plate's rim the other,
    so the centre of the visible part lies halfway between the plates.

    Args:
        logs: the log-likelihoods of the holes' contents, as returned by `contents`.
    """
    view = plain = _view(lattice, lattice.pixels, size_of(image))
    empty = np.exp(marginals(logs))[:, 0]
    column, row = lattice.places.astype(int).T
    depth = DISC_DEPTH + (EMPTY_HOLE_DEPTH - DISC_DEPTH) * empty[row * COLUMNS + column]
    for _ in range(2):
        behind = np.concatenate([view.pixels(place[None], at) for place, at in zip(lattice.places, depth, strict=True)])
        view = _view(lattice, lattice.pixels + view.pixels(lattice.places) - behind, size_of(image))
    moved = np.linalg.norm(view.corners(GEOMETRY.area) - plain.corners(GEOMETRY.area), axis=1)
    return view if moved.max() < MAX_DEPTH_SHIFT * lattice.reach else plain


def _view(lattice: HoleGrid, pixels: Points, size: PictureSize) -> View:
    """Return the view in which the holes appear at these pixels, ignoring outliers."""
    # MAGSAC (Barath et al., 2020): of holes seen in part, whose centres are off by all amounts, RANSAC takes too many.
    _, kept = cv2.findHomography(lattice.places, pixels, cv2.USAC_MAGSAC, lattice.reach)
    near = kept.ravel() > 0
    return View.through(lattice.places[near], pixels[near], size)
