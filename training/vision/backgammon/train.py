"""Train the network that sees backgammon boards: `python -m uv run --with torch --with onnx==1.23.2 python -m
training.vision.backgammon.train [--minutes N]`.

Two small convolutional networks with the same layers (`vision/network.py` computes the stored ones) learn from the
boards of `training.vision.backgammon.drawings`: one looks at a board straight from above and marks checkers, the other
looks at a whole, small picture and marks where the board's two halves are. A checkpoint is kept, so that training can be
resumed: the weights in the tree come from seven such runs, some 85 minutes on a busy core, the boards made harder from run
to run; the last two channels came with the sixth, after which `table` was found to gain no more and is kept.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from benchmarks.outputs import output_file
from fourth_seat.vision.backgammon.segmentation import WEIGHTS, WINDOW
from fourth_seat.vision.network import STRIDE, normalised
from training.vision import onnx_files
from training.vision.backgammon.brush import LEFT, POINT_WIDTH_PX, TOP
from training.vision.backgammon.clutter import FIELD
from training.vision.backgammon.drawings import BoardPainter, DrawnBoard, seen
from training.vision.network import TorchNetwork

NETWORK_CHANNELS = 32
DILATIONS = {"above": (1, 2, 4, 1, 1), "table": (1, 2, 4, 8, 4, 1)}
BATCH_PICTURES = 8
START_LEARNING_RATE = 2e-3
PICTURE_REPEATS = 2  # times that each drawn picture is used for learning
POOL_PICTURES = 400  # kept to draw batches from
CORNER_SIGMA = 0.12  # of a corner's place, in widths of a point
NO_BOARD_SHARE = 0.2  # of pictures without a backgammon board
FINDER_WIDTH_PX = 256  # of the finder's picture

Sample = tuple[NDArray[np.uint8], NDArray[np.uint8]]


class SegmentationNetwork(TorchNetwork):
    """Segmentation of each cell of a picture."""

    def __init__(self, dilations: tuple[int, ...]) -> None:
        super().__init__(NETWORK_CHANNELS, dilations)
        self.last = nn.Conv2d(NETWORK_CHANNELS, 6, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        out: torch.Tensor = self.last(self.features(x))
        return out


def from_above(drawn: DrawnBoard, rng: np.random.Generator) -> Sample:
    """Return the board as its reader gets it, the corners a little off."""
    left, top, right, bottom, scale = WINDOW
    width, height = round((right - left) * scale), round((bottom - top) * scale)
    at = (np.array([(0, 0), (13, 0), (13, 11.5), (0, 11.5)]) - (left, top)) * scale
    off = 3 * CORNER_SIGMA if rng.random() < 0.2 else 2 * CORNER_SIGMA * rng.random()
    jitter = np.clip(rng.normal(0, off, (4, 2)), -0.7, 0.7) * POINT_WIDTH_PX
    matrix = _perspective(drawn.corners + jitter, at)
    return _taken(drawn, matrix, (width, height), rng, flips=True)


def on_table(drawn: DrawnBoard, rng: np.random.Generator) -> Sample:
    """Return the board somewhere in a whole picture."""
    width, height = FINDER_WIDTH_PX, int(rng.choice((144, 160, 192, 216)))
    field = drawn.corners
    if drawn.eye is not None:
        field = _from_its_side(drawn, rng)
    centre, size = field.mean(0), np.ptp(field[:, 0])
    wanted = rng.uniform(0.28, 0.8) * width
    scale = min(wanted, 0.92 * height * size / np.ptp(field[:, 1])) / size
    turn = rng.normal(0, 0.02) if rng.random() < 0.6 else rng.uniform(-0.4, 0.4)
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    box = (field - centre) * scale
    room = np.maximum((np.array([width, height]) - np.ptp(box, axis=0)) / 2, 0)
    middle = np.array([width, height]) / 2 + rng.uniform(-1, 1, 2) * room
    tilt = 0.0 if drawn.eye or rng.random() < 0.5 else rng.uniform(0, 0.35)  # how much nearer the near side is
    spread = 1 + tilt * (box[:, 1:] / np.ptp(box[:, 1])) * np.array([[1, 0]])
    squash = np.array([1, 1 - tilt * rng.uniform(0.3, 1.2)])
    target = (box * spread * squash) @ rotation.T + middle + rng.normal(0, 0.01 * scale * size, (4, 2))
    matrix = _perspective(drawn.corners, target)
    return _taken(drawn, matrix, (width, height), rng, flips=True)


def _from_its_side(drawn: DrawnBoard, rng: np.random.Generator) -> NDArray[np.float64]:
    """Return the corners in the view of the camera for which the board was drawn; in any unit."""
    assert drawn.eye
    corners = drawn.corners / POINT_WIDTH_PX + (LEFT, TOP)
    x, y = corners.mean(0) + rng.normal(0, 1, 2)
    seen: NDArray[np.float64] = 1000 * drawn.eye.pixels(corners, (float(x), float(y)))
    return seen


def _perspective(corners: NDArray[np.float64], target: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(cv2.getPerspectiveTransform(corners.astype(np.float32), target.astype(np.float32)), float)


def _taken(
    drawn: DrawnBoard, matrix: NDArray[np.float64], size: tuple[int, int], rng: np.random.Generator, flips: bool
) -> Sample:
    border = tuple(rng.uniform(0, 255, 3).tolist()) if rng.random() < 0.5 else (0, 0, 0)
    zoom = np.sqrt(abs(np.linalg.det(matrix[:2, :2])))
    smooth = cv2.GaussianBlur(drawn.image, (0, 0), 0.4 / zoom) if zoom < 0.8 else drawn.image
    beyond = cv2.BORDER_REPLICATE if rng.random() < 0.6 else cv2.BORDER_CONSTANT
    image = cv2.warpPerspective(smooth, matrix, size, flags=cv2.INTER_LINEAR, borderMode=beyond, borderValue=border)
    truth = cv2.warpPerspective(drawn.truth, matrix, size, flags=cv2.INTER_LINEAR)
    if rng.random() < 0.25:  # a strip with titles beside the picture
        x = int(rng.uniform(0.7, 0.95) * size[0])
        if not truth[:, x:, FIELD].any():
            image[:, x:] = rng.uniform(0, 255, 3) * (rng.random() < 0.5)
    image = seen(np.asarray(image, np.uint8), rng)
    for axis in range(2):
        if flips and rng.random() < 0.5:
            image, truth = np.flip(image, axis), np.flip(truth, axis)
    small = cv2.resize(np.ascontiguousarray(truth), (size[0] // STRIDE, size[1] // STRIDE), interpolation=cv2.INTER_AREA)
    return np.ascontiguousarray(image), np.asarray(small, np.uint8)


def samples(rng: np.random.Generator) -> Iterator[tuple[list[Sample], list[Sample]]]:
    """Yield pictures from above and pictures of tables, of one drawn board after another; some show something else."""
    painter = BoardPainter(rng)
    while True:
        drawn = painter.other() if rng.random() < NO_BOARD_SHARE else painter.board()
        yield [from_above(drawn, rng) for _ in range(2)], [on_table(drawn, rng) for _ in range(3)]


class SegmentationTrainer:
    """A network with its optimiser and the pictures it draws batches from."""

    def __init__(self, name: str, dilations: tuple[int, ...], rng: np.random.Generator) -> None:
        self.name, self.rng = name, rng
        self.network = SegmentationNetwork(dilations).to(memory_format=torch.channels_last)
        self.optimiser = torch.optim.AdamW(self.network.parameters(), START_LEARNING_RATE, weight_decay=1e-4)
        self.pool: list[Sample] = []
        self.owed, self.loss = 0.0, 1.0

    def add(self, new: list[Sample]) -> None:
        self.pool.extend(new)
        self.pool = self.pool[-POOL_PICTURES:]
        self.owed += PICTURE_REPEATS * len(new)
        while self.owed >= BATCH_PICTURES:
            self.owed -= BATCH_PICTURES
            self._step()

    def _step(self) -> None:
        first = self.pool[int(self.rng.integers(len(self.pool)))][0].shape
        same = [sample for sample in self.pool if sample[0].shape == first]
        batch = [same[int(self.rng.integers(len(same)))] for _ in range(BATCH_PICTURES)]
        x = torch.from_numpy(np.stack([normalised(image) for image, _ in batch])).permute(0, 3, 1, 2)
        y = torch.from_numpy(np.stack([truth for _, truth in batch])).permute(0, 3, 1, 2).float() / 255
        out = self.network(x.contiguous(memory_format=torch.channels_last))
        loss = nn.functional.binary_cross_entropy_with_logits(out, y)
        self.optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.optimiser.step()
        self.loss += 0.01 * (float(loss.detach()) - self.loss)

    def save(self) -> None:
        """Store it as `vision.backgammon.segmentation` reads it."""
        weights = {name: value.numpy() for name, value in self.network.state_dict().items()}
        onnx_files.save(onnx_files.segmentation(weights, DILATIONS[self.name]), WEIGHTS / f"{self.name}.onnx")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--checkpoint", type=output_file, default=Path("backgammon_sight.pt"))
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    torch.manual_seed(arguments.seed)
    rng = np.random.default_rng(arguments.seed)
    learners = [SegmentationTrainer(name, DILATIONS[name], rng) for name in ("above", "table")]
    if arguments.checkpoint.exists():
        for learner, (weights, state) in zip(learners, torch.load(arguments.checkpoint), strict=True):
            learner.network.load_state_dict(weights)
            learner.optimiser.load_state_dict(state)
    WEIGHTS.mkdir(exist_ok=True)
    start = reported = time.monotonic()
    for count, pictures in enumerate(samples(rng), 1):
        done = (time.monotonic() - start) / 60 / arguments.minutes
        for learner, new in zip(learners, pictures, strict=True):
            for group in learner.optimiser.param_groups:
                group["lr"] = float(START_LEARNING_RATE * (0.02 + 0.98 * np.cos(min(done, 1) * np.pi / 2) ** 2))
            learner.add(new)
        if time.monotonic() - reported > 30 or done >= 1:
            reported = time.monotonic()
            print(f"{count} boards, loss", *(f"{learner.name} {learner.loss:.4f}" for learner in learners), flush=True)
            torch.save([(one.network.state_dict(), one.optimiser.state_dict()) for one in learners], arguments.checkpoint)
            for learner in learners:
                learner.save()
        if done >= 1:
            break


if __name__ == "__main__":
    main()
