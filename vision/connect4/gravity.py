"""Discs fall: in each column they rest on one another, and above the first empty hole all holes are empty."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fourth_seat.games.connect4.rules import COLUMNS, ROWS

Logs = NDArray[np.float64]


def heights(logs: Logs) -> Logs:
    """Return the log-probability of each height of each column.

    Args:
        logs: the logarithms of the likelihoods of (empty, colour 1, colour 2), shape (..., 42, 3), holes row by row from
            the top.

    Returns:
        The shape is (..., 7, 7): columns from the left, then 0 to 6 discs. Each disc is equally likely to be of either
        colour.
    """
    grid = logs.reshape(*logs.shape[:-2], ROWS, COLUMNS, 3)[..., ::-1, :, :]  # from the foot
    disc = np.logaddexp(grid[..., 1], grid[..., 2]) - np.log(2)
    none = np.zeros((*grid.shape[:-3], 1, COLUMNS))
    below = np.concatenate([none, np.cumsum(disc, axis=-2)], axis=-2)
    above = np.concatenate([np.cumsum(grid[..., ::-1, :, 0], axis=-2)[..., ::-1, :], none], axis=-2)
    return np.asarray(np.swapaxes(below + above, -1, -2), np.float64)


def marginals(logs: Logs) -> Logs:
    """Return the logarithms of the probabilities of each hole's contents, if all heights are equally likely beforehand.

    The argument and the result have the shape (42, 3), as for `heights`.
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
