"""The networks for dice in training; `vision/dice/networks.py` uses their stored weights."""

from __future__ import annotations

import torch
from torch import nn

from fourth_seat.vision.dice.networks import FACE, NO_FACE, WEIGHTS
from training.vision import onnx_files
from training.vision.network import TorchNetwork

SEARCH_DILATIONS, FACE_DILATIONS = (1, 2, 1), (1, 2)
SEARCH_CHANNELS, FACE_CHANNELS, LAST_CHANNELS = 16, 32, 48


class SearchNetwork(TorchNetwork):
    """Network that finds faces: their size, and their offset from the middle of the cell."""

    def __init__(self) -> None:
        super().__init__(SEARCH_CHANNELS, SEARCH_DILATIONS)
        self.last = nn.Conv2d(SEARCH_CHANNELS, 4, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        out: torch.Tensor = self.last(self.features(x))
        return out


class FaceNetwork(TorchNetwork):
    """Network that reads faces."""

    def __init__(self) -> None:
        super().__init__(FACE_CHANNELS, FACE_DILATIONS)
        self.third = nn.Conv2d(FACE_CHANNELS, LAST_CHANNELS, 4, 2, 1)
        self.last = nn.Linear(LAST_CHANNELS * (FACE // 8) ** 2, NO_FACE + 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = torch.relu(self.third(self.features(x))).permute(0, 2, 3, 1).flatten(1)
        out: torch.Tensor = self.last(nn.functional.dropout(x, 0.1, self.training))
        return out


def save(search: SearchNetwork, faces: FaceNetwork) -> None:
    """Store both as `vision.dice.networks` reads them."""
    found, read = ({name: value.numpy() for name, value in each.state_dict().items()} for each in (search, faces))
    onnx_files.save(onnx_files.segmentation(found, SEARCH_DILATIONS), WEIGHTS / "search.onnx")
    onnx_files.save(onnx_files.faces(read, FACE_DILATIONS, FACE), WEIGHTS / "faces.onnx")
