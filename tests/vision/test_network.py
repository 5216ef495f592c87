"""The network in NumPy computes what convolutions are defined to be."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.network import VisionNetwork, normalised

CHANNELS = 4


def convolved(x: NDArray[np.float64], kernel: NDArray[np.float64], stride: int, dilation: int) -> NDArray[np.float64]:
    """By the definition; x (h, w, channels in), kernel (k, k, channels in, channels out)."""
    side = kernel.shape[0]
    pad = 1 if side == 4 else dilation
    wide = np.pad(x, ((pad, pad), (pad, pad), (0, 0)))
    out = np.zeros((x.shape[0] // stride, x.shape[1] // stride, kernel.shape[3]))
    for row, column in np.ndindex(out.shape[:2]):
        for dy, dx in np.ndindex(side, side):
            out[row, column] += wide[row * stride + dy * dilation, column * stride + dx * dilation] @ kernel[dy, dx]
    return out


def test_layers_are_convolutions() -> None:
    rng = np.random.default_rng(3)
    shapes = {"first": (4, 4, 3, 2), "second": (4, 4, 2, CHANNELS), "blocks.0": (3, 3, CHANNELS, CHANNELS)}
    shapes |= {"blocks.1": (3, 3, CHANNELS, CHANNELS), "whole": (1, 1, CHANNELS, CHANNELS), "last": (1, 1, CHANNELS, 4)}
    kernels = {name: rng.normal(0, 0.3, shape) for name, shape in shapes.items()}
    biases = {name: rng.normal(0, 0.3, shape[3]) for name, shape in shapes.items()}
    weights = {f"{name}.weight": kernel.reshape(-1, kernel.shape[3]).astype(np.float32) for name, kernel in kernels.items()}
    weights |= {f"{name}.bias": bias.astype(np.float32) for name, bias in biases.items()}
    image = rng.integers(0, 256, (16, 24, 3), np.uint8)

    x = normalised(image).astype(np.float64)
    for name in ("first", "second"):
        x = np.maximum(convolved(x, kernels[name], 2, 1) + biases[name], 0)
    x = np.maximum(convolved(x, kernels["blocks.0"], 1, 2) + biases["blocks.0"] + x, 0)
    x = np.maximum(convolved(x, kernels["blocks.1"], 1, 1) + biases["blocks.1"] + x, 0)
    x = np.maximum(x + x.mean((0, 1)) @ kernels["whole"][0, 0] + biases["whole"], 0)
    wanted = x @ kernels["last"][0, 0] + biases["last"]

    assert np.abs(VisionNetwork(weights, (2, 1))(image) - wanted).max() < 1e-3
