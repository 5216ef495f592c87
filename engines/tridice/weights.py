"""Learned weights of the evaluation, stored in a text file with one row per weight and one column per phase.

The file is written by `training/tridice/evaluation.py`.
"""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fourth_seat.boundary.shipped import read_shipped
from fourth_seat.engines.errors import DamagedTable
from fourth_seat.engines.tridice.kernels.evaluation import PHASES, WEIGHT_COUNT, WEIGHTS
from fourth_seat.words import say

WEIGHTS_FILE = Path(__file__).parent / "weights" / "evaluation.txt"

TriDiceWeights = NDArray[np.void]
"""`WEIGHTS` for each phase."""


def read(text: str) -> TriDiceWeights:
    """Parse weights from text. Raises `ValueError` if their number is wrong."""
    table = np.loadtxt(io.StringIO(text), ndmin=2)
    if table.shape != (WEIGHT_COUNT, PHASES):
        raise ValueError(f"{table.shape} weights, not {(WEIGHT_COUNT, PHASES)}")
    return records_of(table.T)


def write(weights: TriDiceWeights, path: Path = WEIGHTS_FILE) -> None:
    """Save weights to a file."""
    np.savetxt(path, numbers_in(weights).T, "%.4f")


def records_of(table: NDArray[np.float64]) -> TriDiceWeights:
    """Convert a table to records, one per row."""
    return np.ascontiguousarray(table).view(WEIGHTS).ravel()


def numbers_in(weights: TriDiceWeights) -> NDArray[np.float64]:
    """Return a view of the weights as a table with one row per phase."""
    return weights.view(np.float64).reshape(len(weights), WEIGHT_COUNT)


def material() -> TriDiceWeights:
    """Return initial weights for training, which count only the dice alive."""
    weights = np.zeros(PHASES, WEIGHTS)
    for own in range(5):
        for other in range(5):
            weights["alive"][:, own, other] = own - other
    return weights


@cache
def weights() -> TriDiceWeights:
    """Return the weights used by the engine; the result is cached.

    Raises:
        DamagedTable: the weights file is missing or damaged.
    """
    try:
        return read(read_shipped(WEIGHTS_FILE).decode())
    except OSError:
        raise DamagedTable(
            say("the weights in {path} are missing or damaged; a simpler evaluation is used", path=str(WEIGHTS_FILE))
        ) from None
