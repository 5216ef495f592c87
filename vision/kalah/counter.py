"""A small convolutional network that counts the seeds in a picture of a pit.

It was trained on drawn pits alone (training/kalah_counter.py). It answers how likely each count is, and how likely it is
that what it sees is no pit at all: a hand, a table, another game.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

SIDE = 48  # pixels of a picture of a pit and the wood about it, one pitch across
MOST = 16  # counts told apart; the last stands for itself and all above
NO_PIT = MOST + 1  # the answer after the counts
STRIDES = (2, 1, 2, 1, 2)
FAINT = 8.0  # added to grey levels before their logarithm is taken
CORNER = 4  # pixels: the wood about a pit is seen in the corners
WEIGHTS = Path(__file__).with_name("counter.npz")

Floats = NDArray[np.float32]


def log_likelihoods(pits: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Logarithms of the probabilities of 0..MOST seeds and of no pit, shape (n, MOST + 2).

    Args:
        pits: pictures, shape (n, SIDE, SIDE, 3).
    """
    weights = _weights()
    x = relative(pits)
    for layer, stride in enumerate(STRIDES, 1):
        x = np.maximum(_convolved(x, weights[f"w{layer}"], weights[f"b{layer}"], stride), 0)
    flat = x.transpose(0, 3, 1, 2).reshape(len(x), -1)
    hidden = np.maximum(flat @ weights["wf"].T + weights["bf"], 0)
    out = (hidden @ weights["wo"].T + weights["bo"]).astype(np.float64)
    return np.asarray(out - np.logaddexp.reduce(out, axis=1, keepdims=True), np.float64)


def relative(pits: NDArray[np.uint8]) -> Floats:
    """Logarithms of colours relative to the wood in the corners: the same in every light."""
    logs = np.log(pits.astype(np.float32) + FAINT)
    ends = (slice(None, CORNER), slice(-CORNER, None))
    wood = np.concatenate([logs[:, rows, columns].reshape(len(logs), -1, 3) for rows in ends for columns in ends], axis=1)
    return np.asarray(logs - np.median(wood, axis=1)[:, None, None], np.float32)


def _convolved(x: Floats, weight: Floats, bias: Floats, stride: int) -> Floats:
    """A convolution of (n, height, width, channels) with (out, channels, size, size), zeros beyond the edges."""
    size = weight.shape[2]
    padded = np.pad(x, ((0, 0), (size // 2, size // 2), (size // 2, size // 2), (0, 0)))
    windows = sliding_window_view(padded, (size, size), axis=(1, 2))[:, ::stride, ::stride]
    n, height, width = windows.shape[:3]
    out = windows.reshape(n * height * width, -1) @ weight.reshape(len(weight), -1).T + bias
    return np.asarray(out.reshape(n, height, width, -1), np.float32)


@cache
def _weights() -> dict[str, Floats]:
    with np.load(WEIGHTS) as stored:
        return {name: stored[name].astype(np.float32) for name in stored.files}
