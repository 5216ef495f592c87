"""The network that counts seeds, as it is trained: conditional on a code of the set, which it makes from known pits.

`vision/kalah/seed_counter.py` runs it as it is stored here, its codes reduced to their principal components.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from fourth_seat.vision.kalah.seed_counter import CODE_SIZE, CORNER_PX, LOG_OFFSET, MIN_STORE_SIGMA, NO_PIT, SIDE_PX
from training.vision import onnx_files
from training.vision.kalah.drawn_sets import SetPictures
from training.vision.network import shaped

CHANNELS, HIDDEN_UNITS = (16, 32, 48, 64), 64
CODE_WIDTH = 24  # numbers of a code while the network is trained; the CODE most important ones are stored
MAX_GIVEN_PITS = 6  # pits of a set whose counts are given, at most


class SeedCounterNetwork(nn.Module):
    """Counts seeds, conditional on the code of their set; the looks of both halves of a store are added up. Codes come from
    pits whose counts are known; a set about which nothing is known has the code 0.

    Args:
        width: how many numbers a code has.
    """

    def __init__(self, width: int = CODE_WIDTH) -> None:
        super().__init__()
        self.width = width
        first, second, third, fourth = CHANNELS
        self.first = nn.Conv2d(3, first, 5, 2, 2)
        self.second = nn.Conv2d(first, second, 3, 1, 1)
        self.third = nn.Conv2d(second, third, 3, 2, 1)
        self.fourth = nn.Conv2d(third, fourth, 3, 2, 1)
        self.blocks = nn.ModuleList(nn.Conv2d(n, n, 3, 1, 1) for n in (third, third, fourth))
        self.fine_scale, self.fine_shift = (nn.Linear(width, third) for _ in range(2))
        self.coarse_scale, self.coarse_shift = (nn.Linear(width, fourth) for _ in range(2))
        self.hidden = nn.Linear(fourth * (SIDE_PX // 8) ** 2, HIDDEN_UNITS)
        self.out = nn.Linear(HIDDEN_UNITS, NO_PIT + 1)
        self.store = nn.Linear(HIDDEN_UNITS, 2)
        self.known = nn.Linear(HIDDEN_UNITS, HIDDEN_UNITS)
        self.held = nn.Linear(NO_PIT, HIDDEN_UNITS)
        self.code = nn.Linear(HIDDEN_UNITS, width)
        for layer in (self.first, self.second, self.third, self.fourth):
            nn.init.kaiming_normal_(layer.weight)
        for scale, shift in ((self.fine_scale, self.fine_shift), (self.coarse_scale, self.coarse_shift)):
            nn.init.ones_(scale.bias)
            nn.init.zeros_(shift.bias)

    def features(self, x: Tensor, code: Tensor) -> Tensor:
        """Return the input of the last layers, shape (n, HIDDEN_UNITS)."""
        x = functional.relu(self.second(functional.relu(self.first(x))))
        x = functional.relu(self.third(x) * self.fine_scale(code)[..., None, None] + self.fine_shift(code)[..., None, None])
        x = self._residual(self._residual(x, 0), 1)
        x = self.fourth(x) * self.coarse_scale(code)[..., None, None] + self.coarse_shift(code)[..., None, None]
        x = self._residual(functional.relu(x), 2)
        return functional.relu(self.hidden(functional.dropout(x.flatten(1), 0.1, self.training)))

    def codes(self, features: Tensor, counts: Tensor) -> Tensor:
        """Return what pits add to the code of their set, from their features under the code 0 and their one-hot counts."""
        out: Tensor = self.code(functional.relu(self.known(features) + self.held(counts)))
        return out

    def stored(self, features: Tensor) -> tuple[Tensor, Tensor]:
        """Return the expected count of stores and its standard deviation; upper and lower halves lie one after the
        other.
        """
        mean, spread = self.store(features.reshape(-1, 2, HIDDEN_UNITS).sum(1)).T
        return mean, MIN_STORE_SIGMA + functional.softplus(spread)

    @classmethod
    def load(cls, path: Path) -> SeedCounterNetwork:
        """Return the network that `save` has stored."""
        stored = onnx_files.load(path)
        network = cls(len(stored["code.bias"]))
        state = shaped(stored, network)
        network.load_state_dict({**state, "store.bias": 2 * state["store.bias"]})  # stored for half a store
        return network

    def save(self, path: Path) -> None:
        """Store the network as `vision.kalah.seed_counter` reads it."""
        weights = {name: value.numpy() for name, value in self.state_dict().items()}
        onnx_files.save(onnx_files.seed_counter(weights, SIDE_PX), path)

    def _residual(self, x: Tensor, block: int) -> Tensor:
        return functional.relu(x + self.blocks[block](x))


@torch.no_grad()
def principal(network: SeedCounterNetwork, sets: Sequence[SetPictures]) -> SeedCounterNetwork:
    """Return the network with codes of CODE_SIZE numbers: principal components, each of unit variance, of the effects that
    the codes of these sets have on its features. Effects are linear in a code, and so is the change; the code 0 stays 0.
    """
    network.eval()
    codes = torch.stack([code_of(network, one.pits[:MAX_GIVEN_PITS], one.counts[:MAX_GIVEN_PITS]) for one in sets])
    variances, axes = torch.linalg.eigh(torch.cov(codes.T))
    half = axes * variances.clamp(min=0).sqrt()
    layers = ("fine_scale", "fine_shift", "coarse_scale", "coarse_shift")
    effects = torch.cat([getattr(network, layer).weight for layer in layers])
    basis = half @ torch.linalg.svd(effects @ half, full_matrices=False)[2].T  # shape (width, components)
    inverse, basis = torch.linalg.pinv(basis)[:CODE_SIZE], basis[:, :CODE_SIZE]
    state = network.state_dict()
    state |= {f"{layer}.weight": state[f"{layer}.weight"] @ basis for layer in layers}
    state |= {"code.weight": inverse @ state["code.weight"], "code.bias": inverse @ state["code.bias"]}
    stored = SeedCounterNetwork(CODE_SIZE)
    stored.load_state_dict(state)
    stored.eval()
    return stored


def code_of(network: SeedCounterNetwork, pits: NDArray[np.uint8], counts: NDArray[np.int64]) -> Tensor:
    """Return the code of the set whose pits hold these, shape (width,)."""
    x = relative_of(pits)
    return network.codes(network.features(x, torch.zeros(len(x), network.width)), one_hot(counts.tolist(), NO_PIT)).mean(0)


def one_hot(counts: Sequence[int], classes: int) -> Tensor:
    """Return counts one-hot, shape (n, classes)."""
    return functional.one_hot(torch.tensor([int(count) for count in counts]), classes).float()


def relative_of(pits: NDArray[np.uint8]) -> Tensor:
    """Return the network's input of pictures, shape (n, SIDE_PX, SIDE_PX, 3)."""
    return relative(torch.tensor(pits.transpose(0, 3, 1, 2).copy()).float())


def relative(pits: Tensor) -> Tensor:
    """Return colours as `vision.kalah.seed_counter.relative` does."""
    logs = torch.log(pits + LOG_OFFSET)
    ends = (slice(None, CORNER_PX), slice(-CORNER_PX, None))
    wood = torch.cat([logs[:, :, rows, columns].flatten(2) for rows in ends for columns in ends], 2).quantile(0.5, 2)
    return logs - wood[:, :, None, None]
