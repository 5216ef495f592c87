"""Trains the network that counts seeds (vision/kalah/counter.npz) on drawn pits.

    uv run --with torch==2.13.0 python -m training.kalah_counter [--pits 18000] [--epochs 20] [--seed 1]

Nothing but drawn pits is learned from; some are moved aside, covered or replaced by noise, and these are no pits. Whoever
trains again measures the result with benchmarks.vision.kalah.
"""

from __future__ import annotations

import argparse

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from training.kalah_drawn import pit
from vision.kalah.counter import CORNER, FAINT, MOST, NO_PIT, SIDE, STRIDES, WEIGHTS

BATCH = 64
RATE = 4e-3  # of learning, at its highest
CHANNELS, SIZES, HIDDEN = (3, 12, 24, 32, 32, 48), (5, 3, 3, 3, 3), 48
NEIGHBOUR = 0.02  # of the truth is given to a count one more and one less
NO_PITS = 0.08  # share of the pictures that are made none


class Counter(nn.Module):
    """As vision/kalah/counter.py has it, with normalisation that is folded into the weights afterwards."""

    def __init__(self) -> None:
        super().__init__()
        layers = zip(CHANNELS[:-1], CHANNELS[1:], SIZES, STRIDES, strict=True)
        self.layers = nn.ModuleList(nn.Conv2d(a, b, size, stride, size // 2) for a, b, size, stride in layers)
        self.norms = nn.ModuleList(nn.BatchNorm2d(channels) for channels in CHANNELS[1:])
        self.hidden = nn.Linear(CHANNELS[-1] * (SIDE // 8) ** 2, HIDDEN)
        self.out = nn.Linear(HIDDEN, NO_PIT + 1)

    def forward(self, x: Tensor) -> Tensor:
        """Logarithms of odds, shape (n, MOST + 2)."""
        for layer, norm in zip(self.layers, self.norms, strict=True):
            x = functional.relu(norm(layer(x)))
        flat = functional.dropout(x.flatten(1), 0.1, self.training)
        return self.out(functional.relu(self.hidden(flat)))


def main() -> None:
    """Draws, trains, stores."""
    parser = argparse.ArgumentParser(prog="python -m training.kalah_counter", description=__doc__.split("\n")[0])
    parser.add_argument("--pits", type=int, default=18_000)
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rng = np.random.default_rng(asked.seed)
    torch.manual_seed(asked.seed)
    few = rng.random(asked.pits) < 0.85
    counts = np.where(few, rng.integers(0, 9, asked.pits), rng.integers(9, MOST + 1, asked.pits))
    pits = torch.tensor(np.array([pit(rng, int(count)) for count in counts]).transpose(0, 3, 1, 2).copy())
    network, truth = Counter(), torch.tensor(counts)
    steps = asked.epochs * asked.pits // BATCH
    optimiser = torch.optim.AdamW(network.parameters(), RATE, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, total_steps=steps)
    for step in range(steps):
        some = torch.randint(0, asked.pits, (BATCH,))
        x, target = _varied(pits[some]), functional.one_hot(truth[some], NO_PIT + 1).float()
        beside = torch.roll(target, 1, 1) + torch.roll(target, -1, 1)
        target = (1 - 2 * NEIGHBOUR) * target + NEIGHBOUR * beside
        for k in torch.nonzero(torch.rand(BATCH) < NO_PITS)[:, 0].tolist():
            x[k] = _no_pit(x[k])
            target[k] = functional.one_hot(torch.tensor(NO_PIT), NO_PIT + 1)
        loss = functional.cross_entropy(network(x), target)
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimiser.step()
        schedule.step()
        if step % 100 == 0:
            print(f"step {step} of {steps}: loss {loss.item():.3f}", flush=True)
    _store(network.eval())


def _varied(pits: Tensor) -> Tensor:
    """Pits in other light, with more noise, mirrored, a little aside; relative to the wood as the counter sees them."""
    n = len(pits)
    light = torch.empty(n, 1, 1, 1).uniform_(-1.3, 0.25) + torch.randn(n, 3, 1, 1) * 0.06
    noise = torch.randn(pits.shape) * torch.empty(n, 1, 1, 1).uniform_(0, 1) ** 2 * 10
    logs = torch.log((pits.float() * torch.exp(light) + noise).clamp(0, 255).round() + FAINT)
    ends = (slice(None, CORNER), slice(-CORNER, None))
    wood = torch.cat([logs[:, :, rows, columns].flatten(2) for rows in ends for columns in ends], 2).median(2)[0]
    x = logs - wood[:, :, None, None]
    if torch.rand(1) < 0.5:
        x = x.flip(3)
    if torch.rand(1) < 0.3:
        x = x[:, torch.randperm(3)]
    return torch.roll(x, tuple(torch.randint(-2, 3, (2,)).tolist()), (2, 3)).clone()


def _no_pit(x: Tensor) -> Tensor:
    """A pit out of its place, something that covers it, patches of colour, or noise on a slope."""
    kind = torch.rand(1).item()
    if kind < 0.4:
        far, aside = int(torch.randint(13, 35, (1,))), int(torch.randint(0, SIDE, (1,)))
        return torch.roll(x, (far, aside) if torch.rand(1) < 0.5 else (aside, far), (1, 2))
    if kind < 0.6:
        patches = torch.randn(1, 3, *torch.randint(2, 7, (2,)).tolist()) * torch.rand(1) * 1.2
        mode = "bilinear" if torch.rand(1) < 0.5 else "nearest"
        return functional.interpolate(patches, size=(SIDE, SIDE), mode=mode)[0] + torch.randn(3, SIDE, SIDE) * 0.05
    if kind < 0.8:
        slope = torch.linspace(-1, 1, SIDE)[None, :, None] * torch.randn(1) * 0.4
        return torch.randn(3, 1, 1) * 0.3 + torch.randn(3, SIDE, SIDE) * torch.rand(1) * 0.1 + slope
    cover = torch.zeros(SIDE, SIDE)
    cover[: int(torch.randint(20, SIDE, (1,)))] = 1
    if torch.rand(1) < 0.5:
        cover = cover.T
    if torch.rand(1) < 0.5:
        cover = cover.flip(0, 1)
    return x * (1 - cover) + (torch.randn(3, 1, 1) * 0.8 + torch.randn(3, SIDE, SIDE) * 0.05) * cover


def _store(network: Counter) -> None:
    """Half precision: it answers the same to three digits."""
    stored = {}
    for k, (layer, norm) in enumerate(zip(network.layers, network.norms, strict=True), 1):
        scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        stored[f"w{k}"] = layer.weight * scale[:, None, None, None]
        stored[f"b{k}"] = (layer.bias - norm.running_mean) * scale + norm.bias
    for name, linear in (("f", network.hidden), ("o", network.out)):
        stored[f"w{name}"], stored[f"b{name}"] = linear.weight, linear.bias
    np.savez_compressed(WEIGHTS, **{name: value.detach().numpy().astype(np.float16) for name, value in stored.items()})


if __name__ == "__main__":
    main()
