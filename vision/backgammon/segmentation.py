"""Semantic segmentation with two networks, one for boards viewed from above and one for pictures of whole tables."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from fourth_seat.vision.arrays import Floats32
from fourth_seat.vision.network import VisionNetwork, normalised
from fourth_seat.vision.protocols import Image

WEIGHTS = Path(__file__).parent / "weights"
WINDOW = (-0.75, -0.75, 13.75, 12.25, 16)
"""Window of the classifier: left, top, right, bottom in board units; pixels a unit."""

SURE = 80.0  # logit beyond which the exponential function has no float32; a set's weights come from a file


@dataclass(frozen=True)
class Segmentation:
    """The network's output for each cell of 4 by 4 pixels, as probability maps of shape (height // 4, width // 4).

    Attributes:
        features: the input of the network's last layer, shape (height // 4, width // 4, channels).
        centre: a checker's centre.
        checker: a checker.
        foreign: an arm, a hand, a sleeve.
        field: the ground of one of the board's halves, even if covered.
        raised: the centre of a checker that lies on top of another.
        tip: the tip of a point.
    """

    features: Floats32
    centre: Floats32
    checker: Floats32
    foreign: Floats32
    field: Floats32
    raised: Floats32
    tip: Floats32


@cache
def _network(name: str) -> VisionNetwork:
    return VisionNetwork(WEIGHTS / f"{name}.onnx", "logits", "features")


def segmented(name: str, image: Image, known: Floats32 | None = None) -> Segmentation:
    """Run the network `above` or `table` on a picture whose height and width are multiples of 4.

    `known` holds the adaptation to a known set: changes to the weights, followed by the bias, of the last layer's output
    for the centres of checkers.
    """
    logits, features = (out[0] for out in _network(name)(normalised(image)[None]))
    if known is not None:
        logits[..., 0] += features @ known[:-1] + known[-1]
    return Segmentation(features, *np.moveaxis(1 / (1 + np.exp(np.minimum(-logits, SURE))), -1, 0))
