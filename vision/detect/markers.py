"""Detects printed fiducial markers in a picture: a board's four corner markers, and the chessboard of the lens sheet."""

from __future__ import annotations

import cv2
import numpy as np

from fourth_seat.calibration.lens import Points
from fourth_seat.hardware.paper.corner_markers import CORNERS, MARKER_BITS, MARKER_DICTIONARY
from fourth_seat.hardware.paper.lens_sheet import charuco
from fourth_seat.vision.protocols import BoardNotFound, DetectedBoard, Image
from fourth_seat.words import say

MIN_MARKERS = 2  # a single one may be something that merely looks like one
MIN_SHEET_CORNERS = 12  # of forty: fewer say little about the lens
_UNIT = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float64)  # a marker's corners, as they are detected
_QUIET = 1 / MARKER_BITS  # of a marker's side: from it to its paper's corner


def find_markers(image: Image) -> DetectedBoard | BoardNotFound | None:
    """Return the corners of the playing area marked by the four printed markers, or None if there are no markers.

    This takes about 60 ms.
    """
    seen = _detected(image)
    if len(seen) < MIN_MARKERS:
        return None
    missing = [corner.name for number, corner in enumerate(CORNERS) if number not in seen]
    if missing:
        return BoardNotFound(say("The {corner} corner marker is not visible.", corner=missing[0]))
    middle = np.mean([marker.mean(axis=0) for marker in seen.values()], axis=0)
    corners = []
    for number, corner in enumerate(CORNERS):
        marker = seen[number]
        inner = int(np.linalg.norm(marker - middle, axis=1).argmin())
        if tuple(_UNIT[inner]) != (corner.right, corner.bottom):
            return BoardNotFound(
                say(
                    "The {corner} corner marker is turned the wrong way: its dot belongs in that corner.",
                    corner=corner.name,
                )
            )
        at = _UNIT[inner] * (1 + 2 * _QUIET) - _QUIET
        homography, _ = cv2.findHomography(_UNIT, marker)
        corners.append(cv2.perspectiveTransform(at.reshape(1, 1, 2), homography)[0, 0])
    return DetectedBoard(np.asarray(corners, np.float64), 1.0)


def sheet_corners(image: Image) -> tuple[Points, Points] | None:
    """Return the coordinates of the sheet's visible corners on the sheet, in squares, and in the picture, in pixels, each
    of shape (n, 2).

    Returns None if not enough of the sheet is visible.
    """
    board = charuco()
    corners, numbers, _, _ = cv2.aruco.CharucoDetector(board).detectBoard(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
    if numbers is None or len(numbers) < MIN_SHEET_CORNERS:
        return None
    on_sheet = np.asarray(board.getChessboardCorners(), np.float64)[numbers.ravel(), :2]
    return on_sheet, np.asarray(corners, np.float64).reshape(-1, 2)


def _detected(image: Image) -> dict[int, Points]:
    """Return the corners of each visible marker, keyed by number, in the order of `_UNIT`, shape (4, 2)."""
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.relativeCornerRefinmentWinSize = 0.5  # bits; no further, or the next bit's corner counts too
    settings.cornerRefinementMaxIterations = 100
    settings.cornerRefinementMinAccuracy = 0.005  # pixels
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY), settings)
    corners, numbers, _ = detector.detectMarkers(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
    if numbers is None:
        return {}
    return {
        int(number): np.asarray(marker, np.float64).reshape(4, 2)
        for number, marker in zip(numbers.ravel(), corners, strict=True)
    }
