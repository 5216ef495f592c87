"""The network that finds the centre and radius of each pit and store in a picture.

It was trained on synthetic boards of many designs (training/vision/kalah/train_finder.py).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from fourth_seat.vision.arrays import Floats, Floats32
from fourth_seat.vision.network import STRIDE, VisionNetwork, normalised
from fourth_seat.vision.protocols import Image

WEIGHTS = Path(__file__).parent / "weights" / "finder.onnx"
SEARCH_SIDE_PX = 320  # the longer side of the pictures that it learned from
USUAL_RADIUS_PX = 8.0  # the radius whose logarithm is 0 for the network
MIN_PIT_PROBABILITY = 0.15  # probability of a middle, at least


class FoundPits(NamedTuple):
    """Candidates for pits and stores in a picture, the likeliest first.

    Attributes:
        pits, stores: x, y and radius in pixels, shape (n, 3).
        chances, store_chances: the probability of each pit and each store, shape (n,).
    """

    pits: Floats
    stores: Floats
    chances: Floats
    store_chances: Floats


@cache
def _network() -> VisionNetwork:
    return VisionNetwork(WEIGHTS, "logits")


def find_pits(image: Image, longer: int = SEARCH_SIDE_PX) -> FoundPits:
    """Search a picture for pits and stores, after scaling its longer side to about this many pixels."""
    height, width = image.shape[:2]
    scale = longer / max(height, width)
    columns, rows = (max(1, round(side * scale / STRIDE)) for side in (width, height))
    size = (columns * STRIDE, rows * STRIDE)
    smaller = scale < 1
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA if smaller else cv2.INTER_LINEAR)
    (logits,) = _network()(normalised(np.asarray(small, np.uint8))[None])
    step = np.array([width / columns, height / rows])  # pixels of a cell
    pits, chances = _peaks(logits[0, ..., 0], logits[0, ..., 2], step)
    stores, store_chances = _peaks(logits[0, ..., 1], logits[0, ..., 2], step)
    return FoundPits(pits, stores, chances, store_chances)


def _peaks(odds: Floats32, log_radius: Floats32, step: Floats) -> tuple[Floats, Floats]:
    """Return the peaks of a map as x, y and radius in pixels, and their probabilities."""
    chance = 1 / (1 + np.exp(-odds.astype(np.float64)))
    highest = cv2.dilate(odds, np.ones((3, 3), np.uint8)) == odds
    rows, columns = np.nonzero(highest & (chance > MIN_PIT_PROBABILITY))
    order = np.argsort(-chance[rows, columns])
    rows, columns = rows[order], columns[order]
    wide = np.pad(odds.astype(np.float64), 1, mode="edge")
    x = columns + 0.5 + _vertex(*(wide[rows + 1, columns + k] for k in range(3)))
    y = rows + 0.5 + _vertex(*(wide[rows + k, columns + 1] for k in range(3)))
    radius = USUAL_RADIUS_PX / STRIDE * np.exp(log_radius[rows, columns].astype(np.float64)) * np.sqrt(step.prod())
    return np.column_stack([x * step[0], y * step[1], radius]), chance[rows, columns]


def _vertex(before: Floats, at: Floats, after: Floats) -> Floats:
    """Return the vertex of a parabola through three neighbours, in cells from the middle one."""
    bend = before - 2 * at + after
    return np.clip(np.where(bend < -1e-9, (before - after) / np.minimum(2 * bend, -1e-9), 0.0), -0.5, 0.5)
