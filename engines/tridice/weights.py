"""What the search has learned, as a file keeps it: the weights of the evaluation, a line each, by phase.

Made by `training/tridice/evaluation.py`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engines.tridice.kernels.evaluation import ALIVE, PHASES, WEIGHTS

PATH = Path(__file__).with_name("weights.txt")

Floats = NDArray[np.float64]


def read(path: Path = PATH) -> Floats:
    """The weights as the kernels read them: phase by phase."""
    table = np.loadtxt(path, ndmin=2)
    if table.shape != (WEIGHTS, PHASES):
        raise ValueError(f"{path} has {table.shape} weights, not {(WEIGHTS, PHASES)}")
    return np.ascontiguousarray(table.T).ravel()


def write(weights: Floats, path: Path = PATH) -> None:
    """Keeps weights in a file."""
    np.savetxt(path, weights.reshape(PHASES, WEIGHTS).T, "%.4f")


def material() -> Floats:
    """Weights that know nothing but how many dice are alive: where learning begins."""
    weights = np.zeros((PHASES, WEIGHTS))
    for own in range(5):
        for other in range(5):
            weights[:, ALIVE + 5 * own + other] = own - other
    return weights.ravel()


@cache
def weights() -> Floats:
    """The weights that are played with."""
    return read()
