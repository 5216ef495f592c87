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
from vision.protocols import Appearance, Image

LEAST = 0.01  # added to differences, whose logarithms are taken
SAME, CHANGED = 5.0, 4.0  # the most that a cell says for and against what it held: things roll, a shadow may fall

Floats = NDArray[np.floating[Any]]


@dataclass(frozen=True)
class ChangeModel:
    """A logistic regression of whether something changed, on the logarithms of how much it differs and of how much that
    differs which it is compared with.
    """

    difference: float
    noise: float
    always: float

    def changed(self, differing: Floats, noise: Floats) -> NDArray[np.float64]:
        """Return the logarithm of how much likelier it is to differ so where it changed than where it did not."""
        logs = np.log(differing + LEAST), np.log(noise + LEAST)
        return np.asarray(self.difference * logs[0] + self.noise * logs[1] + self.always, np.float64)

    def unchanged(self, differing: Floats, noise: Floats) -> NDArray[np.float64]:
        """Return the same the other way round, for a whole cell compared with all others: nothing is ever certain."""
        return np.asarray(-self.changed(differing, noise).clip(-SAME, CHANGED), np.float64)


def near(corners: Points, before: Points, share: float) -> bool:
    """Return whether no corner lies further from where it lay than this share of the board's diagonal in the picture."""
    diagonal = float(np.linalg.norm(np.ptp(before, axis=0)))
    return float(np.linalg.norm(corners - before, axis=1).max()) < share * diagonal


def packed(pixels: NDArray[np.uint8]) -> Appearance:
    """Pack pixels as an appearance keeps them."""
    return {"pixels": base64.b64encode(pixels.tobytes()).decode(), "shape": list(pixels.shape)}


def unpacked(stored: Appearance) -> Image:
    """Return the pixels again."""
    return np.frombuffer(base64.b64decode(stored["pixels"]), np.uint8).reshape(stored["shape"])
