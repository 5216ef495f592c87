"""The reference appearance of the pits, recorded when their contents were known: untouched seeds look the same.

Many seeds are hard to count, but it is easy to see whether any were added or removed. So a pit that looks the same still
has its old contents, and one that looks different most likely does not. Colours are first corrected for the current light,
using the wood around each pit, whose pixels also show how much two pictures of the same object differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from fourth_seat.calibration.lens import Points
from fourth_seat.vision.arrays import Floats, Floats32
from fourth_seat.vision.kalah.seed_counter import LOG_OFFSET
from fourth_seat.vision.protocols import Appearance
from fourth_seat.vision.track.cell_changes import ChangeModel, near, packed, unpacked

PITS_KEY = "pits"  # in the transient part of a look
COARSE_SIDE_PX = 24  # of a remembered window, a pitch across: a seed is four to six
SEED_PX = 5  # width over which differences are averaged
MAX_PIT_RADIUS, MIN_WOOD_RADIUS = 0.44, 0.54  # in pits: nothing but wood lies beyond the latter
TREMBLE_PX = 0.5  # by which pits may be displaced when the table trembles
MIN_HIDING_DIFFERENCE = 0.25  # difference of wood, in logarithms of colour, from which on something else is seen there
MIN_TINT_DIFFERENCE = 0.3  # between the colours of one pit's light and of the whole board's: beyond that it is not wood
DAZZLING_LEVEL = 248  # grey level of what a lamp's reflection hides
DAZZLED_FACTOR = 3.0  # from the share of the wood that is hidden to the share of the pit
DAZZLED_PIT_SHARES = 0.25, 0.5  # of a pit that pale seeds make white, at most, and from which on it is all hidden
MAX_CORNER_SHIFT_SHARE = 0.05  # of the board's diagonal: from further away, seeds hide each other differently
PIT_CHANGES = ChangeModel(
    difference=4.9, noise=-3.4, always=0.7
)  # training/vision/kalah/fit_changes.py; the noise is the wood's

Windows = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class KalahReference:
    """A picture of this set in a known position, for comparison.

    Attributes:
        windows: the board's windows at reduced resolution (`coarse`), shape (2, columns, COARSE_SIDE_PX, COARSE_SIDE_PX,
            3).
        counts: the number of seeds in each cell at that time, keyed by name.
        corners: the corners of the playing area in that picture, in pixels, shape (4, 2).
    """

    windows: Windows
    counts: Mapping[str, int]
    corners: Points

    @classmethod
    def of(cls, transient: Appearance) -> KalahReference | None:
        """Restore the reference from the temporary part of an appearance."""
        if PITS_KEY not in transient:
            return None
        stored = transient[PITS_KEY]
        return cls(unpacked(stored["windows"]), stored["counts"], np.array(stored["corners"], np.float64))

    def stored(self) -> Appearance:
        """Serialise the reference as part of an appearance."""
        return {
            PITS_KEY: {
                "windows": packed(self.windows),
                "counts": dict(self.counts),
                "corners": self.corners.round(2).tolist(),
            }
        }

    def serves(self, windows: Windows, corners: Points) -> bool:
        """Return whether the board in this view can be compared with the reference: it must have the same size and be seen
        from about the same direction.
        """
        return windows.shape == self.windows.shape and near(corners, self.corners, MAX_CORNER_SHIFT_SHARE)

    def compared(self, windows: Windows) -> PitChanges:
        """Return the differences between the reference and these coarse windows."""
        return differences(self.windows, windows)


class PitChanges(NamedTuple):
    """Differences between two pictures of a board, in logarithms of colour. The two halves of a store, in the outer
    columns, count as one.

    Attributes:
        differing: the largest difference in each pit, shape (2, columns).
        noise: the standard deviation of the noise in the wood around it, shape (2, columns).
        hidden: the proportion of the wood around it that looks different, shape (2, columns); 0 for stores.
    """

    differing: Floats32
    noise: Floats32
    hidden: Floats32

    @property
    def unchanged(self) -> Floats:
        """The log-likelihood ratio of each difference for an unchanged pit against a changed one."""
        return PIT_CHANGES.unchanged(self.differing, self.noise)


def coarse(windows: Windows) -> Windows:
    """Downscale the windows to sides of COARSE_SIDE_PX."""
    rows, columns, side = windows.shape[:3]
    plane = np.ascontiguousarray(windows.swapaxes(1, 2)).reshape(rows * side, columns * side, 3)
    small = cv2.resize(plane, (columns * COARSE_SIDE_PX, rows * COARSE_SIDE_PX), interpolation=cv2.INTER_AREA)
    blocks = np.asarray(small, np.uint8).reshape(rows, COARSE_SIDE_PX, columns, COARSE_SIDE_PX, 3)
    return np.ascontiguousarray(blocks.swapaxes(1, 2))


def dazzled(window: Windows) -> float:
    """Estimate the proportion of a pit hidden by a lamp's reflection, 0..1, from the wood around it, and from the pit
    itself if more of it is white than pale seeds can explain.
    """
    wood = _distance(window.shape[0]) > MAX_PIT_RADIUS
    white = window.min(axis=2) >= DAZZLING_LEVEL
    least, most = DAZZLED_PIT_SHARES
    inside = (float(white[~wood].mean()) - least) / (most - least)
    return float(np.clip(max(DAZZLED_FACTOR * float(white[wood].mean()), inside), 0, 1))


def differences(before: Windows, now: Windows) -> PitChanges:
    """Return the differences between coarse windows."""
    old, new = (np.log(windows.astype(np.float32) + LOG_OFFSET) for windows in (before, now))
    wood = (new - old)[:, :, _distance() > MIN_WOOD_RADIUS]
    light = np.median(wood, axis=2)
    noise = 1.4826 * np.median(np.abs(wood - light[:, :, None]), axis=(2, 3))  # a standard deviation
    # A store fills its windows to the corners, so its light, and how that falls off, is known from the pits beside it.
    light[:, [0, -1]] = 2 * light[:, [1, -2]] - light[:, [2, -3]]
    noise[:, [0, -1]] = noise[:, [1, -2]].mean(axis=0)
    old += light[:, :, None, None]
    off, steep = _plane(new - old), _plane(old)
    slopes = [cv2.Sobel(steep, cv2.CV_32F, *way, ksize=3, scale=1 / 8) for way in ((1, 0), (0, 1))]
    trembling = TREMBLE_PX * np.sqrt(sum(cv2.blur(slope * slope, (SEED_PX, SEED_PX)) for slope in slopes))
    excess = np.maximum(np.abs(cv2.blur(off, (SEED_PX, SEED_PX))) - trembling, 0)
    most = _windows(np.sqrt((excess**2).mean(axis=2)))
    hidden = np.asarray((most[:, :, _distance() > MIN_WOOD_RADIUS] > MIN_HIDING_DIFFERENCE).mean(axis=2), np.float32)
    tint = np.ptp(light - np.median(light[:, 1:-1], axis=(0, 1)), axis=2)  # a shadow has nearly none
    hidden[tint > MIN_TINT_DIFFERENCE] = 1
    hidden[:, [0, -1]] = 0
    most[:, 1:-1, _distance() > MAX_PIT_RADIUS] = 0
    differing = most.max(axis=(2, 3))
    differing[:, [0, -1]] = differing[:, [0, -1]].max(axis=0)
    return PitChanges(np.asarray(differing, np.float32), np.asarray(noise, np.float32), hidden)


def _distance(side: int = COARSE_SIDE_PX) -> Floats32:
    """Return the distance of a window's pixels from its centre, in pits, shape (side, side)."""
    line = (np.arange(side, dtype=np.float32) + 0.5) / side - 0.5
    return np.hypot(line[:, None], line)


def _plane(windows: Floats32) -> Floats32:
    """Join the windows of a board, shape (2 COARSE_SIDE_PX, columns COARSE_SIDE_PX, 3)."""
    return np.ascontiguousarray(windows.swapaxes(1, 2).reshape(2 * COARSE_SIDE_PX, -1, 3))


def _windows(plane: Floats32) -> Floats32:
    """Invert `_plane`, without colours."""
    return plane.reshape(2, COARSE_SIDE_PX, -1, COARSE_SIDE_PX).swapaxes(1, 2).copy()
