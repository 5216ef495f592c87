"""The position from which is searched: all placements of all colours, found once."""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np
from numba import int64, uint64, void

from engines.blokus.kernels.board import SQUARES_PLACED, copy_board, grow, reopen
from engines.blokus.kernels.playout import BEGINS, LEFT, SIZES, TO_THE_END, begin_lists, play_out, root_list
from engines.blokus.kernels.shapes import LARGEST, OF_SIZE
from engines.jit.compile import kernel
from engines.jit.memory import load, store

U = np.uint64


@kernel(void(uint64, uint64))
def find_all(root, colours):
    """Finds the placements of a position that was written into the root's board, and closes its attach points."""
    for colour in range(colours):
        count = U(0)
        left = load(root, LEFT + colour)
        for size in range(U(1), U(LARGEST + 1)):
            reopen(root, colour, U(0))
            store(root, BEGINS + colour * SIZES + size, count)
            count = grow(root, colour, U(0), OF_SIZE[size] & left, root_list(root, colour), count)
        store(root, BEGINS + colour * SIZES + U(LARGEST + 1), count)


@kernel(uint64(uint64, uint64, uint64, uint64, uint64, uint64, int64[:, ::1]))
def play_many(hand, root, colours, colour, allies, games, covered):
    """Plays a position to the end so many times; for measuring. Gives the plies played, and each colour's squares."""
    plies = U(0)
    for game in range(games):
        copy_board(hand, root, colours)
        begin_lists(hand, colours)
        played, _ = play_out(hand, root, colours, colour, allies, TO_THE_END)
        plies += played
        for other in range(colours):
            covered[game, other] = load(hand, SQUARES_PLACED + other)
    return plies
