"""The effect of gravity: the discs in a column rest on one another, so all holes above the first empty hole are empty."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fourth_seat.games.connect4.rules import COLUMNS, ROWS

Logs = NDArray[np.float64]


def heights(logs: Logs) -> Logs:
    """Return the log-likelihood of each possible height of each column.

    Args:
        logs: the log-likelihoods of (empty, colour 1, colour 2), shape (..., 42, 3), with the holes row by row from the
            top.

    Returns:
        An array of shape (..., 7, 7), indexed by column from the left, then by height from 0 to 6 discs. Discs are assumed
        to be equally likely to have either colour.
    """
    grid = logs.reshape(*logs.shape[:-2], ROWS, COLUMNS, 3)[..., ::-1, :, :]  # from the foot
    disc = np.logaddexp(grid[..., 1], grid[..., 2]) - np.log(2)
    none = np.zeros((*grid.shape[:-3], 1, COLUMNS))
    below = np.concatenate([none, np.cumsum(disc, axis=-2)], axis=-2)
    above = np.concatenate([np.cumsum(grid[..., ::-1, :, 0], axis=-2)[..., ::-1, :], none], axis=-2)
    return np.asarray(np.swapaxes(below + above, -1, -2), np.float64)


def marginals(logs: Logs) -> Logs:
    """Return the log-probabilities of each hole's contents, with a uniform prior over the heights.

    The argument and the result have shape (42, 3), ordered as in `heights`.
    """
    height = heights(logs)
    height = height - np.logaddexp.reduce(height, axis=-1, keepdims=True)
    split = logs[:, 1:] - np.logaddexp(logs[:, 1], logs[:, 2])[:, None]
    out = np.empty_like(logs)
    for index in range(len(logs)):
        row, column = divmod(index, COLUMNS)
        up = ROWS - 1 - row  # holes below it
        out[index, 0] = np.logaddexp.reduce(height[column, : up + 1])
        out[index, 1:] = np.logaddexp.reduce(height[column, up + 1 :]) + split[index]
    return out
