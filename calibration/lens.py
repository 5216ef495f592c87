"""Camera lens modelled as a pinhole with two radial distortion terms (Brown's model, as in OpenCV).

Calibrated lenses are stored as `[lens.SOURCE]`, one per camera, each for pictures of one size. Local cameras are identified
by their number.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from fourth_seat.boundary.addresses import without_login
from fourth_seat.calibration import store
from fourth_seat.words import FourthSeatError, say

Points = NDArray[np.float64]
"""Points as rows, shape (n, 2)."""

MIN_VIEWS = 5  # of a plane from which a lens can be estimated
ENOUGH_VIEWS = MIN_VIEWS + 3  # people are asked for more than necessary, as some add little
MAX_REPROJECTION_ERROR_SHARE = 0.002  # of the picture's longer side, root mean square: some two pixels
# Of webcams and phones, in widths of the picture's longer side: some 61 degrees across.
TYPICAL_FOCAL_SHARE = 0.85


class BadLens(FourthSeatError, ValueError):
    """Raised when the distortion of a lens cannot be computed from the given pictures."""


@dataclass(frozen=True, slots=True)
class Lens:
    """A camera's lens: a pinhole with radial distortion.

    Attributes:
        focal: the focal length in pixels.
        centre: the principal point, where the optical axis meets the sensor, in pixels.
        k1, k2: the radial distortion coefficients; 0 for a lens that keeps lines straight.
    """

    focal: float
    centre: tuple[float, float]
    k1: float = 0.0
    k2: float = 0.0

    @classmethod
    def usual(cls, size: tuple[int, int]) -> Lens:
        """Return a typical lens for an uncalibrated camera whose pictures have this (width, height)."""
        width, height = size
        return cls(TYPICAL_FOCAL_SHARE * max(size), (width / 2, height / 2))

    @classmethod
    def fitted(cls, points: Sequence[Points], pixels: Sequence[Points], size: tuple[int, int]) -> Lens:
        """Fit a lens to several pictures of a plane taken from different angles (Zhang, A flexible new technique for
        camera calibration, 2000).

        Args:
            points: for each picture, points on the plane, shape (n, 2), in any unit.
            pixels: their pixel coordinates, shape (n, 2).
            size: the size of the pictures, (width, height).

        Raises:
            BadLens: there are too few pictures, they are too similar, or they do not show a flat object.
        """
        if len(points) < MIN_VIEWS:
            raise BadLens(say("show the sheet from at least {n} angles", n=MIN_VIEWS))
        flat = [np.column_stack([plane, np.zeros(len(plane))]).astype(np.float32) for plane in points]
        seen = [each.astype(np.float32) for each in pixels]
        start = cls.usual(size)
        flags = (
            cv2.CALIB_USE_INTRINSIC_GUESS
            | cv2.CALIB_FIX_ASPECT_RATIO
            | cv2.CALIB_FIX_PRINCIPAL_POINT  # a webcam's true offset does less harm than an estimate from a few pictures
            | cv2.CALIB_ZERO_TANGENT_DIST
            | cv2.CALIB_FIX_K2  # a sheet in the middle does not determine it, so it would distort the corners at random
            | cv2.CALIB_FIX_K3
        )
        error, matrix, bent, *_ = cv2.calibrateCamera(flat, seen, size, start.matrix, np.zeros(5), flags=flags)
        if error > MAX_REPROJECTION_ERROR_SHARE * max(size):
            raise BadLens(say("the sheet is bent, or was moved too fast: keep it flat and still"))
        return cls(float(matrix[0, 0]), start.centre, *(float(k) for k in bent.ravel()[:2]))

    @property
    def matrix(self) -> NDArray[np.float64]:
        """The camera matrix K, shape (3, 3)."""
        return np.array([[self.focal, 0, self.centre[0]], [0, self.focal, self.centre[1]], [0, 0, 1.0]])

    @property
    def straight(self) -> bool:
        """Whether the lens is free of distortion."""
        return self.k1 == self.k2 == 0

    def straightened(self, pixels: Points) -> Points:
        """Remove the lens distortion from pixel coordinates, shape (n, 2)."""
        if self.straight or not len(pixels):
            return pixels
        flat = cv2.undistortPoints(pixels.reshape(-1, 1, 2), self.matrix, self._distortion(), P=self.matrix)
        return np.asarray(flat, np.float64).reshape(-1, 2)

    def bent(self, pixels: Points) -> Points:
        """Apply the lens distortion to undistorted pixel coordinates, shape (n, 2)."""
        if self.straight:
            return pixels
        rays = (pixels - self.centre) / self.focal
        square = (rays**2).sum(axis=1, keepdims=True)
        bent: Points = rays * (1 + self.k1 * square + self.k2 * square**2) * self.focal + self.centre
        return bent

    def _distortion(self) -> NDArray[np.float64]:
        return np.array([self.k1, self.k2, 0, 0, 0], np.float64)


_PART = "lens"
_DEVICE_FOLDER = re.compile("^/dev/video(?=[0-9]+$)")
MAX_LENGTH_PX = 1e6  # of a focal length or a place
MAX_RADIAL_TERM = 10.0  # those of fisheyes are below 1


def load_lens(source: str, size: tuple[int, int]) -> Lens | None:
    """Load a camera's lens for pictures of this (width, height), or None if it has not been calibrated.

    Raises:
        BadConfig: the calibration file cannot be read.
    """
    saved = store.load(_PART, _key(source)) or store.load(_PART, without_login(source))  # the form of earlier versions
    try:
        if tuple(saved["size"]) != size:
            return None
        x, y = saved["centre"]
        focal, x, y, k1, k2 = (float(number) for number in (saved["focal"], x, y, saved["k1"], saved["k2"]))
        fit = 0 < focal < MAX_LENGTH_PX and max(abs(x), abs(y)) < MAX_LENGTH_PX and max(abs(k1), abs(k2)) < MAX_RADIAL_TERM
        return Lens(focal, (x, y), k1, k2) if fit else None
    except (KeyError, TypeError, ValueError, OverflowError):
        return None


def save_lens(source: str, size: tuple[int, int], lens: Lens) -> None:
    """Save a camera's lens for pictures of this (width, height).

    Raises:
        NotSaved: the file cannot be written.
    """
    values = {"size": list(size), "focal": lens.focal, "centre": list(lens.centre), "k1": lens.k1, "k2": lens.k2}
    store.save(_PART, _key(source), values)


def _key(source: str) -> str:
    """Return a camera's key in the file: `0` also for `/dev/video0`, an address without its login."""
    return _DEVICE_FOLDER.sub("", without_login(source.strip()))
