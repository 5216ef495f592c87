"""How many points each colour is likely to gain yet: what a playout that is broken off is judged by.

A linear function of the squares it can reach, by how soon it can and how soon the first other colour; of its pieces left;
and of how many turns it has to wait. Each phase of the game has weights of its own (`training/blokus/gains.py`).
"""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np
from numba import float32, uint64, void

from engines.blokus.kernels.board import COLOURS, LEFT, PIECES_PLACED
from engines.blokus.kernels.territory import LAYERS, SET_WORDS, TERRITORY_WORDS, find_layers, layer_of
from engines.jit.compile import kernel, part
from engines.jit.memory import load, load_float, load_int, popcount, store_float, store_int

U = np.uint64

# Features of a colour: squares by own layer and the others' best; pieces left; turns to wait; always 1.
REACHED = LAYERS * (LAYERS + U(1))
PIECE_LEFT = REACHED
WAIT = PIECE_LEFT + U(21)
ALWAYS = WAIT + COLOURS
FEATURES = ALWAYS + U(1)
PHASES = U(10)
PHASE_PLIES = U(8)  # of four colours

# Weights in memory (floats): for each phase and feature; then for each phase, how doubtful it makes a lead.
DOUBTS = PHASES * FEATURES
GAIN_WEIGHTS = DOUBTS + PHASES

# Memory to work with: territory, then the counts of squares (32-bit numbers; colour, own layer, the others' best).
COUNTS = TERRITORY_WORDS
COUNT_WORDS = COUNTS + COLOURS * REACHED // U(2)


@part
def count_squares(board, colours, out, memory):
    """Counts the squares that each colour can reach. `out`: colours that cannot place any more, as a set."""
    find_layers(board, colours, out, memory)
    counts = memory + COUNTS * U(8)
    for n in range(COLOURS * REACHED):
        store_int(counts, n, U(0))
    for colour in range(colours):
        for word in range(U(1), SET_WORDS - U(1)):
            nearer = U(0)
            for best in range(LAYERS + U(1)):
                theirs = ~U(0)
                if best < LAYERS:
                    theirs = nearer
                    for other in range(colours):
                        if other != colour:
                            theirs |= load(layer_of(memory, other, best), word)
                just, nearer = theirs & ~nearer, theirs
                before = U(0)
                for layer in range(LAYERS):
                    mine = load(layer_of(memory, colour, layer), word)
                    n = colour * REACHED + layer * (LAYERS + U(1)) + best
                    store_int(counts, n, load_int(counts, n) + popcount(mine & ~before & just))
                    before = mine


@part
def phase_of(board, colours):
    """How far the game has come, by pieces on the board."""
    placed = U(0)
    for colour in range(colours):
        placed += load(board, PIECES_PLACED + colour)
    return min(placed * COLOURS // colours // PHASE_PLIES, PHASES - U(1))


@part
def expect(board, colours, colour, out, memory, weights, gains):
    """Writes what each colour is likely to gain (floats), a colour being to move.

    Gives how doubtful a lead is: the points of it with which it is held three times in four, about.
    """
    count_squares(board, colours, out, memory)
    counts, phase = memory + COUNTS * U(8), phase_of(board, colours)
    table = weights + phase * FEATURES * U(4)
    for one in range(colours):
        left, total = load(board, LEFT + one), float32(0)
        if left and out >> one & U(1) == U(0):
            wait = one - colour if one >= colour else one + colours - colour
            total = load_float(table, ALWAYS) + load_float(table, WAIT + wait)
            for n in range(REACHED):
                total += float32(load_int(counts, one * REACHED + n)) * load_float(table, n)
            for piece in range(U(21)):
                if left >> piece & U(1):
                    total += load_float(table, PIECE_LEFT + piece)
        store_float(gains, one, max(total, float32(0)))
    return load_float(weights, DOUBTS + phase)


@kernel(uint64(uint64, uint64, uint64))
def count_root(board, colours, memory):
    """Counts the squares that each colour can reach, and gives the phase; for training."""
    count_squares(board, colours, U(0), memory)
    return phase_of(board, colours)


@kernel(void(uint64, uint64, uint64, uint64, uint64, uint64))
def expect_root(board, colours, colour, memory, weights, gains):
    """Writes what each colour is likely to gain; for training."""
    expect(board, colours, colour, U(0), memory, weights, gains)
