"""Train the network that finds pits (vision/kalah/weights/finder.onnx) on drawn boards.

    uv run --with torch==2.13.0 --with onnx==1.23.2 python -m training.vision.kalah.train_finder
        [--minutes 60] [--rate 0.002] [--seed 1] [--go-on] [--out FILE]

How likely a cell of the network's output is the middle of a pit or of a store follows a bell curve over the true middle
(Zhou, Wang, Krähenbühl, Objects as points, 2019, whose loss this is); it also gives the logarithm of the radius. Boards
that were kept out are drawn from other seeds; the figures printed are from these. The weights stored are moving averages.
After another training, measure the result with benchmarks.vision.kalah_sets.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from benchmarks.outputs import output_file
from fourth_seat.vision.kalah.finder import SEARCH_SIDE_PX, USUAL_RADIUS_PX, WEIGHTS
from fourth_seat.vision.network import STRIDE, normalised
from training.vision import onnx_files
from training.vision.kalah.board_drawings import DrawnBoard, picture
from training.vision.network import TorchNetwork, averaged_over, shaped

CHANNELS, DILATIONS = 24, (1, 2, 4, 8, 2, 1)
WIDTH, HEIGHT = SEARCH_SIDE_PX, SEARCH_SIDE_PX * 3 // 4
BATCH, POOL, FIRST, FRESH = 8, 3000, 400, 2  # pictures of a step, kept, drawn before the first step, new ones a step
BELL = 0.9  # standard deviation of a middle's bell, in cells
KEPT_OUT = 64  # boards drawn for measuring
AVERAGED_STEPS = 500  # over which weights are averaged
REPORTED = 120.0  # seconds between reports
SURE = 0.3  # probability from which on a peak counts in reports
NEAR = 0.35  # of its radius by which a peak may be off


class FinderNetwork(TorchNetwork):
    """Odds of a pit's and of a store's middle, and the logarithm of its radius, for each cell of 4 by 4 pixels."""

    def __init__(self) -> None:
        super().__init__(CHANNELS, DILATIONS)
        self.last = nn.Conv2d(CHANNELS, 3, 1)
        nn.init.constant_(self.last.bias, -3.0)

    @classmethod
    def load(cls, path: Path) -> FinderNetwork:
        """Return the network in a file."""
        network = cls()
        network.load_state_dict(shaped(onnx_files.load(path), network))
        return network

    def forward(self, x: Tensor) -> Tensor:
        """Return the logits and the logarithms, shape (n, 3, rows, columns)."""
        out: Tensor = self.last(self.features(x))
        return out


def main() -> None:
    """Draw, train, store."""
    parser = argparse.ArgumentParser(
        prog="python -m training.vision.kalah.train_finder", description=__doc__.split("\n")[0]
    )
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--go-on", action="store_true", help="from the weights that are there")
    parser.add_argument("--out", type=output_file, default=WEIGHTS)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    network = FinderNetwork.load(args.out) if args.go_on else FinderNetwork()
    averaged = averaged_over(network, AVERAGED_STEPS)
    optimiser = torch.optim.AdamW(network.parameters(), args.rate, weight_decay=1e-4)
    rng = np.random.default_rng(args.seed)
    torch.manual_seed(args.seed)
    kept = [drawn(np.random.default_rng([7, number])) for number in range(KEPT_OUT)]
    pool = [drawn(rng) for _ in range(FIRST)]
    start = reported = time.monotonic()
    step, losses = 0, [0.0]
    while (gone := (time.monotonic() - start) / (60 * args.minutes)) < 1:
        for group in optimiser.param_groups:
            group["lr"] = args.rate * min(1, (step + 1) / 50) * (1 - gone) ** 0.9
        for _ in range(FRESH):
            fresh = drawn(rng)
            if len(pool) < POOL:
                pool.append(fresh)
            else:
                pool[int(rng.integers(POOL))] = fresh
        loss = loss_of(network, [pool[k] for k in rng.integers(len(pool), size=BATCH)], rng)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimiser.step()
        averaged.update_parameters(network)
        step += 1
        losses.append(loss.item())
        if time.monotonic() - reported > REPORTED or step == 1:
            reported = time.monotonic()
            _save(averaged.module, args.out)
            print(f"{step} steps, loss {np.mean(losses[-100:]):.3f}: {measured(averaged.module, kept)}", flush=True)
    _save(averaged.module, args.out)
    print(f"{step} steps: {measured(averaged.module, kept)}", flush=True)


def _save(network: nn.Module, path: Path) -> None:
    weights = {name: value.numpy() for name, value in network.state_dict().items()}
    onnx_files.save(onnx_files.segmentation(weights, DILATIONS), path)


def drawn(rng: np.random.Generator) -> DrawnBoard:
    """Draw a picture of the size that is searched."""
    return picture(rng, WIDTH, HEIGHT)


def loss_of(network: FinderNetwork, samples: list[DrawnBoard], rng: np.random.Generator) -> Tensor:
    """Return the loss over some pictures, varied."""
    turned = rng.random() < 0.3
    images, maps = zip(*(_varied(sample, rng, turned) for sample in samples), strict=True)
    x = torch.from_numpy(np.stack(images).transpose(0, 3, 1, 2).copy())
    truth = torch.from_numpy(np.stack(maps))
    out = network(x)
    wanted, log, there = truth[:, :2], truth[:, 2], truth[:, 3]
    chance = torch.sigmoid(out[:, :2]).clamp(1e-4, 1 - 1e-4)
    middle = (wanted > 0.96).float()
    right = middle * (1 - chance) ** 2 * torch.log(chance)
    wrong = (1 - middle) * (1 - wanted) ** 4 * chance**2 * torch.log(1 - chance)
    heat = -(right + wrong).sum() / middle.sum().clamp(min=1)
    size = (there * functional.smooth_l1_loss(out[:, 2], log, reduction="none", beta=0.1)).sum() / there.sum().clamp(min=1)
    total: Tensor = heat + size
    return total


def _varied(sample: DrawnBoard, rng: np.random.Generator, turned: bool) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return a picture as the network takes it (mirrored, turned, in other colours), and its maps."""
    image, pits, stores = sample
    pits, stores = pits.copy(), stores.copy()
    height, width = image.shape[:2]
    if rng.random() < 0.5:
        image = image[:, ::-1]
        for places in (pits, stores):
            places[:, 0] = width - places[:, 0]
    if rng.random() < 0.5:
        image = image[::-1]
        for places in (pits, stores):
            places[:, 1] = height - places[:, 1]
    if turned:
        image = image.transpose(1, 0, 2)
        for places in (pits, stores):
            places[:, :2] = places[:, 1::-1].copy()
    if rng.random() < 0.2:
        image = image[..., rng.permutation(3)]
    light = image.astype(np.float32) * np.exp(rng.normal(0, 0.2, 3)).astype(np.float32)
    if rng.random() < 0.3:  # like a slanted board seen from above: soft one way
        coarse = [max(8, round(side * rng.uniform(0.35, 1))) for side in image.shape[1::-1]]
        soft = cv2.resize(cv2.resize(light, coarse, interpolation=cv2.INTER_AREA), image.shape[1::-1])
        light = np.asarray(soft, np.float32)
    if rng.random() < 0.3:
        light = light + rng.normal(0, rng.uniform(0, 12), image.shape).astype(np.float32)
    shown = normalised(np.clip(light, 0, 255).astype(np.uint8))
    return shown, _maps(pits, stores, image.shape[0] // STRIDE, image.shape[1] // STRIDE)


def _maps(pits: NDArray[np.float64], stores: NDArray[np.float64], rows: int, columns: int) -> NDArray[np.float32]:
    """Return bell curves over pits and over stores, the logarithm of the radius, and where that should be learned."""
    out = np.zeros((4, rows, columns), np.float32)
    y, x = np.mgrid[:rows, :columns] + 0.5
    for channel, places in enumerate((pits, stores)):
        for px, py, radius in places:
            cx, cy = px / STRIDE, py / STRIDE
            row, column = min(rows - 1, int(cy)), min(columns - 1, int(cx))
            far = (x - cx) ** 2 + (y - cy) ** 2
            bell = np.exp(-far / (2 * BELL**2))
            bell[row, column] = 1.0
            out[channel] = np.maximum(out[channel], bell)
            near = far < 1.5**2
            out[2][near], out[3][near] = np.log(max(radius, 1.0) / USUAL_RADIUS_PX), 1.0
    return out


@torch.no_grad()
def measured(network: nn.Module, kept: list[DrawnBoard]) -> str:
    """Describe how well pits are found in pictures that were kept out."""
    found = there = false = 0
    off: list[float] = []
    for image, pits, _ in kept:
        out = network(torch.from_numpy(normalised(image).transpose(2, 0, 1)[None].copy()))[0]
        chance = torch.sigmoid(out[0])
        peaks = (chance == functional.max_pool2d(chance[None], 3, 1, 1)[0]) & (chance > SURE)
        places = (np.argwhere(peaks.numpy())[:, ::-1] + 0.5) * STRIDE
        there += len(pits)
        taken = np.zeros(len(places), bool)
        for x, y, radius in pits:
            if len(places):
                far = np.hypot(*(places - (x, y)).T)
                nearest = int(far.argmin())
                if far[nearest] < max(NEAR * radius, 1.2 * STRIDE):
                    found += 1
                    taken[nearest] = True
                    off.append(float(far[nearest]))
        false += int((~taken).sum())
    return f"{found} of {there} pits found, {false} where there are none, off by {np.median(off) if off else 0:.1f} pixels"


if __name__ == "__main__":
    main()
