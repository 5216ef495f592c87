"""Draw sets for the counter to learn from: `python -m training.vision.kalah.drawn_sets FOLDER [--count N] [--first N]`.

Files hold a few sets each, with pits filled as at the start of a game and pits filled at random, and stores. An existing
file is not drawn again, so several processes may draw into one folder, each with its own `--first`.
"""

from __future__ import annotations

import argparse
import zlib
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from fourth_seat.boundary.files import replaced_file
from fourth_seat.vision.kalah.seed_counter import MAX_COUNT
from training.vision.kalah.drawings import DrawnSet

SETS_PER_FILE = 20  # in a file
START_PITS, OTHER_PITS, STORES = 6, 10, 2  # pits of a set filled as at the start, and at random; stores
START_SEEDS = 2, 6  # seeds in each pit at the start, least and most
MANY_SHARE = 0.2  # share of pits with more seeds than must be counted exactly
MAX_FEW = 7  # seeds in most pits, at most
FEW_SHARES = np.array([0.06, 0.07, 0.09, 0.12, 0.14, 0.17, 0.18, 0.17])  # of 0..MAX_FEW seeds: more are harder
MAX_STORED = 30  # seeds in a store, at most
NEARLY_EMPTY_SHARE, NEARLY_EMPTY_BELOW = 0.3, 4  # share of stores that hold fewer seeds than that


class SetPictures(NamedTuple):
    """Pits and stores of one or of several sets, with their counts."""

    pits: NDArray[np.uint8]  # shape (..., n, SIDE_PX, SIDE_PX, 3)
    counts: NDArray[np.int64]
    stores: NDArray[np.uint8]  # shape (..., n, 2 * SIDE_PX, SIDE_PX, 3)
    stored: NDArray[np.int64]


def main() -> None:
    """Draw files one after the other."""
    parser = argparse.ArgumentParser(prog="python -m training.vision.kalah.drawn_sets", description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=500, help="of files")
    parser.add_argument("--first", type=int, default=0)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    args.folder.mkdir(parents=True, exist_ok=True)
    for number in range(args.first, args.first + args.count):
        path = args.folder / f"sets_{number:05d}.npz"
        if not path.exists():
            rng = np.random.default_rng([zlib.crc32(b"kalah sets"), number])
            sets = [drawn_set(rng) for _ in range(SETS_PER_FILE)]
            with replaced_file(path) as file:
                np.savez(file, **SetPictures(*map(np.array, zip(*sets, strict=True)))._asdict())


def drawn_set(rng: np.random.Generator) -> SetPictures:
    """Draw the pits and stores of one set."""
    drawn = DrawnSet(rng)
    usual = int(rng.integers(START_SEEDS[0], START_SEEDS[1] + 1))
    many = rng.random(OTHER_PITS) < MANY_SHARE
    counts = np.where(
        many, rng.integers(MAX_FEW + 1, MAX_COUNT + 1, OTHER_PITS), rng.choice(MAX_FEW + 1, OTHER_PITS, p=FEW_SHARES)
    )
    counts = np.concatenate([np.full(START_PITS, usual), counts])
    nearly_empty = rng.random(STORES) < NEARLY_EMPTY_SHARE
    stored = np.where(nearly_empty, rng.integers(0, NEARLY_EMPTY_BELOW, STORES), rng.integers(0, MAX_STORED + 1, STORES))
    return SetPictures(
        np.array([drawn.pit(rng, int(count)) for count in counts]),
        counts,
        np.array([drawn.store(rng, int(count)) for count in stored]),
        stored,
    )


def load(path: Path) -> SetPictures:
    """Return the sets of a file, with the axis of sets first."""
    with np.load(path) as stored:
        return SetPictures(*(stored[name] for name in SetPictures._fields))


if __name__ == "__main__":
    main()
