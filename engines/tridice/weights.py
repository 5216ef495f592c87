"""The learned weights of the evaluation, kept in a file with a line for each weight and a column for each phase.

`training/tridice/evaluation.py` writes the file.
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
    """Read weights from the text of a file. Raises `ValueError` if there are too many or too few."""
    table = np.loadtxt(io.StringIO(text), ndmin=2)
    if table.shape != (WEIGHT_COUNT, PHASES):
        raise ValueError(f"{table.shape} weights, not {(WEIGHT_COUNT, PHASES)}")
    return records_of(table.T)


def write(weights: TriDiceWeights, path: Path = WEIGHTS_FILE) -> None:
    """Save weights to a file."""
    np.savetxt(path, numbers_in(weights).T, "%.4f")


def records_of(table: NDArray[np.float64]) -> TriDiceWeights:
    """Return records made from a table with a row of numbers for each record."""
    return np.ascontiguousarray(table).view(WEIGHTS).ravel()


def numbers_in(weights: TriDiceWeights) -> NDArray[np.float64]:
    """Return a view of weights as a table with a row for each phase."""
    return weights.view(np.float64).reshape(len(weights), WEIGHT_COUNT)


def material() -> TriDiceWeights:
    """Return initial weights for learning, which count only the dice alive."""
    weights = np.zeros(PHASES, WEIGHTS)
    for own in range(5):
        for other in range(5):
            weights["alive"][:, own, other] = own - other
    return weights


@cache
def weights() -> TriDiceWeights:
    """Return the weights that the engine plays with.

    Raises:
        DamagedTable: their file is missing or damaged.
    """
    try:
        return read(read_shipped(WEIGHTS_FILE).decode())
    except OSError:
        raise DamagedTable(
            say("the weights in {path} are missing or damaged; a simpler evaluation is used", path=str(WEIGHTS_FILE))
        ) from None
