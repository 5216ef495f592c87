"""Adaptation of the network's last layer to a set's checkers, using a known position.

The layer's weights for checker centres are changed as little as necessary by maximum a posteriori estimation: a logistic
regression, fitted by Newton's method to the cells of one picture, with a normal prior around the weights learned from all
sets.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from fourth_seat.vision.arrays import Floats, Mask
from fourth_seat.vision.backgammon.checkers import CheckerSpot
from fourth_seat.vision.backgammon.field_edges import positions
from fourth_seat.vision.backgammon.segmentation import Segmentation

_CENTRE_RADIUS = 0.2  # board units around a checker's middle that are its centre
_IGNORED_RADIUS = 0.42  # board units around it in which nothing is learned
_WEIGHT_SIGMA = 0.12  # standard deviation of a weight among sets
_CELL_WEIGHT = 0.25  # of a cell's evidence: neighbours say much the same
_NEWTON_STEPS = 6  # of Newton's method
_MAX_LOGIT = 12.0  # logit beyond which nothing more is learned


def adapted(seen: Segmentation, there: Sequence[CheckerSpot], covered: Mask, before: Floats | None) -> Floats:
    """Return the change in the last layer's weights and bias for checker centres, shape (channels + 1,).

    Args:
        seen: the network's output for the picture, with the previous adaptation `before`.
        there: the locations of the position's checkers.
        covered: a mask of cells under an arm, which are ignored; shape as `seen.centre`.
    """
    x, y = positions(seen.centre.shape)
    far = np.full(seen.centre.shape, np.inf)
    for spot in there:
        far = np.minimum(far, np.hypot(x[None] - spot.x, y[:, None] - spot.y))
    usable = ((far < _CENTRE_RADIUS) | (far > _IGNORED_RADIUS)) & ~covered
    features = np.column_stack([seen.features[usable], np.ones(int(usable.sum()))]).astype(np.float64)
    wanted = (far[usable] < _CENTRE_RADIUS).astype(float)
    chance = np.clip(seen.centre[usable].astype(float), 1e-6, 1 - 1e-6)
    start = np.log(chance / (1 - chance))
    old = before if before is not None else np.zeros(features.shape[1])
    moved = np.zeros(features.shape[1])
    for _ in range(_NEWTON_STEPS):
        logit = np.clip(start + features @ moved, -_MAX_LOGIT, _MAX_LOGIT)
        p = 1 / (1 + np.exp(-logit))
        slope = _CELL_WEIGHT * features.T @ (p - wanted) + (old + moved) / _WEIGHT_SIGMA**2
        curve = (features * (_CELL_WEIGHT * p * (1 - p))[:, None]).T @ features + np.eye(len(moved)) / _WEIGHT_SIGMA**2
        moved = moved - np.linalg.solve(curve, slope)
    total: Floats = old + moved
    return total
