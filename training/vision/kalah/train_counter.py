"""Train the network that counts seeds (vision/kalah/weights/counter.onnx) on path-traced boards and drawn pits.

    uv run --group renders python -m training.vision.kalah.rendered_pits BOARDS
    uv run --with torch==2.13.0 --with onnx==1.23.2 python -m training.vision.kalah.train_counter BOARDS
        [--minutes 20] [--rate 0.001] [--seed 1] [--anew]

It goes on from the weights that are there, unless it is to start anew. Boards come as light and are developed afresh each
time; pits are drawn besides, as sets differ more there. Some of both are moved aside, covered or replaced by noise, and
these are no pits. Every eighth board is kept out, and the figures printed are from these. Whoever trains again measures
the result with benchmarks.vision.cells.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from benchmarks.vision.renders.tracing.sensor import developed, jpeg, metered
from calibration.view import View
from games import find
from training.vision import onnx_files
from training.vision.kalah.drawings import pit
from vision.kalah.classifier import pictures
from vision.kalah.layout import PitLayout
from vision.kalah.seed_counter import CORNER, FAINT, LEAST_SPREAD, MOST, NO_PIT, SIDE, WEIGHTS

RENDERED, DRAWN, STORES = 40, 56, 8  # of a batch: pits of both kinds, and stores
NEW, BOARD_STEPS = 2, 4  # pits drawn for each batch; batches until another board is developed
RATE = 1e-3  # of learning, at its highest, where it starts anew
CHANNELS, SIZES, STRIDES, HIDDEN = (3, 12, 24, 32, 32, 48), (5, 3, 3, 3, 3), (2, 1, 2, 1, 2), 48
NEIGHBOUR = 0.001  # of the truth is given to a count one more and one less: nobody is surer than that
NO_PITS = 0.06  # share of the pictures that are made none
POOL = 4000  # pits kept to draw batches from
JITTER = 0.02  # standard deviation of a corner's place, in pits
KEPT_OUT = 8  # every so many boards one is not learned from
STORE_WEIGHT = 0.1  # of stores' loss
TOLD = 60.0  # seconds between reports


class SeedBatch(NamedTuple):
    """Pits with their counts, and stores, two halves each, with theirs."""

    pits: NDArray[np.uint8]
    counts: NDArray[np.int64]
    stores: NDArray[np.uint8]
    stored: NDArray[np.int64]


class SeedCounterNetwork(nn.Module):
    """Counts seeds; what half a store looks like is added up over both halves."""

    def __init__(self) -> None:
        super().__init__()
        layers = zip(CHANNELS[:-1], CHANNELS[1:], SIZES, STRIDES, strict=True)
        self.layers = nn.ModuleList(nn.Conv2d(a, b, size, stride, size // 2) for a, b, size, stride in layers)
        for layer in self.layers:
            nn.init.kaiming_normal_(layer.weight)
        self.hidden = nn.Linear(CHANNELS[-1] * (SIDE // 8) ** 2, HIDDEN)
        self.out = nn.Linear(HIDDEN, NO_PIT + 1)
        self.store = nn.Linear(HIDDEN, 2)

    def features(self, x: Tensor) -> Tensor:
        """Return the input of the last layer, shape (n, HIDDEN)."""
        for layer in self.layers:
            x = functional.relu(layer(x))
        return functional.relu(self.hidden(functional.dropout(x.flatten(1), 0.1, self.training)))

    def forward(self, x: Tensor) -> Tensor:
        """Return logarithms of odds, shape (n, MOST + 2)."""
        out: Tensor = self.out(self.features(x))
        return out

    def stored(self, halves: Tensor) -> tuple[Tensor, Tensor]:
        """Return the expected count of stores and its standard deviation; upper and lower halves lie one after the
        other.
        """
        mean, spread = self.store(self.features(halves).reshape(-1, 2, HIDDEN).sum(1)).T
        return mean, LEAST_SPREAD + functional.softplus(spread)

    def load(self, path: Path) -> None:
        """Go on from what `save` stored."""
        state = {name: torch.from_numpy(values) for name, values in onnx_files.load(path).items()}
        self.load_state_dict({**state, "store.bias": 2 * state["store.bias"]})  # stored for half a store

    def save(self, path: Path) -> None:
        """Store it as `vision.kalah.seed_counter` reads it."""
        weights = {name: value.numpy() for name, value in self.state_dict().items()}
        onnx_files.save(onnx_files.seed_counter(weights, STRIDES, SIDE), path)


def main() -> None:
    """Develop and draw pictures, train, and store the network."""
    parser = argparse.ArgumentParser(
        prog="python -m training.vision.kalah.train_counter", description=__doc__.split("\n")[0]
    )
    parser.add_argument("boards", type=Path)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--rate", type=float, default=RATE, help="of learning, at its highest; less where it goes on")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--anew", action="store_true")
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    network = SeedCounterNetwork()
    if not args.anew:
        network.load(WEIGHTS)
    optimiser = torch.optim.AdamW(network.parameters(), args.rate, weight_decay=1e-3)
    rendered, drawn, stores = PitPool(POOL), PitPool(POOL), PitPool(POOL // 8)
    start = reported = time.monotonic()
    step = 0
    while (done := (time.monotonic() - start) / 60 / args.minutes) < 1:
        paths = [path for path in sorted(args.boards.glob("*.npz")) if int(path.stem.split("_")[1]) % KEPT_OUT]
        for path in rng.choice(np.array(paths), 20 if step == 0 else int(step % BOARD_STEPS == 0)):
            board = taken(path, rng)
            rendered.add(board.pits, board.counts)
            stores.add(board.stores, board.stored)
        new = 150 if step == 0 else NEW
        counts = np.where(rng.random(new) < 0.8, rng.integers(0, 8, new), rng.integers(8, MOST + 1, new))
        drawn.add(np.array([pit(rng, int(count)) for count in counts]), counts)
        for group in optimiser.param_groups:
            group["lr"] = float(args.rate * min(1, (step + 1) / 50) * (0.01 + 0.99 * np.cos(done * np.pi / 2) ** 2))
        pits, truth = (torch.cat(both) for both in zip(rendered.some(rng, RENDERED), drawn.some(rng, DRAWN), strict=True))
        loss = _loss(network.train(), pits, truth) + STORE_WEIGHT * _store_loss(network, *stores.some(rng, STORES))
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimiser.step()
        step += 1
        if time.monotonic() - reported > TOLD:
            reported = time.monotonic()
            network.save(args.out)
            print(
                f"step {step}, {len(paths)} boards, loss {loss.item():.3f}; {_measured(network, args.boards)}", flush=True
            )
    network.save(args.out)
    print(_measured(network, args.boards))


class PitPool:
    """The newest pictures."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.pictures: list[NDArray[np.uint8]] = []
        self.counts: list[int] = []

    def add(self, pictures: NDArray[np.uint8], counts: NDArray[np.int64]) -> None:
        self.pictures = [*self.pictures, *pictures][-self.size :]
        self.counts = [*self.counts, *counts.tolist()][-self.size :]

    def some(self, rng: np.random.Generator, n: int) -> tuple[Tensor, Tensor]:
        """Draw a batch by lot: pictures, channels first, and their counts."""
        chosen = rng.integers(len(self.counts), size=n)
        pictures = np.stack([self.pictures[k] for k in chosen])
        return torch.tensor(np.moveaxis(pictures, -1, -3).copy()), torch.tensor([self.counts[k] for k in chosen])


def taken(path: Path, rng: np.random.Generator) -> SeedBatch:
    """Return a board's light as some camera stores it, read with corners a little off."""
    with np.load(path) as stored:
        light, corners, counts = stored["light"].astype(np.float32), stored["corners"], stored["counts"]
        options = find("kalah").options(f"pits={int(stored['pits'])}")
    image = developed(light, sensor := metered(rng, light), rng)
    image = np.asarray(cv2.imdecode(np.frombuffer(jpeg(image, sensor.quality), np.uint8), cv2.IMREAD_COLOR), np.uint8)
    geometry = find("kalah").geometry(options)
    unit = np.hypot(*(corners[2] - corners[3])) / (geometry.area[2] - geometry.area[0])
    view = View.of_corners(corners + rng.normal(0, JITTER * unit, (4, 2)), geometry.area, (image.shape[1], image.shape[0]))
    seen = pictures(image, view, options, PitLayout.usual(int(options["pits"])))
    pits = [(cell.foot, count) for cell, count in zip(geometry.cells, counts, strict=True) if cell.zone == "board"]
    stores = [(cell.foot, count) for cell, count in zip(geometry.cells, counts, strict=True) if cell.zone == "store"]
    return SeedBatch(
        np.array([seen[int(y), int(x)] for (x, y), _ in pits]),
        np.array([count for _, count in pits]).clip(0, MOST),
        np.array([seen[:, int(x)] for (x, _), _ in stores]),
        np.array([count for _, count in stores]),
    )


def _loss(network: SeedCounterNetwork, pits: Tensor, truth: Tensor) -> Tensor:
    x, target = _varied(pits), functional.one_hot(truth, NO_PIT + 1).float()
    counts = target[:, :NO_PIT]
    less, more = functional.pad(counts[:, 1:], (0, 2)), functional.pad(counts[:, :-1], (1, 1))
    target = (1 - 2 * NEIGHBOUR) * target + NEIGHBOUR * (less + more)
    for k in torch.nonzero(torch.rand(len(x)) < NO_PITS)[:, 0].tolist():
        x[k] = _no_pit(x[k])
        target[k] = functional.one_hot(torch.tensor(NO_PIT), NO_PIT + 1)
    return functional.cross_entropy(network(x), target)


def _store_loss(network: SeedCounterNetwork, halves: Tensor, truth: Tensor) -> Tensor:
    mean, spread = network.stored(_varied(halves.flatten(0, 1)))
    return (((truth - mean) / spread) ** 2 / 2 + torch.log(spread)).mean()


@torch.no_grad()
def _measured(network: SeedCounterNetwork, folder: Path) -> str:
    """Describe how boards that were kept out are read, and the temperature at which pits' counts are likeliest."""
    rng = np.random.default_rng(0)
    paths = [path for path in sorted(folder.glob("*.npz")) if int(path.stem.split("_")[1]) % KEPT_OUT == 0]
    boards = [taken(path, rng) for path in paths]
    pits, halves = (
        _relative(torch.tensor(np.concatenate(seen).transpose(0, 3, 1, 2).copy()).float())
        for seen in ([board.pits for board in boards], [board.stores.reshape(-1, SIDE, SIDE, 3) for board in boards])
    )
    counts = torch.tensor(np.concatenate([board.counts for board in boards]))
    logits = network.eval()(pits)[:, :NO_PIT]
    few = counts <= 7
    right = (logits.argmax(1) == counts)[few].float().mean().item()
    temperature = min(np.geomspace(0.5, 3, 19), key=lambda t: functional.cross_entropy(logits / t, counts).item())
    mean, spread = network.stored(halves)
    off = (torch.tensor(np.concatenate([board.stored for board in boards])) - mean) / spread
    return f"{right:.2%} of {int(few.sum())} right, temperature {temperature:.2f}, stores off by {off.std():.2f} spreads"


def _varied(pits: Tensor) -> Tensor:
    """Return pits in other light, with more noise, mirrored, a little aside; relative to the wood as the counter sees
    them.
    """
    n = len(pits)
    light = torch.empty(n, 1, 1, 1).uniform_(-0.9, 0.25) + torch.randn(n, 3, 1, 1) * 0.06
    noise = torch.randn(pits.shape) * torch.empty(n, 1, 1, 1).uniform_(0, 1) ** 3 * 8
    x = _relative((pits.float() * torch.exp(light) + noise).clamp(0, 255).round())
    if torch.rand(1) < 0.5:
        x = x.flip(3)
    if torch.rand(1) < 0.3:
        x = x[:, torch.randperm(3)]
    return torch.roll(x, tuple(torch.randint(-1, 2, (2,)).tolist()), (2, 3)).clone()


def _relative(pits: Tensor) -> Tensor:
    """Return colours as `vision.kalah.seed_counter.relative` does."""
    logs = torch.log(pits + FAINT)
    ends = (slice(None, CORNER), slice(-CORNER, None))
    wood = torch.cat([logs[:, :, rows, columns].flatten(2) for rows in ends for columns in ends], 2).quantile(0.5, 2)
    return logs - wood[:, :, None, None]


def _no_pit(x: Tensor) -> Tensor:
    """Return a pit out of its place, something that covers it, patches of colour, or noise on a slope."""
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


if __name__ == "__main__":
    main()
