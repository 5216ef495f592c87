"""Sets from which the counter of seeds learns, and sets that are kept out; some are drawn, and others are path-traced
boards.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from benchmarks.vision.renders.tracing.sensor import developed, jpeg, metered
from fourth_seat.calibration.view import View
from fourth_seat.games import find
from fourth_seat.vision.kalah.classifier import pictures
from fourth_seat.vision.kalah.layout import PitLayout
from fourth_seat.vision.kalah.seed_counter import MAX_COUNT, SIDE_PX, counter_input
from fourth_seat.vision.protocols import size_of
from training.vision.kalah.drawn_sets import SetPictures, load

RENDERED_SHARE = 0.35  # share of the sets that are path-traced
CORNER_SIGMA = 0.02  # standard deviation of a corner's place, in pits
KEPT_OUT_EVERY = 16  # of this many files and boards, one is not used for learning


class SetPool:
    """Sets to draw batches from, and sets that are kept out."""

    def __init__(self, drawn: Path, boards: Path) -> None:
        self._drawn_folder, self._boards_folder = drawn, boards
        self._files: dict[Path, SetPictures] = {}
        self._boards: dict[Path, SetPictures] = {}
        self._drawn: list[SetPictures] = []
        self._rendered: list[SetPictures] = []
        self.kept_out: dict[str, list[SetPictures]] = {"drawn": [], "rendered": []}
        self.read()

    def __str__(self) -> str:
        return f"{len(self._drawn)} drawn and {len(self._rendered)} rendered sets"

    def read(self) -> None:
        """Read the files and boards that have been added since."""
        for path in sorted(set(self._drawn_folder.glob("*.npz")) - set(self._files)):
            self._files[path] = several = load(path)
            kept = self.kept_out["drawn"] if _number(path) % KEPT_OUT_EVERY == 0 else self._drawn
            kept += [SetPictures(*(values[k] for values in several)) for k in range(len(several.counts))]
        for path in sorted(set(self._boards_folder.glob("*.npz")) - set(self._boards)):
            self._boards[path] = board = developed_board(path, np.random.default_rng(_number(path)))
            (self.kept_out["rendered"] if _number(path) % KEPT_OUT_EVERY == 0 else self._rendered).append(board)

    def develop(self, rng: np.random.Generator) -> None:
        """Develop one of the boards again."""
        paths = [path for path in self._boards if _number(path) % KEPT_OUT_EVERY]
        if paths:
            chosen = int(rng.integers(len(paths)))
            self._rendered[chosen] = developed_board(paths[chosen], rng)

    def some(self, rng: np.random.Generator, n: int) -> list[SetPictures]:
        """Draw sets at random."""
        pools = [self._rendered if rng.random() < RENDERED_SHARE and self._rendered else self._drawn for _ in range(n)]
        return [pool[int(rng.integers(len(pool)))] for pool in pools]


def _number(path: Path) -> int:
    return int(path.stem.split("_")[1])


def developed_board(path: Path, rng: np.random.Generator) -> SetPictures:
    """Return a board's light as stored by some camera, read with corners a little off."""
    with np.load(path) as stored:
        light, corners, counts = stored["light"].astype(np.float32), stored["corners"], stored["counts"]
        options = find("kalah").options(f"pits={int(stored['pits'])}")
    image = developed(light, sensor := metered(rng, light), rng)
    image = np.asarray(cv2.imdecode(np.frombuffer(jpeg(image, sensor.quality), np.uint8), cv2.IMREAD_COLOR), np.uint8)
    geometry = find("kalah").geometry(options)
    unit = np.hypot(*(corners[2] - corners[3])) / (geometry.area[2] - geometry.area[0])
    view = View.of_corners(corners + rng.normal(0, CORNER_SIGMA * unit, (4, 2)), geometry.area, size_of(image))
    seen = counter_input(pictures(image, view, options, PitLayout.usual(int(options["pits"]))))
    pits = [(cell.foot, count) for cell, count in zip(geometry.cells, counts, strict=True) if cell.zone == "board"]
    stores = [(cell.foot, count) for cell, count in zip(geometry.cells, counts, strict=True) if cell.zone == "store"]
    return SetPictures(
        np.array([seen[int(y), int(x)] for (x, y), _ in pits]),
        np.array([count for _, count in pits]).clip(0, MAX_COUNT),
        np.array([seen[:, int(x)].reshape(2 * SIDE_PX, SIDE_PX, 3) for (x, _), _ in stores]),
        np.array([count for _, count in stores]),
    )
