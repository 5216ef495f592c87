"""Detects changed cells by comparing them with their appearance in a known position.

Untouched cells look the same, which can be detected far more reliably than a count can be read. Each classifier has its own
measure of a cell's difference; the model that converts it to a likelihood is fitted in training.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fourth_seat.calibration.lens import Points
from fourth_seat.vision.protocols import Appearance, Image

DIFFERENCE_OFFSET = 0.01  # added to differences, whose logarithms are taken
# The greatest evidence (logarithm) for and against an unchanged cell: things roll, shadows fall.
MAX_UNCHANGED_LOG, MAX_CHANGED_LOG = 5.0, 4.0

Floats = NDArray[np.floating[Any]]


@dataclass(frozen=True)
class ChangeModel:
    """A logistic regression model of change, given the logarithms of a cell's difference and of the noise."""

    difference: float
    noise: float
    always: float

    def changed(self, differing: Floats, noise: Floats) -> NDArray[np.float64]:
        """Return the log-likelihood ratio of changed against unchanged cells for these differences."""
        logs = np.log(differing + DIFFERENCE_OFFSET), np.log(noise + DIFFERENCE_OFFSET)
        return np.asarray(self.difference * logs[0] + self.noise * logs[1] + self.always, np.float64)

    def unchanged(self, differing: Floats, noise: Floats) -> NDArray[np.float64]:
        """Return the log-likelihood ratio of unchanged against changed cells, clipped since nothing is certain."""
        return np.asarray(-self.changed(differing, noise).clip(-MAX_UNCHANGED_LOG, MAX_CHANGED_LOG), np.float64)


def near(corners: Points, before: Points, share: float) -> bool:
    """Return whether all corners are closer to their earlier positions than this fraction of the board's diagonal."""
    diagonal = float(np.linalg.norm(np.ptp(before, axis=0)))
    return float(np.linalg.norm(corners - before, axis=1).max()) < share * diagonal


def packed(pixels: NDArray[np.uint8]) -> Appearance:
    """Pack pixels for storage in an appearance."""
    return {"pixels": base64.b64encode(pixels.tobytes()).decode(), "shape": list(pixels.shape)}


def unpacked(stored: Appearance) -> Image:
    """Restore pixels packed by `packed`."""
    return np.frombuffer(base64.b64decode(stored["pixels"]), np.uint8).reshape(stored["shape"])
