"""The root of the search: all placements of all colours, found once."""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np
from numba import int64, uint64, void

from engines.blokus.kernels.board import grow, reopen
from engines.blokus.kernels.playout import PLAYOUT, ROOT, TO_THE_END, begin_playout, play_out
from engines.blokus.kernels.shapes import LARGEST, OF_SIZE
from engines.jit.compile import record_kernel
from engines.jit.records import record_type

U = np.uint64


@record_kernel(void(record_type(ROOT)))
def find_all(root):
    """List the placements in the position on the root's board, and close its attach points."""
    board = root.board
    for colour in range(root.setup.colours):
        count = U(0)
        left = board.left[colour]
        for size in range(U(1), U(LARGEST + 1)):
            reopen(board, colour, U(0))
            root.size_begins[colour, size] = count
            count = grow(board, colour, U(0), OF_SIZE[size] & left, root.placements[colour], count)
        root.size_begins[colour, U(LARGEST + 1)] = count


@record_kernel(uint64(record_type(PLAYOUT), record_type(ROOT), uint64, int64[:, ::1]))
def play_many(playout, root, games, covered):
    """Play a position to the end `games` times and write each colour's squares into `covered` (games, colours).

    Returns the number of plies. For tests.
    """
    plies = U(0)
    for game in range(games):
        begin_playout(playout, root)
        played, _ = play_out(playout, root, root.setup.to_move, U(TO_THE_END))
        plies += played
        for colour in range(root.setup.colours):
            covered[game, colour] = playout.board.squares_placed[colour]
    return plies
