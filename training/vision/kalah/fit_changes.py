"""Fit the test that distinguishes pits that have changed from those that have not (vision/kalah/appearance.py).

    uv run --group renders python -m training.vision.kalah.fit_changes PAIRS [--count 30]

Boards are path-traced twice: as they were, and after seeds (mostly one) were added to some pits, and other pits were
emptied. Both pictures are developed several times, with the light and the camera a little off. It prints the logistic
regression's coefficients, and how many pits it classifies correctly.
"""

from __future__ import annotations

import argparse
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from benchmarks.vision.renders.boards.kalah import kalah_board
from benchmarks.vision.renders.tracing.sensor import developed, jpeg, metered
from fourth_seat.calibration.view import View
from fourth_seat.games import find
from fourth_seat.vision.kalah.appearance import coarse, differences
from fourth_seat.vision.kalah.classifier import pictures
from fourth_seat.vision.kalah.layout import PitLayout
from fourth_seat.vision.protocols import size_of
from training.vision.change_models import print_change_model
from training.vision.kalah.rendered_pits import random_seeds, render_fillings

ONE, EMPTY, MORE = 0.4, 0.1, 0.1  # shares of pits to which one seed is added, that are emptied, and that get several
DEVELOPED = 2  # times that each pair is
DRIFT = 0.03  # of the light between the two pictures, standard deviation of its logarithm
ROUGH, TREMBLING = 0.5, 0.2  # pixels by which the corners are off, and by which they differ between the pictures


def main() -> None:
    """Render what is missing, and fit."""
    parser = argparse.ArgumentParser(prog="python -m training.vision.kalah.fit_changes", description=__doc__.split("\n")[0])
    parser.add_argument("pairs", type=Path)
    parser.add_argument("--count", type=int, default=30)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    args.pairs.mkdir(parents=True, exist_ok=True)
    samples = []
    for seed in range(args.count):
        path = args.pairs / f"pair_{seed:04d}.npz"
        if not path.exists():
            _render(path, np.random.default_rng([zlib.crc32(b"kalah changes"), seed]))
        samples += [sample for n in range(DEVELOPED) for sample in _samples(path, np.random.default_rng(n))]
    print_change_model(np.array(samples), "pits")


def _render(path: Path, rng: np.random.Generator) -> None:
    board = kalah_board(rng)
    before = random_seeds(rng, find("kalah").geometry(board.options).cells)
    kinds = rng.choice(4, len(before), p=[1 - ONE - EMPTY - MORE, ONE, EMPTY, MORE])
    after = [(n, n + 1, 0, n + int(rng.integers(2, 8)))[kind] for n, kind in zip(before, kinds, strict=True)]
    lights, corners = render_fillings(rng, board, [before, after])
    light = np.array(lights).astype(np.float16)
    np.savez(path, light=light, corners=corners, pits=int(board.options["pits"]), counts=np.array([before, after]))


def _samples(path: Path, rng: np.random.Generator) -> Iterator[tuple[float, float, float]]:
    """Return for each pit how much it differs, how much the wood differs, and whether the pit changed."""
    with np.load(path) as stored:
        lights, corners, counts = stored["light"].astype(np.float32), stored["corners"], stored["counts"]
        options = find("kalah").options(f"pits={int(stored['pits'])}")
    geometry = find("kalah").geometry(options)
    sensor = metered(rng, lights[0])
    corners = corners + rng.normal(0, ROUGH, (4, 2))
    windows = []
    for light in lights:
        red, green, blue = (gain * float(np.exp(rng.normal(0, DRIFT))) for gain in sensor.gain)
        stored_as = jpeg(developed(light, replace(sensor, gain=(red, green, blue)), rng), sensor.quality)
        image = np.asarray(cv2.imdecode(np.frombuffer(stored_as, np.uint8), cv2.IMREAD_COLOR), np.uint8)
        size = size_of(image)
        view = View.of_corners(corners + rng.normal(0, TREMBLING, (4, 2)), geometry.area, size)
        windows.append(coarse(pictures(image, view, options, PitLayout.usual(int(options["pits"])))))
    changes = differences(*windows)
    for cell, before, after in zip(geometry.cells, *counts, strict=True):
        if cell.zone == "board":
            place = int(cell.foot[1]), int(cell.foot[0])
            yield float(changes.differing[place]), float(changes.noise[place]), float(before != after)


if __name__ == "__main__":
    main()
