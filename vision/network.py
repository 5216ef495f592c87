"""A small convolutional network, computed with NumPy and OpenCV's matrix product; `training/` trains such ones.

Two convolutions with stride 2 make cells of 4 by 4 pixels; residual, dilated ones (Yu and Koltun, Multi-scale context
aggregation by dilated convolutions, 2016) look further and further around; halfway the picture's mean is added, so that
a cell is judged by what this board and its light are like.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from vision.protocols import Image

Array = NDArray[np.float32]

STRIDE = 4  # pixels a cell
_NOTHING: Array = np.empty((0, 0), np.float32)


@dataclass(frozen=True)
class VisionNetwork:
    """Attributes:
    weights: by layer, `<layer>.weight` as (kernel height * kernel width * channels in, channels out) and `<layer>.bias`.
    dilations: of the residual layers.
    """

    weights: Mapping[str, Array]
    dilations: tuple[int, ...]

    @classmethod
    def load(cls, path: Path, dilations: tuple[int, ...]) -> VisionNetwork:
        with np.load(path) as stored:
            return cls({name: stored[name].astype(np.float32) for name in stored.files}, dilations)

    def __call__(self, image: Image) -> Array:
        """Logits of each cell, shape (height // 4, width // 4, channels out). Height and width are multiples of 4."""
        return self.logits(self.features(normalised(image)))

    def logits(self, features: Array) -> Array:
        """What the last layer makes of features."""
        return self.dense("last", features)

    def features(self, x: Array) -> Array:
        """What the last layer gets of each cell, shape (..., height // 4, width // 4, channels).

        Args:
            x: pictures, `normalised`, shape (..., height, width, 3).
        """
        x = _relu(self.halved("first", x))
        x = _relu(self.halved("second", x))
        for index, dilation in enumerate(self.dilations):
            around = self._around(f"blocks.{index}", x, dilation)
            x = _relu(np.add(around, x, out=around))
            if index == len(self.dilations) // 2:
                x = _relu(x + self.dense("whole", x.mean((-3, -2)))[..., None, None, :])
        return x

    def dense(self, layer: str, x: Array) -> Array:
        """A matrix and a bias for the last axis."""
        out = _products([np.ascontiguousarray(x.reshape(-1, x.shape[-1]))], [self.weights[f"{layer}.weight"]])
        out += self.weights[f"{layer}.bias"]
        return out.reshape(*x.shape[:-1], -1)

    def halved(self, layer: str, x: Array) -> Array:
        """Kernels of 4 by 4 at every second pixel."""
        height, width, channels = x.shape[-3:]
        wide = _padded(x, 1)
        down, right, one = wide.strides[-3:]
        # the four pixels of a kernel's row lie one after the other: they are copied as one
        shape, steps = (height // 2, width // 2, 4, 4 * channels), (2 * down, 2 * right, down, one)
        windows = as_strided(wide, (*x.shape[:-3], *shape), (*wide.strides[:-3], *steps), writeable=False)
        return self.dense(layer, windows.reshape(*windows.shape[:-2], -1))

    def _around(self, layer: str, x: Array, dilation: int) -> Array:
        """Kernels of 3 by 3, so many cells apart.

        Cells of all rows are laid in one line, with as many zeros after each row and each picture as the kernel reaches: a
        step down is then so many cells further on, and a row of kernels is one matrix product of a part of that line.
        """
        height, width, channels = x.shape[-3:]
        tall, line = height + dilation, width + dilation
        cells = x.size // (height * width * channels) * tall * line
        edge = dilation * (line + 1)
        flat = np.zeros((cells + 2 * edge, channels), np.float32)
        flat[edge : edge + cells].reshape(-1, tall, line, channels)[:, :height, :width] = x.reshape(
            -1, height, width, channels
        )
        beside = np.hstack([flat[at : len(flat) - 2 * dilation + at] for at in (0, dilation, 2 * dilation)])
        parts = [beside[start : start + cells] for start in (0, dilation * line, 2 * dilation * line)]
        out = _products(parts, np.split(self.weights[f"{layer}.weight"], 3)).reshape(-1, tall, line, channels)
        inside = out[:, :height, :width] + self.weights[f"{layer}.bias"]
        return np.asarray(inside, np.float32).reshape(x.shape)


def _products(rows: Sequence[Array], weights: Sequence[Array]) -> Array:
    """The sum of matrix products, shape (len(rows[0]), columns of weights)."""
    # OpenCV's product keeps to cv2.setNumThreads; NumPy's would spin on all cores for matrices as small as these
    total = cv2.gemm(rows[0], weights[0], 1, _NOTHING, 0)
    for part, matrix in zip(rows[1:], weights[1:], strict=True):
        total = cv2.gemm(part, matrix, 1, total, 1)
    return np.asarray(total, np.float32)


def normalised(image: Image) -> Array:
    """Pictures without their brightness and contrast, their colours kept; shape (..., height, width, 3) as they."""
    x = image.astype(np.float32)
    axes = (-3, -2, -1)
    out: Array = (x - x.mean(axes, keepdims=True)) / (x.std(axes, keepdims=True) + 8)
    return out


def _padded(x: Array, by: int) -> Array:
    return np.pad(x, (*((0, 0),) * (x.ndim - 3), (by, by), (by, by), (0, 0)))


def _relu(x: Array) -> Array:
    out: Array = np.maximum(x, 0, out=x)
    return out
