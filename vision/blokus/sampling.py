"""Samples each square at the height of a piece's top, and only where no neighbouring piece can hide it.

Since all pieces are the same height, a piece's top is never hidden. A ray that passes over a square at that height without
meeting a piece continues to the board, or to the side of the piece on the next square further away. So the part of the
square at piece height that is nearest to the camera shows the square's own board or piece, whichever side the camera looks
from.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from fourth_seat.calibration.view import View
from fourth_seat.vision.arrays import Floats
from fourth_seat.vision.protocols import Image

PIECE_HEIGHT = 0.42  # of a piece's top above the board, in squares: 8 to 9 mm on squares of some 20 mm
SAMPLES_ACROSS = 8  # samples across a square, and as many down
MARGIN_SHARE = 0.16  # of a square, left out on each side: ridges, bevels, pieces not quite in their places
MAX_HIDDEN_SHARE = 0.5  # of a square that is left out at most for a neighbour's side
HARMLESS_REACH = 0.15  # squares of that reach by which no picture is misled
NEAREST_SHARE = 0.3  # of a square's samples
MAX_SAMPLE_STEP_PX = 1.2  # from one sample to the next above which the picture is made smaller first, against noise


@dataclass(frozen=True)
class Slant:
    """The extent to which neighbouring pieces intrude into a square's picture.

    Attributes:
        hidden: the probability that they intrude, shape (squares,).
        nearest: the samples of a square that are nearest to the camera, and hence the last to be affected.
    """

    hidden: Floats
    nearest: NDArray[np.intp]

    @classmethod
    def of(cls, view: View, size: int) -> Slant:
        across, down, height = view.eye
        middle = np.arange(size) + 0.5
        away = np.hypot(across - middle, (down - middle)[:, None]).ravel()
        # Of a piece's top over the squares behind it.
        reach = away * PIECE_HEIGHT / max(height - PIECE_HEIGHT, PIECE_HEIGHT)
        step = np.arange(SAMPLES_ACROSS)
        towards = step * (across - size / 2) + step[:, None] * (down - size / 2)
        return cls(
            np.clip(2 * (reach - HARMLESS_REACH), 0.01, 1) ** 2,
            np.argsort(-towards.ravel())[: round(NEAREST_SHARE * SAMPLES_ACROSS * SAMPLES_ACROSS)],
        )


def samples(image: Image, view: View, size: int) -> Image:
    """Return the pixels of each square, shape (size * size, samples, 3), row by row from the top; `size` is the number of
    rows.
    """
    pixels = view.pixels(_places(view, size), PIECE_HEIGHT)
    step = float(np.median(np.linalg.norm(np.diff(pixels, axis=0), axis=1)))
    smaller = int(step / MAX_SAMPLE_STEP_PX + 1)
    if smaller > 1:
        height, width = image.shape[:2]
        image = np.asarray(cv2.resize(image, (width // smaller, height // smaller), interpolation=cv2.INTER_AREA), np.uint8)
        pixels = (pixels + 0.5) / smaller - 0.5
    seen = pixels.astype(np.float32).reshape(size, -1, 2)
    values = cv2.remap(image, seen[..., 0], seen[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(values, np.uint8).reshape(size * size, SAMPLES_ACROSS * SAMPLES_ACROSS, 3)


def _places(view: View, size: int) -> Floats:
    across, down, height = view.eye
    x, y = (_along(eye, height, size) for eye in (across, down))
    grid = np.empty((size, size, SAMPLES_ACROSS, SAMPLES_ACROSS, 2))
    grid[..., 0] = x[None, :, None, :]
    grid[..., 1] = y[:, None, :, None]
    return grid.reshape(-1, 2)


def _along(eye: float, height: float, size: int) -> Floats:
    """Return the places of each square's samples along one axis, shape (size, SAMPLES_ACROSS).

    Args:
        eye: where the camera is on this axis, in squares.
        height: the height of the camera above the board, in squares.
    """
    start = np.arange(size, dtype=np.float64)
    # How far a ray gets on its way down from piece height to the board, for each square of its distance.
    beyond = PIECE_HEIGHT / max(height - PIECE_HEIGHT, PIECE_HEIGHT)
    left = start + MARGIN_SHARE + np.clip((eye - start) * beyond, 0, MAX_HIDDEN_SHARE)
    right = start + 1 - MARGIN_SHARE - np.clip((start + 1 - eye) * beyond, 0, MAX_HIDDEN_SHARE)
    return left[:, None] + (right - left)[:, None] * (np.arange(SAMPLES_ACROSS) + 0.5) / SAMPLES_ACROSS
