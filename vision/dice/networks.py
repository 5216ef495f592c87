"""The networks for dice, and their weights."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from fourth_seat.vision.arrays import Floats, Floats32
from fourth_seat.vision.network import VisionNetwork, normalised
from fourth_seat.vision.protocols import Image

WEIGHTS = Path(__file__).parent / "weights"
SEARCH_EDGE_PX = 12.0  # of an upper face's edge where it is seen best in the picture that is searched
FACE, EDGE = 40, 20.0  # pixels of a picture of one face, and of the face's edge in it: its surroundings belong to it
SHARP, BLUR = 1.3, 0.35  # times smaller without being blurred first, and standard deviation of that blur in new pixels
NO_FACE = 6  # the answer after the six values


@dataclass(frozen=True)
class FaceMap:
    """The upper faces in a picture, per cell of 4 by 4 pixels.

    Attributes:
        probability: the probability that the centre of a face lies in the cell, 0..1.
        size: the base-2 logarithm of the face's edge length over `SEARCH_EDGE_PX`.
        aside, below: the offset of the face from the cell's centre, in cells.
    """

    probability: Floats32
    size: Floats32
    aside: Floats32
    below: Floats32


@cache
def search_network() -> VisionNetwork:
    return VisionNetwork(WEIGHTS / "search.onnx", "logits")


@cache
def _face_network() -> VisionNetwork:
    return VisionNetwork(WEIGHTS / "faces.onnx", "logits")


def search(image: NDArray[np.uint8]) -> FaceMap:
    """Run the network that searches for upper faces with edges of about `SEARCH_EDGE_PX` pixels. The picture's height and
    width must be multiples of 4.
    """
    (logits,) = search_network()(normalised(image)[None])
    probability = np.asarray(1 / (1 + np.exp(-logits[0, ..., 0])), np.float32)
    return FaceMap(probability, *np.moveaxis(logits[0, ..., 1:], -1, 0))


def values(pictures: NDArray[np.uint8]) -> Floats:
    """Return the log-probabilities of 1..6 and of no face, shape (n, 7).

    Args:
        pictures: pictures of faces, whose edges span `EDGE` of `FACE` pixels, shape (n, FACE, FACE, 3).
    """
    if not len(pictures):
        return np.zeros((0, NO_FACE + 1))
    (out,) = _face_network()(normalised(pictures))
    logits = out.reshape(len(pictures), NO_FACE + 1).astype(np.float64)
    return np.asarray(logits - np.logaddexp.reduce(logits, axis=1, keepdims=True), np.float64)


def around(image: Image, x: float, y: float, scale: float, side: int) -> Image:
    """Return a square of `side` pixels around a place, each of which covers `scale` pixels of the picture. The picture is
    smoothed before downscaling.
    """
    reach = scale * side / 2 + 2
    height, width = image.shape[:2]
    left, top = (int(min(max(0, place - reach), end - 1)) for place, end in ((x, width), (y, height)))
    right, bottom = (int(max(1, min(place + reach + 1, end))) for place, end in ((x, width), (y, height)))
    part = image[top:bottom, left:right]
    if scale > SHARP:
        part = np.asarray(cv2.GaussianBlur(part, (0, 0), BLUR * scale), np.uint8)
    half = (side - 1) / 2
    to_part = np.array([[scale, 0, x - left - half * scale], [0, scale, y - top - half * scale]])
    flags = cv2.WARP_INVERSE_MAP | (cv2.INTER_CUBIC if scale < 1 else cv2.INTER_LINEAR)
    return np.asarray(cv2.warpAffine(part, to_part, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8)
