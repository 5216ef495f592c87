"""Logistic regression, small enough for Newton's method; of whether cells changed, among others
(vision/track/cell_changes.py).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.track.cell_changes import LEAST

STEPS, RIDGE = 60, 0.01  # of Newton's method, and the penalty on squared coefficients

Floats = NDArray[np.float64]


def fitted(by: Floats, true: Floats) -> Floats:
    """Return the coefficients of a regression in which both answers weigh the same.

    Args:
        by: features of each sample, shape (n, k).
        true: 1 or 0 for each, shape (n,).
    """
    weight = np.where(true > 0, 0.5 / true.mean(), 0.5 / (1 - true).mean())
    found = np.zeros(by.shape[1])
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-by @ found))
        slope = by.T @ (weight * (chance - true)) + RIDGE * found
        curve = (by * (weight * chance * (1 - chance))[:, None]).T @ by + RIDGE * np.eye(len(found))
        found -= np.linalg.solve(curve, slope)
    return found


def tell_changes(samples: Floats, what: str) -> None:
    """Fit a `vision.track.cell_changes.Comparison` and print it, with the number of cells that it classifies right.

    Args:
        samples: how much each cell differs, how much all does, and whether it changed; shape (n, 3).
        what: the cells are called.
    """
    by, changed = np.column_stack([np.log(samples[:, :2] + LEAST), np.ones(len(samples))]), samples[:, 2]
    found = fitted(by, changed)
    print("difference {:.1f}, noise {:.1f}, always {:.1f}".format(*found))
    wrong = (by @ found > 0) != (changed > 0)
    for name, those in (("unchanged", changed == 0), ("changed", changed == 1)):
        print(f"{name}: {those.sum() - (wrong & those).sum()} of {those.sum()} {what} told")
