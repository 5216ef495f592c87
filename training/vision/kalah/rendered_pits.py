"""Path-traced Kalah boards from which the counter learns: `python -m training.vision.kalah.rendered_pits FOLDER [--count N]
[--seed S]`.

The sets and their heaps of seeds are those of `benchmarks.vision.renders`, but pits are filled at random, so that each
count is seen often, and the board fills the picture. What is stored is light, not a picture: exposure, white balance, blur
and noise are drawn again each time the board is used for learning. A board whose number exists already is not rendered
again.
"""

from __future__ import annotations

import argparse
import time
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import cv2
import numpy as np

from benchmarks.vision.renders.boards.kalah import KalahBoard, kalah_board
from benchmarks.vision.renders.placing import HandPlacing
from benchmarks.vision.renders.shapes.room import sky, table
from benchmarks.vision.renders.still import corners
from benchmarks.vision.renders.tracing.camera import above
from benchmarks.vision.renders.tracing.sensor import bent
from benchmarks.vision.renders.tracing.tracer import RenderScene, traced
from fourth_seat.boundary.files import replaced_file
from fourth_seat.games import AnyState, find
from fourth_seat.games.contents import Content
from fourth_seat.games.geometry import Cell

WIDTH_PX, HEIGHT_PX = 512, 208
PATHS_PER_PIXEL = 8  # paths of light a pixel
MANY_SHARE = 0.2  # share of pits with more seeds than must be counted exactly
MAX_FEW, MAX_MANY, MAX_STORED = 7, 14, 30  # seeds in most pits, in the others, in a store


@dataclass(frozen=True)
class Filling:
    """Seeds anywhere: this is all that heaps need of a position."""

    piles: Mapping[str, Content]

    def cells(self) -> Mapping[str, Content]:
        """Return the contents of the cells."""
        return self.piles


def main() -> None:
    """Render boards one after the other."""
    parser = argparse.ArgumentParser(
        prog="python -m training.vision.kalah.rendered_pits", description=__doc__.split("\n")[0]
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=600)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    args.folder.mkdir(parents=True, exist_ok=True)
    for seed in range(args.seed, args.seed + args.count):
        path = args.folder / f"pits_{seed:05d}.npz"
        if path.exists():
            continue
        start = time.process_time()
        light, places, options, counts = render_board(np.random.default_rng([zlib.crc32(b"kalah pits"), seed]))
        with replaced_file(path) as file:
            np.savez(file, light=light.astype(np.float16), corners=places, pits=options, counts=counts)
        print(f"{seed}: {time.process_time() - start:.1f} CPU s", flush=True)


def render_board(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, int, np.ndarray]:
    """Return the light, shape (HEIGHT_PX, WIDTH_PX, 3); the corners, (4, 2); pits a side; seeds in the cells, in the
    geometry's order.
    """
    board = kalah_board(rng)
    counts = random_seeds(rng, find("kalah").geometry(board.options).cells)
    (light,), places = render_fillings(rng, board, [counts])
    return light, places, int(board.options["pits"]), np.array(counts)


def random_seeds(rng: np.random.Generator, cells: Sequence[Cell]) -> list[int]:
    """Draw a random number of seeds for each cell."""
    return [
        int(
            rng.integers(MAX_STORED + 1)
            if cell.zone == "store"
            else rng.integers(*((MAX_FEW + 1, MAX_MANY + 1), (0, MAX_FEW + 1))[k])
        )
        for cell, k in zip(cells, (rng.random(len(cells)) > MANY_SHARE).astype(int), strict=True)
    ]


def render_fillings(
    rng: np.random.Generator, board: KalahBoard, fillings: Sequence[Sequence[int]]
) -> tuple[list[np.ndarray], np.ndarray]:
    """Return the light for each filling of one board in front of one camera, and the corners."""
    cells = find("kalah").geometry(board.options).cells
    camera = above(rng, board.must, (WIDTH_PX, HEIGHT_PX))
    placing = HandPlacing(int(rng.integers(2**31)))
    around = [table(rng, board.ground, board.cm)]
    light = sky(rng)
    lights = []
    for counts in fillings:
        filling = Filling({cell.name: Content(0, n) for cell, n in zip(cells, counts, strict=True) if n})
        scene = RenderScene([*board.parts(), *board.pieces(cast(AnyState, filling), placing), *around], light)
        lights.append(bent(traced(scene, camera, PATHS_PER_PIXEL, int(rng.integers(2**31))), camera))
    return lights, np.array(corners(board.area, camera))


if __name__ == "__main__":
    main()
