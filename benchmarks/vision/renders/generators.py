"""The pictures that can be asked for, by name."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from benchmarks.vision.renders.backgammon import backgammon_board
from benchmarks.vision.renders.blokus import blokus_board
from benchmarks.vision.renders.connect4 import connect4_board
from benchmarks.vision.renders.kalah import kalah_board
from benchmarks.vision.renders.positions import random_position
from benchmarks.vision.renders.still import Board, Generator, Still, still
from benchmarks.vision.renders.tridice import tridice_board

MOVES = {"backgammon": 180, "blokus": 84, "connect4": 42, "kalah": 30, "tridice": 30}
"""Up to how many moves the positions of single pictures are played at random."""


def _of(game: str, board: Callable[[np.random.Generator], Board]) -> Generator:
    def generator(rng: np.random.Generator, size: tuple[int, int], with_hand: bool) -> Still:
        made = board(rng)
        return still(game, made, random_position(game, made.options, rng, MOVES[game]), rng, size, with_hand)

    return generator


GENERATORS: dict[str, Generator] = {
    "blokus": _of("blokus", blokus_board),
    "connect4": _of("connect4", connect4_board),
    "backgammon": _of("backgammon", backgammon_board),
    "kalah": _of("kalah", kalah_board),
    "tridice": _of("tridice", tridice_board),
}
