"""Train the networks that find and read dice: `python -m uv run --with torch --with onnx==1.23.2 python -m
training.vision.dice.train [FOLDER ...]`.

Two small convolutional networks (`vision/dice/networks.py` uses their stored weights): one marks the middles of upper faces
in a picture, the other reads pictures of one face each. They learn from dice drawn by `training.vision.dice.drawings`, and
from rendered pictures with labels (`benchmarks.vision.renders dice` and `backgammon`; every eighth is kept out, and the
figures printed are from these), if such folders are given; rendered boards without dice teach what is not a die. It goes on
from its checkpoint, so far as shapes are the same: the weights in the tree come from six runs of some 75 minutes with faces
of 32 pixels, and one of 6100 steps with 40 (`--minutes 52 --seed 11`, less than 10 minutes of processor time).
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import time
from dataclasses import replace
from pathlib import Path
from queue import Full
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from benchmarks.outputs import output_file
from fourth_seat.vision.dice.detector import found
from fourth_seat.vision.dice.networks import (
    BLUR,
    EDGE,
    FACE,
    NO_FACE,
    SEARCH_EDGE_PX,
    SHARP,
    WEIGHTS,
    around,
    search_network,
)
from fourth_seat.vision.network import STRIDE, normalised
from fourth_seat.vision.protocols import size_of
from training.vision.dice.drawings import EMBLEM, DrawnFace, picture
from training.vision.dice.networks import FaceNetwork, SearchNetwork, save

BATCH_PICTURES, BATCH_FACES = 16, 96  # that are searched, and read, in a step
START_LEARNING_RATE = 2e-3
WIDE_FACE_PX = 64  # of a face's picture before it is moved a little
PART_PX = 400  # of a square cut out of a rendered picture
SEARCH_SIDE_PX = 80  # of a picture that is searched
IGNORED_SIZE_RATIO = 1.35  # relative to the size sought: a die this much larger or smaller is neither wanted nor forbidden
POOL_FACES, POOL_WINDOWS = 30000, 6000
EMBLEM_PROBABILITIES = (0.7, 0.3)  # that an emblem stands for a one and for a six
LABEL_SMOOTHING = 0.003  # probability of each wrong class
MAX_MISTAKES = 6  # things mistaken for dice in a picture from which to learn
MIN_MISTAKEN_PROBABILITY = 0.08  # probability of the places that are taken for dice
SIZE_RANGE_FACTOR = 1.55  # times larger or smaller than `SEARCH_EDGE_PX` that an edge should be found as well
FIRST_PICTURES = 300  # that are drawn before the first step; then one for two steps
TEST_PICTURE_INTERVAL = 8  # pictures, of which one is in the test set

Image = NDArray[np.uint8]
Window = tuple[Image, NDArray[np.float32]]
"""A picture to be searched, and its faces: x, y, edge in pixels; shape (n, 3)."""


# -- pictures to learn from ------------------------------------------------------------------------------------------------


def faces(image: Image, tops: list[DrawnFace], rng: np.random.Generator) -> list[tuple[Image, int]]:
    """Return pictures of faces, and as many others: sides of dice, parts of faces, anything."""
    height, width = image.shape[:2]
    out = []
    for top in tops:
        if not (0 < top.x < width and 0 < top.y < height):
            continue
        out.append((around(image, top.x, top.y, top.edge / EDGE, WIDE_FACE_PX), top.value))
        out += [
            (around(image, *side[:2], side[2] / EDGE, WIDE_FACE_PX), NO_FACE + 1)
            for side in top.sides
            if rng.random() < 0.5
        ]
        edge, away = top.edge, rng.uniform(0.5, 1.4) * top.edge
        x, y = top.x + np.array([np.cos(turn := rng.uniform(0, 6.3)), np.sin(turn)]) * away
        if rng.random() < 0.4:
            x, y, edge = top.x, top.y, edge * float(rng.choice([0.25, 0.4, 0.5, 0.6, 1.7, 2.4]))
            x, y = x + rng.normal(0, 0.15) * edge, y + rng.normal(0, 0.15) * edge
        if edge != top.edge or all(np.hypot(x - other.x, y - other.y) > 0.45 * other.edge for other in tops):
            out.append((around(image, float(x), float(y), edge / EDGE, WIDE_FACE_PX), NO_FACE + 1))
    for _ in range(1 if tops else 2):
        x, y, edge = rng.uniform(0, width), rng.uniform(0, height), float(np.exp(rng.uniform(np.log(8), np.log(30))))
        if all(np.hypot(x - top.x, y - top.y) > max(edge, top.edge) for top in tops):
            out.append((around(image, x, y, edge / EDGE, WIDE_FACE_PX), NO_FACE + 1))
    return out


def mistaken(image: Image, tops: list[DrawnFace], rng: np.random.Generator) -> list[DrawnFace]:
    """Return the places that the network in its present state mistakes for dice, without values."""
    scale = float(rng.choice([1, 1, 1.4, 2, 2.8]))
    if max(image.shape[:2]) < 300:
        scale = 1 / scale
    width, height = (max(1, round(side / scale / STRIDE)) * STRIDE for side in size_of(image))
    small = np.asarray(cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    x, y = image.shape[1] / width, image.shape[0] / height
    places = [
        DrawnFace((p.x + 0.5) * x - 0.5, (p.y + 0.5) * y - 0.5, p.edge * x, NO_FACE + 1)
        for p in found(small, MIN_MISTAKEN_PROBABILITY)
    ]
    wrong = [
        place
        for place in places
        if all(
            np.hypot(place.x - top.x, place.y - top.y) > 0.45 * top.edge or abs(np.log(place.edge / top.edge)) > 0.5
            for top in tops
        )
    ]
    return [wrong[k] for k in rng.permutation(len(wrong))[:MAX_MISTAKES]]


def window(image: Image, tops: list[DrawnFace], wrong: list[DrawnFace], rng: np.random.Generator) -> Window:
    """Return part of a picture in which dice have a size that is looked for, or one with other sizes, so that there are
    none to find.

    `wrong`: places mistaken for dice.
    """
    there = wrong if wrong and rng.random() < 0.5 else tops
    usual = float(np.median([top.edge for top in there])) if there else float(np.exp(rng.uniform(np.log(9), np.log(30))))
    wanted = SEARCH_EDGE_PX * SIZE_RANGE_FACTOR ** rng.uniform(-1.1, 1.1)
    if rng.random() < 0.35:
        wanted = SEARCH_EDGE_PX * (rng.uniform(0.2, 0.5) if rng.random() < 0.4 else rng.uniform(2.0, 5.0))
    scale = usual / wanted
    size = np.array(size_of(image))
    corner = rng.uniform(0, np.maximum(size - SEARCH_SIDE_PX * scale, 1))
    if there and rng.random() < 0.7:
        top = there[int(rng.integers(len(there)))]
        corner = np.array([top.x, top.y]) - rng.uniform(0.1, 0.9, 2) * SEARCH_SIDE_PX * scale
    if scale > SHARP:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), BLUR * scale), np.uint8)
    matrix = np.array([[scale, 0, corner[0]], [0, scale, corner[1]]])
    seen = cv2.warpAffine(
        image,
        matrix,
        (SEARCH_SIDE_PX, SEARCH_SIDE_PX),
        flags=cv2.WARP_INVERSE_MAP | cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT,
    )
    kept = [((t.x - corner[0]) / scale, (t.y - corner[1]) / scale, t.edge / scale) for t in tops]
    return np.asarray(seen, np.uint8), np.array(kept, np.float32).reshape(-1, 3)


def rendered(path: Path) -> tuple[Image, list[DrawnFace]] | None:
    """Return a rendered picture with its upper faces; None if these are not labelled."""
    label: dict[str, Any] = json.loads(path.read_text())
    tops = []
    for die in label.get("dice", []):
        if "face" not in die:
            return None
        corners = np.array(die["face"], np.float32)
        edge = float(np.sqrt(cv2.contourArea(corners)))
        x, y = corners.mean(axis=0).tolist()
        tops.append(DrawnFace(x, y, edge, int(die["value"])))
    return np.asarray(cv2.imread(str(path.with_suffix(".jpg"))), np.uint8), tops


def part(image: Image, tops: list[DrawnFace], rng: np.random.Generator) -> tuple[Image, list[DrawnFace]]:
    """Return a square of a rendered picture, with dice in it as a rule."""
    height, width = image.shape[:2]
    x, y = rng.uniform((0, 0), (width, height))
    if tops and rng.random() < 0.9:
        top = tops[int(rng.integers(len(tops)))]
        x, y = np.array([top.x, top.y]) + rng.uniform(-0.4, 0.4, 2) * PART_PX
    left, upper = (int(np.clip(at - PART_PX / 2, 0, max(0, end - PART_PX))) for at, end in ((x, width), (y, height)))
    moved = [replace(top, x=top.x - left, y=top.y - upper) for top in tops]
    return image[upper : upper + PART_PX, left : left + PART_PX], moved


Drawn = tuple[list[tuple[Image, int]], list[Window]]


def drawing(seed: int, folders: list[Path], out: Any) -> None:
    """Draw endlessly, and now and then take a rendered picture."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    paths: list[Path] = []
    done = 0
    while True:
        if done % 100 == 0:
            paths = [
                path
                for folder in folders
                for path in sorted(folder.glob("*_*.json"))
                if _number(path) % TEST_PICTURE_INTERVAL
            ]
            search_network.cache_clear()
        done += 1
        seen = None
        if paths and rng.random() < 0.35:
            seen = rendered(paths[int(rng.integers(len(paths)))])
        image, tops = part(*seen, rng) if seen else picture(rng)
        wrong = mistaken(image, tops, rng) if (WEIGHTS / "search.onnx").exists() else []
        windows = [window(image, tops, wrong, rng) for _ in range(2)]
        pictures = faces(image, tops, rng)
        pictures += [(around(image, place.x, place.y, place.edge / EDGE, WIDE_FACE_PX), place.value) for place in wrong]
        while True:
            try:
                out.put((pictures, windows), timeout=1)
                break
            except Full:
                if not (parent := multiprocessing.parent_process()) or not parent.is_alive():
                    return


def _number(path: Path) -> int:
    return int(path.stem.split("_")[1])


# -- learning --------------------------------------------------------------------------------------------------------------


class FacePool:
    """The newest samples."""

    def __init__(self, size: int) -> None:
        self.size, self.at = size, 0
        self.samples: list[Any] = []

    def add(self, new: list[Any]) -> None:
        """Add samples, in place of the oldest ones if it is full."""
        for sample in new:
            if len(self.samples) < self.size:
                self.samples.append(sample)
            else:
                self.samples[self.at] = sample
                self.at = (self.at + 1) % self.size

    def some(self, rng: np.random.Generator, n: int) -> list[Any]:
        """Draw examples at random."""
        return [self.samples[k] for k in rng.integers(len(self.samples), size=n)]


def search_loss(network: SearchNetwork, batch: list[Window], rng: np.random.Generator) -> torch.Tensor:
    """Return the loss of the chance of a face's middle in each cell, and of its size and place if there is one."""
    images = np.stack([image for image, _ in batch])
    if rng.random() < 0.5:
        images = images[..., rng.permutation(3)]
    cells = (np.arange(SEARCH_SIDE_PX // STRIDE) + 0.5) * STRIDE - 0.5
    middle = np.zeros((len(batch), len(cells), len(cells)), np.float32)
    near = np.zeros_like(middle)
    shape = np.zeros((len(batch), 3, len(cells), len(cells)), np.float32)  # as in `vision.dice.networks.Found`
    least, most = SEARCH_EDGE_PX / SIZE_RANGE_FACTOR / 1.1, SEARCH_EDGE_PX * SIZE_RANGE_FACTOR * 1.1
    weight = np.ones_like(middle)
    for k, (_, tops) in enumerate(batch):
        for x, y, edge in tops:
            far = (cells[None, :] - x) ** 2 + (cells[:, None] - y) ** 2
            bump = np.exp(-far / (2 * (0.22 * edge) ** 2))
            if least / IGNORED_SIZE_RATIO < edge < most * IGNORED_SIZE_RATIO:
                own = np.broadcast_arrays(
                    np.log2(edge / SEARCH_EDGE_PX), (x - cells[None]) / STRIDE, (y - cells[:, None]) / STRIDE
                )
                shape[k] = np.where(bump > near[k], np.stack(own), shape[k])
                near[k] = np.maximum(near[k], bump)
            if least < edge < most:
                middle[k] = np.maximum(middle[k], bump)
            elif least / IGNORED_SIZE_RATIO < edge < most * IGNORED_SIZE_RATIO:
                weight[k] = np.minimum(weight[k], bump < 0.05)
    x = torch.from_numpy(normalised(images)).permute(0, 3, 1, 2).contiguous()
    out = network(x)
    target = torch.from_numpy(middle)
    chance = nn.functional.binary_cross_entropy_with_logits(out[:, 0], target, reduction="none")
    chance = chance * torch.from_numpy(weight) * (1 + 4 * target)
    off = (out[:, 1:] - torch.from_numpy(shape)).abs().permute(0, 2, 3, 1)[torch.from_numpy(near) > 0.3]
    return chance.mean() * 10 + (0.6 * off.mean() if len(off) else torch.zeros(()))


def face_batch(batch: list[tuple[Image, int]], rng: np.random.Generator | None) -> tuple[torch.Tensor, torch.Tensor]:
    """Return faces moved, turned, in other colours; and their values."""
    images = np.empty((len(batch), FACE, FACE, 3), np.uint8)
    target = np.full((len(batch), NO_FACE + 1), LABEL_SMOOTHING, np.float32)
    for k, (image, value) in enumerate(batch):
        middle, edge = (WIDE_FACE_PX - 1) / 2, (FACE - 1) / 2
        matrix = np.array([[1, 0, middle - edge], [0, 1, middle - edge]])
        if rng:
            turn, scale = rng.normal(0, 0.15), np.exp(rng.normal(0, 0.12))
            dx, dy = rng.normal(0, 0.08 * EDGE, 2)
            c, s = np.cos(turn) * scale, np.sin(turn) * scale
            flip = -1 if rng.random() < 0.5 else 1
            linear = np.array([[c * flip, -s], [s * flip, c * np.exp(rng.normal(0, 0.06))]])
            matrix = np.column_stack([linear, middle + np.array([dx, dy]) - linear @ (edge, edge)])
        images[k] = cv2.warpAffine(
            image, matrix, (FACE, FACE), flags=cv2.WARP_INVERSE_MAP | cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        if rng and rng.random() < 0.3:
            images[k] = images[k][..., rng.permutation(3)]
        if value == EMBLEM:
            target[k, [0, 5]] = EMBLEM_PROBABILITIES
        else:
            target[k, value - 1] = 1
    target /= target.sum(axis=1, keepdims=True)
    return torch.from_numpy(normalised(images)).permute(0, 3, 1, 2).contiguous(), torch.from_numpy(target)


@torch.no_grad()
def measured(network: FaceNetwork, kept: list[tuple[Image, int]]) -> str:
    """Describe how rendered dice that were kept out are read."""
    if not kept:
        return ""
    x, target = face_batch(kept, None)
    logits = network.eval()(x)
    network.train()
    truth = target.argmax(1)
    there = truth < NO_FACE
    right = (logits[:, :NO_FACE].argmax(1) == truth)[there].float().mean().item()
    seen = ((logits.argmax(1) == NO_FACE) == (truth == NO_FACE)).float().mean().item()
    rates = np.geomspace(0.5, 3, 19)
    best = min(rates, key=lambda t: nn.functional.cross_entropy(logits / float(t), truth).item())
    return f"kept out: {right:.2%} of {int(there.sum())} right, {seen:.2%} faces told from others, temperature {best:.2f}"


def main() -> None:
    """Draw, train, store."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="*", help="rendered pictures with labels")
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=START_LEARNING_RATE)
    parser.add_argument("--checkpoint", type=output_file, default=Path("dice_faces.pt"))
    parser.add_argument("--only", choices=["search", "faces"], help="train this one alone")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    rng = np.random.default_rng(args.seed)
    search, reading = SearchNetwork(), FaceNetwork()
    if args.checkpoint.exists():
        for network, state in zip((search, reading), torch.load(args.checkpoint), strict=True):
            own = network.state_dict()  # weights of another shape start from random values
            network.load_state_dict({**own, **{n: v for n, v in state.items() if v.shape == own[n].shape}})
    kept: list[tuple[Image, int]] = []
    for path in (path for folder in args.folders for path in sorted(folder.glob("*_*.json"))):
        if _number(path) % TEST_PICTURE_INTERVAL == 0 and (seen := rendered(path)):
            kept += faces(*seen, np.random.default_rng(_number(path)))
    context = multiprocessing.get_context("spawn")
    queue = context.Queue(64)
    seed = int(rng.integers(2**31))
    artist = context.Process(target=drawing, args=(seed, args.folders, queue), daemon=True)
    artist.start()
    optimisers = [torch.optim.AdamW(network.parameters(), args.rate, weight_decay=1e-3) for network in (search, reading)]
    pool_faces, pool_windows = FacePool(POOL_FACES), FacePool(POOL_WINDOWS)
    WEIGHTS.mkdir(exist_ok=True)
    start = reported = time.monotonic()
    drawn = step = 0
    losses = np.ones(2)
    while (done := (time.monotonic() - start) / 60 / args.minutes) < 1:
        while drawn < FIRST_PICTURES + step // 2:  # the same number on any machine
            new_faces, new_windows = queue.get()
            pool_faces.add(new_faces)
            pool_windows.add(new_windows)
            drawn += 1
        for k, optimiser in enumerate(optimisers):
            if (args.only, k) in (("search", 1), ("faces", 0)) or (k == 0 and step % 2 and args.only is None):
                continue
            for group in optimiser.param_groups:
                group["lr"] = float(args.rate * min(1, (step + 1) / 100) * (0.01 + 0.99 * np.cos(done * np.pi / 2) ** 2))
            if k == 0:
                loss = search_loss(search, pool_windows.some(rng, BATCH_PICTURES), rng)
            else:
                x, target = face_batch(pool_faces.some(rng, BATCH_FACES), rng)
                loss = nn.functional.cross_entropy(reading(x), target)
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_((search, reading)[k].parameters(), 1.0)
            optimiser.step()
            losses[k] += 0.02 * (float(loss.detach()) - losses[k])
        step += 1
        if time.monotonic() - reported > 30:
            reported = time.monotonic()
            torch.save([search.state_dict(), reading.state_dict()], args.checkpoint)
            save(search, reading)
            print(
                f"step {step}, {drawn} drawn, loss {losses[0]:.3f} {losses[1]:.3f}; {measured(reading, kept)}", flush=True
            )
    torch.save([search.state_dict(), reading.state_dict()], args.checkpoint)
    save(search, reading)
    artist.terminate()


if __name__ == "__main__":
    main()
