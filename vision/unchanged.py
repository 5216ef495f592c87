"""Whether a cell looks as it did when it was known what it held.

What nobody touched lies as it lay. That is seen far more surely than how much lies there; each eye measures in its own way
how much a cell differs, and its training fits what that means.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.lens import Points
from vision.protocols import Image, Look

LEAST = 0.01  # added to differences, whose logarithms are taken
SAME, CHANGED = 5.0, 4.0  # the most that a cell says for and against what it held: things roll, a shadow may fall

Floats = NDArray[np.floating[Any]]


@dataclass(frozen=True)
class Comparison:
    """A logistic regression of whether a cell changed, on the logarithms of how much it differs and how much all does."""

    difference: float
    noise: float
    always: float

    def unchanged(self, differing: Floats, noise: Floats) -> NDArray[np.float64]:
        """The logarithm of how much likelier cells are to differ so where nothing changed than where something did."""
        changed = self.difference * np.log(differing + LEAST) + self.noise * np.log(noise + LEAST) + self.always
        return np.asarray(-changed.clip(-SAME, CHANGED), np.float64)


def near(corners: Points, before: Points, share: float) -> bool:
    """Whether no corner lies further from where it lay than this share of the board's diagonal in the picture."""
    diagonal = float(np.linalg.norm(np.ptp(before, axis=0)))
    return float(np.linalg.norm(corners - before, axis=1).max()) < share * diagonal


def packed(pixels: NDArray[np.uint8]) -> Look:
    """Pixels as a look keeps them."""
    return {"pixels": base64.b64encode(pixels.tobytes()).decode(), "shape": list(pixels.shape)}


def unpacked(stored: Look) -> Image:
    """The pixels again."""
    return np.frombuffer(base64.b64decode(stored["pixels"]), np.uint8).reshape(stored["shape"])
