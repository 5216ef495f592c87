"""How many points each colour is likely to gain yet: the evaluation of a playout that is broken off.

A linear function of the squares that the colour can reach, by how soon it can and how soon the first other colour can; of
its pieces left; and of how many turns it has to wait. Each phase of the game has its own weights
(`training/blokus/gains.py`).
"""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np
from numba import float32, uint64, void

from engines.blokus.kernels.board import BOARD, COLOURS
from engines.blokus.kernels.shapes import PIECE_COUNT
from engines.blokus.kernels.territory import LAYERS, SET_WORDS, TERRITORY, find_layers
from engines.jit.bits import popcount
from engines.jit.compile import record_kernel, record_part
from engines.jit.records import array_of, record_dtype, record_type

U = np.uint64

PHASES = 10
PHASE_PLIES = U(8)  # of four colours

GAIN_FEATURES = record_dtype(
    [
        (
            "reached",
            np.float32,
            (LAYERS, LAYERS + 1),
        ),  # squares by own layer and the best of the others, the last if in none
        ("piece_left", np.float32, PIECE_COUNT),
        ("wait", np.float32, COLOURS),  # 1 for the number of turns to wait
        ("always", np.float32),
    ]
)
FEATURES = GAIN_FEATURES.itemsize // 4
GAIN_WEIGHTS = record_dtype(
    [
        ("gains", GAIN_FEATURES, PHASES),  # points for each feature
        ("doubts", np.float32, PHASES),  # points of a lead with which it is held about three times in four
    ]
)
GAIN_SCRATCH = record_dtype(
    [
        ("territory", TERRITORY),
        ("counts", np.uint32, (COLOURS, LAYERS, LAYERS + 1)),  # of squares, by own layer and the best of the others
    ]
)


@record_part
def count_squares(board, colours, out, scratch):
    """Count the squares that each colour can reach. `out`: the colours that cannot place any more, as a set."""
    find_layers(board, colours, out, scratch.territory)
    layers, counts = scratch.territory.layers, scratch.counts
    for colour in range(U(COLOURS)):
        for layer in range(U(LAYERS)):
            for best in range(U(LAYERS + 1)):
                counts[colour, layer, best] = U(0)
    for colour in range(colours):
        for word in range(U(1), U(SET_WORDS - 1)):
            nearer = U(0)
            for best in range(U(LAYERS + 1)):
                theirs = ~U(0)
                if best < U(LAYERS):
                    theirs = nearer
                    for other in range(colours):
                        if other != colour:
                            theirs |= layers[other, best, word]
                just, nearer = theirs & ~nearer, theirs
                before = U(0)
                for layer in range(U(LAYERS)):
                    mine = layers[colour, layer, word]
                    counts[colour, layer, best] += popcount(mine & ~before & just)
                    before = mine


@record_part
def phase_of(board, colours):
    """Return the phase of the game, by the number of pieces on the board."""
    placed = U(0)
    for colour in range(colours):
        placed += board.pieces_placed[colour]
    return min(placed * U(COLOURS) // colours // PHASE_PLIES, U(PHASES - 1))


@record_part
def expect(board, colours, colour, out, scratch, weights, gains):
    """Write the points that each colour is likely to gain, `colour` being to move.

    Returns the doubt about a lead: the points of it with which it is held about three times in four.
    """
    count_squares(board, colours, out, scratch)
    phase = phase_of(board, colours)
    weight = weights.gains[phase]
    for one in range(colours):
        left, total = board.left[one], float32(0)
        if left and out >> one & U(1) == U(0):
            wait = one - colour if one >= colour else one + colours - colour
            total = weight.always + weight.wait[wait]
            for layer in range(U(LAYERS)):
                for best in range(U(LAYERS + 1)):
                    total += float32(scratch.counts[one, layer, best]) * weight.reached[layer, best]
            for piece in range(U(PIECE_COUNT)):
                if left >> piece & U(1):
                    total += weight.piece_left[piece]
        gains[one] = max(total, float32(0))
    return weights.doubts[phase]


@record_kernel(uint64(record_type(BOARD), uint64, record_type(GAIN_SCRATCH)))
def count_root(board, colours, scratch):
    """Count the squares that each colour can reach; returns the phase. For training."""
    count_squares(board, colours, U(0), scratch)
    return phase_of(board, colours)


@record_kernel(
    void(
        record_type(BOARD),
        uint64,
        uint64,
        record_type(GAIN_SCRATCH),
        record_type(GAIN_WEIGHTS),
        array_of(np.float32),
    )
)
def expect_root(board, colours, colour, scratch, weights, gains):
    """Write the points that each colour is likely to gain. For training."""
    expect(board, colours, colour, U(0), scratch, weights, gains)
