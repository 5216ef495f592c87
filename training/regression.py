"""Logistic regression, for weights of static evaluations. Needs numpy, which the program itself does without."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

NEWTON_STEPS = 20

Array = npt.NDArray[np.float64]


def fit(features: Array, shares: Array, ridge: float = 1.0) -> Array:
    """Return the weights (n) with which features (m x n) best explain shares of the win (m, each 0..1), by Newton's method.
    `ridge` keeps the weights of features that hardly vary small.
    """
    weights = np.zeros(features.shape[1])
    for _ in range(NEWTON_STEPS):
        expected = 1 / (1 + np.exp(-features @ weights))
        slope = features.T @ (shares - expected) - ridge * weights
        bend = (features * (expected * (1 - expected))[:, None]).T @ features + ridge * np.eye(len(weights))
        weights += np.linalg.solve(bend, slope)
    return weights
