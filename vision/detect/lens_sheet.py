"""The chessboard corners of the printed lens sheet in a picture."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.lens import Points
from hardware.paper.lens_sheet import charuco
from vision.protocols import Image

LEAST = 12  # corners, of forty: fewer say little about the lens


def sheet_corners(image: Image) -> tuple[Points, Points] | None:
    """The corners that are seen: on the sheet, in squares, and in the picture, in pixels; both of shape (n, 2).

    None where the sheet is not seen, or too little of it.
    """
    board = charuco()
    corners, numbers, _, _ = cv2.aruco.CharucoDetector(board).detectBoard(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
    if numbers is None or len(numbers) < LEAST:
        return None
    on_sheet = np.asarray(board.getChessboardCorners(), np.float64)[numbers.ravel(), :2]
    return on_sheet, np.asarray(corners, np.float64).reshape(-1, 2)
