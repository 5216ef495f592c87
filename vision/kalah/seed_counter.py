"""A small convolutional network that counts the seeds in pictures of pits.

It was trained on drawn and on path-traced pits (training/vision/kalah/train_counter.py). It answers how likely each count
is, and how
likely it is that what it sees is no pit at all: a hand, a table, another game.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

SIDE = 48  # pixels of a picture of a pit and the wood about it, one pitch across
MOST = 16  # counts told apart; the last stands for itself and all above
NO_PIT = MOST + 1  # the answer after the counts
STRIDES = (2, 1, 2, 1, 2)
FAINT = 8.0  # added to grey levels before their logarithm is taken
LEAST_SPREAD = 0.5  # standard deviation of a store's count, at least, in seeds
CORNER = 4  # pixels: the wood about a pit is seen in the corners
WEIGHTS = Path(__file__).parent / "weights" / "counter.npz"
LOGARITHMS = np.log(np.arange(256, dtype=np.float32) + FAINT)

Floats = NDArray[np.float32]


def log_likelihoods(pits: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Logarithms of the probabilities of 0..MOST seeds and of no pit, shape (n, MOST + 2).

    Args:
        pits: pictures, shape (n, SIDE, SIDE, 3).
    """
    return normalised(logits(features(pits)))


def logits(hidden: Floats) -> NDArray[np.float64]:
    """What the last layer makes of features, shape (n, MOST + 2)."""
    return _dense(hidden, _weights()["wo"], _weights()["bo"]).astype(np.float64)


def normalised(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Logarithms of probabilities."""
    return np.asarray(logits - np.logaddexp.reduce(logits, axis=1, keepdims=True), np.float64)


def stored(upper: Floats, lower: Floats) -> NDArray[np.float64]:
    """How many seeds stores hold whose halves have these features, and the standard deviation of that; shape (n, 2)."""
    out = _dense(upper + lower, _weights()["ws"], _weights()["bs"]).astype(np.float64)
    return np.column_stack([out[:, 0], LEAST_SPREAD + np.logaddexp(0, out[:, 1])])


def features(pits: NDArray[np.uint8]) -> Floats:
    """What the last layer judges by, shape (n, features)."""
    weights = _weights()
    x = relative(pits)
    for layer, stride in enumerate(STRIDES, 1):
        x = _relu(_convolved(x, weights[f"w{layer}"], weights[f"b{layer}"], stride))
    return _relu(_dense(x.reshape(len(x), -1), weights["wf"], weights["bf"]))


def relative(pits: NDArray[np.uint8]) -> Floats:
    """Logarithms of colours relative to the wood in the corners: the same in every light."""
    ends = (slice(None, CORNER), slice(-CORNER, None))
    wood = np.concatenate([pits[:, rows, columns].reshape(len(pits), -1, 3) for rows in ends for columns in ends], axis=1)
    middle = LOGARITHMS[np.sort(wood, axis=1)[:, wood.shape[1] // 2 - 1 : wood.shape[1] // 2 + 1]].mean(
        axis=1
    )  # the median
    return np.asarray(LOGARITHMS[pits] - middle[:, None, None], np.float32)


def _convolved(x: Floats, weight: Floats, bias: Floats, stride: int) -> Floats:
    """A convolution of (n, height, width, channels) with (size, size * channels, out), zeros beyond the edges.

    What a kernel's row sees lies side by side in memory, so that a picture is unfolded by few, long copies.
    """
    size, row = weight.shape[:2]
    by = size // 2
    n, height, width, channels = x.shape
    padded = np.zeros((n, height + 2 * by, width + 2 * by, channels), np.float32)
    padded[:, by : by + height, by : by + width] = x
    a, b, c, d = padded.strides
    shape = (n, -(-height // stride), -(-width // stride), size, row)
    windows = as_strided(padded, shape, (a, b * stride, c * stride, b, d), writeable=False)
    out = _dense(windows.reshape(-1, size * row), weight.reshape(size * row, -1), bias)
    return out.reshape(*shape[:3], -1)


def _dense(x: Floats, weight: Floats, bias: Floats) -> Floats:
    # OpenCV's product keeps to cv2.setNumThreads; NumPy's would spin on all cores for matrices as small as these
    return np.asarray(cv2.gemm(x, weight, 1, None, 0) + bias, np.float32)  # type: ignore[call-overload]


def _relu(x: Floats) -> Floats:
    return np.maximum(x, 0, out=x)


@cache
def _weights() -> dict[str, Floats]:
    """As stored, but convolutions as `_convolved` wants them, and matrices with a column for each output."""
    with np.load(WEIGHTS) as stored:
        weights = {name: stored[name].astype(np.float32) for name in stored.files}
    for name in (f"w{layer}" for layer in range(1, len(STRIDES) + 1)):
        kernel = weights[name]
        out, channels, size, _ = kernel.shape
        weights[name] = np.ascontiguousarray(kernel.transpose(2, 3, 1, 0)).reshape(size, size * channels, out)
    side = SIDE // int(np.prod(STRIDES))
    flat = weights["wf"].reshape(len(weights["wf"]), -1, side, side).transpose(2, 3, 1, 0)
    weights["wf"] = np.ascontiguousarray(flat).reshape(-1, flat.shape[-1])
    for layer in ("wo", "ws"):
        weights[layer] = np.ascontiguousarray(weights[layer].T)
    return weights
