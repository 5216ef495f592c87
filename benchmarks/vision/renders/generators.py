"""Makers of sets and of pictures, by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from benchmarks.vision.renders.boards.backgammon import backgammon_board
from benchmarks.vision.renders.boards.blokus import blokus_board
from benchmarks.vision.renders.boards.connect4 import connect4_board
from benchmarks.vision.renders.boards.kalah import kalah_board
from benchmarks.vision.renders.boards.tridice import tridice_board
from benchmarks.vision.renders.dice import dice_still
from benchmarks.vision.renders.positions import random_position
from benchmarks.vision.renders.refusals import REFUSALS
from benchmarks.vision.renders.still import Generator, RenderedBoard, Still, still
from fourth_seat.games import AnyState

BOARDS: dict[str, Callable[[np.random.Generator], RenderedBoard]] = {
    "backgammon": backgammon_board,
    "blokus": blokus_board,
    "connect4": connect4_board,
    "kalah": kalah_board,
    "tridice": tridice_board,
}
MAX_MOVES = {"backgammon": 180, "blokus": 84, "connect4": 42, "kalah": 30, "tridice": 30}
"""Maximum number of random moves that lead to the position of a single picture."""


def _played(game: str, rng: np.random.Generator, size: tuple[int, int], with_hand: bool) -> Still:
    """Return a still of a random set of a game, in a position of a random game."""
    board = BOARDS[game](rng)
    return still(game, board, random_position(game, board.options, rng, MAX_MOVES[game]), rng, size, with_hand)


def _refused(rng: np.random.Generator, size: tuple[int, int], _with_hand: bool) -> Still:
    """Return a still that every reader must refuse."""

    def make(rng: np.random.Generator) -> tuple[str, RenderedBoard, AnyState]:
        game = str(rng.choice(sorted(BOARDS)))
        board = BOARDS[game](rng)
        return game, board, random_position(game, board.options, rng, MAX_MOVES[game])

    return REFUSALS[str(rng.choice(sorted(REFUSALS)))](rng, size, make)


GENERATORS: dict[str, Generator] = {
    **{game: partial(_played, game) for game in BOARDS},
    "dice": dice_still,
    "refuse": _refused,
}
