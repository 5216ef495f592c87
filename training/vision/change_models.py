"""Logistic regression by Newton's method, for models with few features, such as whether a cell has changed
(`vision/track/cell_changes.py`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fourth_seat.vision.track.cell_changes import DIFFERENCE_OFFSET

NEWTON_STEPS, RIDGE_PENALTY = 60, 0.01  # of squared coefficients

Floats = NDArray[np.float64]


def logistic_coefficients(features: Floats, labels: Floats) -> Floats:
    """Return the coefficients of a logistic regression in which both classes have the same weight, shape (k,).

    Args:
        features: of each sample, shape (n, k).
        labels: 1 or 0 for each sample, shape (n,).
    """
    weight = np.where(labels > 0, 0.5 / labels.mean(), 0.5 / (1 - labels).mean())
    coefficients = np.zeros(features.shape[1])
    for _ in range(NEWTON_STEPS):
        probability = 1 / (1 + np.exp(-features @ coefficients))
        gradient = features.T @ (weight * (probability - labels)) + RIDGE_PENALTY * coefficients
        curvature = (features * (weight * probability * (1 - probability))[:, None]).T @ features
        hessian = curvature + RIDGE_PENALTY * np.eye(len(coefficients))
        coefficients -= np.linalg.solve(hessian, gradient)
    return coefficients


def print_change_model(samples: Floats, what: str) -> None:
    """Fit the coefficients of a `vision.track.cell_changes.ChangeModel`; print them, and how many cells they classify
    correctly.

    Args:
        samples: each cell's difference, the noise to compare it with, and 1 where it has changed, else 0; shape (n, 3).
        what: the plural by which the output calls the cells.
    """
    features, changed = np.column_stack([np.log(samples[:, :2] + DIFFERENCE_OFFSET), np.ones(len(samples))]), samples[:, 2]
    coefficients = logistic_coefficients(features, changed)
    print("difference {:.1f}, noise {:.1f}, always {:.1f}".format(*coefficients))
    wrong = (features @ coefficients > 0) != (changed > 0)
    for name, members in (("unchanged", changed == 0), ("changed", changed == 1)):
        print(f"{name}: {members.sum() - (wrong & members).sum()} of {members.sum()} {what} classified right")
