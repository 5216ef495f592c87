"""Common layers, in torch, of the networks that judge cells of a picture."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn


class TorchNetwork(nn.Module):
    """All but the last layer, which is left to subclasses; `onnx_files.segmentation` stores the same."""

    def __init__(self, channels: int, dilations: tuple[int, ...]) -> None:
        super().__init__()
        self.first = nn.Conv2d(3, channels // 2, 4, 2, 1)
        self.second = nn.Conv2d(channels // 2, channels, 4, 2, 1)
        self.blocks = nn.ModuleList(nn.Conv2d(channels, channels, 3, 1, d, d) for d in dilations)
        self.whole = nn.Linear(channels, channels)

    def features(self, x: torch.Tensor) -> torch.Tensor:
        """Return the input of the last layer for each cell."""
        x = torch.relu(self.second(torch.relu(self.first(x))))
        for index, block in enumerate(self.blocks):
            x = torch.relu(block(x) + x)
            if index == len(self.blocks) // 2:
                x = torch.relu(x + self.whole(x.mean((2, 3)))[..., None, None])
        return x


def shaped(stored: Mapping[str, NDArray[np.float32]], network: nn.Module) -> dict[str, torch.Tensor]:
    """Return the weights of a file as this network takes them: files hold them in other shapes."""
    return {name: torch.from_numpy(stored[name]).reshape(value.shape) for name, value in network.state_dict().items()}


def averaged_over(network: nn.Module, steps: int) -> torch.optim.swa_utils.AveragedModel:
    """Return a copy of a network whose weights are moving averages over this many updates, or over all if there are
    fewer."""
    return torch.optim.swa_utils.AveragedModel(
        network,
        avg_fn=lambda average, weight, done: average + (weight - average) / torch.clamp(done + 1, max=steps),
    )
