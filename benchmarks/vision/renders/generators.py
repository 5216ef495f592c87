"""The pictures that can be asked for, by name."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from benchmarks.vision.renders.kalah import kalah_board
from benchmarks.vision.renders.positions import random_position
from benchmarks.vision.renders.still import Board, Generator, Still, still
from benchmarks.vision.renders.tridice import tridice_board

MOVES = {"kalah": 40, "tridice": 30}
"""Up to how many moves the positions of single pictures are played at random."""


def _of(game: str, board: Callable[[np.random.Generator], Board]) -> Generator:
    def generator(rng: np.random.Generator, size: tuple[int, int]) -> Still:
        made = board(rng)
        return still(made, random_position(game, made.options, rng, MOVES[game]), rng, size)

    return generator


GENERATORS: dict[str, Generator] = {"kalah": _of("kalah", kalah_board), "tridice": _of("tridice", tridice_board)}
