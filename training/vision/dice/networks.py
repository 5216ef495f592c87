"""The networks for dice while they learn: the same computations as `vision/dice/networks.py` does without torch."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import nn

from training.vision.network import TorchNetwork
from vision.dice.networks import FACE, FACE_DILATIONS, NO_FACE, SEARCH_DILATIONS

SEARCH_CHANNELS, FACE_CHANNELS, LAST_CHANNELS = 16, 32, 48


class SearchNetwork(TorchNetwork):
    """Where faces are, how large, and how far from the middle of the cell."""

    def __init__(self) -> None:
        super().__init__(SEARCH_CHANNELS, SEARCH_DILATIONS)
        self.last = nn.Conv2d(SEARCH_CHANNELS, 4, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        out: torch.Tensor = self.last(self.features(x))
        return out


class FaceNetwork(TorchNetwork):
    """What faces show."""

    def __init__(self) -> None:
        super().__init__(FACE_CHANNELS, FACE_DILATIONS)
        self.third = nn.Conv2d(FACE_CHANNELS, LAST_CHANNELS, 4, 2, 1)
        self.last = nn.Linear(LAST_CHANNELS * (FACE // 8) ** 2, NO_FACE + 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = torch.relu(self.third(self.features(x))).permute(0, 2, 3, 1).flatten(1)
        out: torch.Tensor = self.last(nn.functional.dropout(x, 0.1, self.training))
        return out


def save(network: nn.Module, path: Path) -> None:
    """The weights as rows: kernel height, kernel width, channels in; by channels out."""
    arrays = {}
    for name, value in network.state_dict().items():
        array = value.numpy()
        if array.ndim == 4:
            array = array.transpose(2, 3, 1, 0).reshape(-1, array.shape[0])
        elif array.ndim == 2:
            array = array.T
        arrays[name] = array.astype(np.float16)
    draft = path.with_name(f".{path.name}")  # others read it meanwhile
    np.savez_compressed(draft, **arrays)
    draft.replace(path)
