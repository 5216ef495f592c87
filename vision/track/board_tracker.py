"""Tracks the place of a board in a camera's pictures, and selects the pictures in which it can be read."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from fourth_seat.calibration.lens import Points
from fourth_seat.games.geometry import Geometry
from fourth_seat.vision.camera.source import CameraFrame
from fourth_seat.vision.protocols import Image, PictureSize
from fourth_seat.vision.track.motion_gate import FrameStatus, MotionGate
from fourth_seat.vision.track.picture_flip import Flip
from fourth_seat.vision.track.registration import MAX_DRIFT_SHARE, BoardLost, BoardMoved, BoardRegistration

CHECK_INTERVAL_S = 1.0  # between two checks: they cost more than all the rest
MAX_STRETCH = 0.01  # by how much the proportions of pictures that show the same may differ
MAX_FAILED_CHECKS = 3  # checks in a row that must fail before the board counts as lost: a person may lean over it


def tallest(geometry: Geometry) -> float:
    """Return the maximum height of pieces on a board, as a fraction of the board's size."""
    left, top, right, bottom = geometry.area
    return max(cell.height for cell in geometry.cells if cell.zone == "board") / min(right - left, bottom - top)


class BoardTracker:
    """Tracks a board whose place is known, and detects when it is lost.

    Attributes:
        corners: the corners of the playing area in pixels, shape (4, 2), in order around it.
        size: the size of the pictures, (width, height).
        tall: the maximum height of pieces, as a fraction of the board's size.
        lost: whether the board can no longer be found.
    """

    def __init__(self, corners: Points, size: tuple[int, int], tall: float = 0.0) -> None:
        self.corners, self.size, self.tall = corners, size, tall
        self.lost = False
        self._gate = MotionGate(corners, size, tall)
        self._banded_gate: MotionGate | None = None
        self._anchor: BoardRegistration | None = None
        self._anchored = corners
        self._checked = 0.0
        self._misses = 0
        self._settled: Image | None = None  # the last settled picture

    def frame_status(self, frame: CameraFrame, banded: Image | None = None) -> FrameStatus:
        """Return the status of a picture, i.e. whether it can be read or learned from.

        `banded` is the picture as it was before a lamp's bands were removed. Bands that are left over where the picture is
        white, and bands that the gate itself makes up for, fail in different places; something that moves is in both.
        """
        status = self._gate.check(frame.image, frame.t)
        if banded is None:
            self._banded_gate = None
        else:
            status = self._without_bands(status, banded, frame.t)
        if status.settled:
            self._settled = frame.image
        return status

    def _without_bands(self, status: FrameStatus, banded: Image, t: float) -> FrameStatus:
        self._banded_gate = self._banded_gate or MotionGate(self.corners, self.size, self.tall)
        other = self._banded_gate.check(banded, t, banded=True)
        moving, reaching = status.moving and other.moving, status.reaching or other.reaching
        settled = (status.settled or other.settled) and not reaching
        return replace(status, moving=moving, reaching=reaching, settled=settled)

    def flipped(self, flip: Flip) -> BoardTracker:
        """Return a tracker for the board in pictures that are flipped from now on."""
        tracker = BoardTracker(flip.points(self.corners, self.size), self.size, self.tall)
        if self._settled is not None:  # a hand may lie over the board when the first flipped picture is taken
            tracker._settled = flip.image(self._settled)
            tracker._gate.begin_with(tracker._settled)
        return tracker

    def hold(self, frame: CameraFrame) -> None:
        """Use this settled picture, in which the board lies within `corners`, as the reference scene."""
        self._anchor, self._anchored = BoardRegistration(frame.image, self.corners), self.corners
        self._checked, self._misses, self.lost = frame.t, 0, False

    def check(self, frame: CameraFrame, settled: bool, fits: bool) -> Points | BoardLost | None:
        """Compare a still picture with the reference scene, at most once per interval.

        Unless the picture is `settled`, something may be reaching over the board, so the board must not be reported as
        lost. If the position can be read at the board's place (`fits`), the board is still there, no matter how much its
        appearance has changed.

        Returns the board's new corners, shape (4, 2), if it has moved; `BoardLost` if it cannot be found; or None if
        nothing has changed or been compared.
        """
        if self._anchor is None:
            if settled:
                self.hold(frame)
            return None
        if 0 <= frame.t - self._checked < CHECK_INTERVAL_S:
            return None
        self._checked = frame.t
        where = self._anchor.check(frame.image)
        if isinstance(where, BoardLost):
            if fits:
                self.hold(frame)
                return None
            self._misses += settled
            return where if self._misses >= MAX_FAILED_CHECKS else None
        self._misses, self.lost = 0, False
        if fits:
            self._anchor.renew()
        corners = where.corners if isinstance(where, BoardMoved) else self._anchored
        extent = np.linalg.norm(np.ptp(self.corners, axis=0))
        if np.linalg.norm(corners - self.corners, axis=1).max() <= MAX_DRIFT_SHARE * extent:
            return None
        self.corners, self._settled = corners, None
        self._gate, self._banded_gate = MotionGate(corners, self.size, self.tall), None
        return corners


class KnownPlaces:
    """A board's corners in pictures of each size seen so far. The size changes when a camera changes its mode or is
    replaced.
    """

    def __init__(self) -> None:
        self._corners: dict[PictureSize, Points] = {}

    def remember(self, size: PictureSize, corners: Points) -> None:
        """Store the corners, shape (4, 2), for pictures of this size."""
        self._corners.pop(size, None)  # so that the newest comes last
        self._corners[size] = corners

    def flip(self, flip: Flip) -> None:
        """Flip all places, because the camera's picture has been flipped."""
        self._corners = {size: flip.points(corners, size) for size, corners in self._corners.items()}

    def corners(self, size: PictureSize) -> Points | None:
        """Return the corners in pictures of this size, scaled from a size with the same aspect ratio if necessary, or None
        if unknown.
        """
        if size in self._corners:
            return self._corners[size]
        for other, corners in reversed(self._corners.items()):
            across, down = np.array(size) / other
            if abs(across / down - 1) < MAX_STRETCH:
                return np.asarray(corners * (across, down), np.float64)
        return None
