"""A small convolutional network, computed with NumPy and OpenCV's matrix product; `training/` trains such ones.

Two convolutions with stride 2 make cells of 4 by 4 pixels; residual, dilated ones (Yu and Koltun, Multi-scale context
aggregation by dilated convolutions, 2016) look further and further around; halfway the picture's mean is added, so that
a cell is judged by what this board and its light are like.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from vision.protocols import Image

Array = NDArray[np.float32]

STRIDE = 4  # pixels a cell


@dataclass(frozen=True)
class Network:
    """Attributes:
    weights: by layer, `<layer>.weight` as (kernel height * kernel width * channels in, channels out) and `<layer>.bias`.
    dilations: of the residual layers.
    """

    weights: Mapping[str, Array]
    dilations: tuple[int, ...]

    @classmethod
    def load(cls, path: Path, dilations: tuple[int, ...]) -> Network:
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
            x = _relu(self._around(f"blocks.{index}", x, dilation) + x)
            if index == len(self.dilations) // 2:
                x = _relu(x + self.dense("whole", x.mean((-3, -2)))[..., None, None, :])
        return x

    def dense(self, layer: str, x: Array) -> Array:
        """A matrix and a bias for the last axis."""
        # OpenCV's product keeps to cv2.setNumThreads; NumPy's would spin on all cores for matrices as small as these
        rows = np.ascontiguousarray(x.reshape(-1, x.shape[-1]))
        bias = np.repeat(self.weights[f"{layer}.bias"][None], len(rows), axis=0)
        out = cv2.gemm(rows, self.weights[f"{layer}.weight"], 1, bias, 1)
        return np.asarray(out, np.float32).reshape(*x.shape[:-1], -1)

    def halved(self, layer: str, x: Array) -> Array:
        """Kernels of 4 by 4 at every second pixel."""
        windows = sliding_window_view(_padded(x, 1), (4, 4), axis=(-3, -2))[..., ::2, ::2, :, :, :]
        flat = np.moveaxis(windows, -3, -1)
        return self.dense(layer, flat.reshape(*flat.shape[:-3], -1))

    def _around(self, layer: str, x: Array, dilation: int) -> Array:
        """Kernels of 3 by 3, so many cells apart."""
        height, width, channels = x.shape[-3:]
        wide = _padded(x, dilation)
        rows = np.empty((*x.shape[:-1], 9, channels), np.float32)
        for index in range(9):
            top, left = index // 3 * dilation, index % 3 * dilation
            rows[..., index, :] = wide[..., top : top + height, left : left + width, :]
        return self.dense(layer, rows.reshape(*x.shape[:-1], -1))


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
