"""One picture or game of a batch: rendered, and stored completely or not at all."""

from __future__ import annotations

import json
import os
import time
import zlib
from pathlib import Path

import cv2
import numpy as np

from benchmarks.vision.renders.film import film
from benchmarks.vision.renders.generators import GENERATORS
from benchmarks.vision.renders.still import taken


def render(game: str, folder: Path, size: tuple[int, int], samples: int, hands: float, seed: int) -> tuple[int, float]:
    """Render one picture, which depends on these arguments alone; return its seed and the CPU seconds it took."""
    cv2.setNumThreads(1)
    start = time.process_time()
    rng = np.random.default_rng([zlib.crc32(game.encode()), seed])
    picture, label = taken(GENERATORS[game](rng, size, bool(rng.random() < hands)), rng, samples)
    file = f"{game}_{seed:04d}.jpg"
    label = {"game": label["game"], "file": file, "seed": seed, **label}
    store(folder / file, picture)
    store(_label(folder, game, seed), json.dumps(label, indent=1).encode())
    return seed, time.process_time() - start


def _label(folder: Path, game: str, seed: int) -> Path:
    """Return the path of a picture's label, which is written last: where it exists, the picture does too."""
    return folder / f"{game}_{seed:04d}.json"


def is_stored(folder: Path, game: str, seed: int) -> bool:
    """Return whether a picture or a whole game is already stored."""
    return _label(folder, game, seed).exists() or (folder / f"{game}_{seed:04d}").is_dir()


def store(path: Path, data: bytes) -> None:
    """Write a file completely or not at all."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.write_bytes(data)
    draft.replace(path)


def play(game: str, folder: Path, size: tuple[int, int], samples: int, most: int | None, seed: int) -> tuple[int, float]:
    """Render the frames of one game, or of at most `most` of its moves; return its seed and the CPU seconds it took."""
    cv2.setNumThreads(1)
    start = time.process_time()
    rng = np.random.default_rng([zlib.crc32(f"{game} film".encode()), seed])
    film(game, folder / f"{game}_{seed:04d}", size, samples, most, rng)
    return seed, time.process_time() - start
