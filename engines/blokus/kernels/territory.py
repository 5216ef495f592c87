"""Which squares each colour can reach, and how soon.

Sets of squares grow outwards from a colour's attach points over the squares that it may cover. Each layer holds the one
before it: the attach points; the squares within one step of them; within two; within four, about as far as one piece
reaches; and about as far as two pieces reach.
"""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from engines.blokus.kernels.board import ATTACH, COLOURS, TAKEN
from engines.blokus.kernels.shapes import SQUARES, STRIDE
from engines.jit.compile import record_part
from engines.jit.records import record_dtype

U = np.uint64

LAYERS = 5
WORD_BITS = U(64)
SET_WORDS = 10  # of a set of squares: a bit for each square in the order of their numbers, between two words of zeros

TERRITORY = record_dtype(
    [
        ("free", np.uint64, (COLOURS, SET_WORDS)),  # squares that the colour may cover
        ("layers", np.uint64, (COLOURS, LAYERS, SET_WORDS)),
        ("spare", np.uint64, SET_WORDS),  # an intermediate set
    ]
)


@record_part
def widen(target, squares, free, near, far):
    """Write a set of squares and those `near` or `far` numbers before and behind them, as far as they are free."""
    for word in range(U(1), U(SET_WORDS - 1)):
        here, below, above = squares[word], squares[word - U(1)], squares[word + U(1)]
        around = (here << near) | (here >> near) | (below >> (WORD_BITS - near)) | (above << (WORD_BITS - near))
        around |= (here << far) | (here >> far) | (below >> (WORD_BITS - far)) | (above << (WORD_BITS - far))
        target[word] = (here | around) & free[word]


@record_part
def spread(target, squares, free):
    """Write a set of squares and their neighbours, as far as they are free."""
    widen(target, squares, free, U(1), U(STRIDE))


@record_part
def hop(target, squares, free):
    """Write a set of squares and their diagonal neighbours, as far as they are free."""
    widen(target, squares, free, U(STRIDE - 1), U(STRIDE + 1))


@record_part
def find_layers(board, colours, out, territory):
    """Write the layers of all colours. `out`: the colours that cannot place any more, as a set."""
    spare = territory.spare
    spare[U(0)] = U(0)
    spare[U(SET_WORDS - 1)] = U(0)
    for colour in range(colours):
        free, layers = territory.free[colour], territory.layers[colour]
        for word in range(U(SET_WORDS)):
            free[word] = U(0)
        for layer in range(U(LAYERS)):
            for word in range(U(SET_WORDS)):
                layers[layer, word] = U(0)
        if board.left[colour] == U(0) or out >> colour & U(1):
            continue
        grid = board.grids[colour]
        begin, one, two, piece, two_pieces = layers[U(0)], layers[U(1)], layers[U(2)], layers[U(3)], layers[U(4)]
        for word in range(U(SET_WORDS - 2)):
            first = word * WORD_BITS
            may, here = U(0), U(0)
            for n in range(min(WORD_BITS, U(SQUARES) - first)):
                number = grid[first + n]
                may |= (U(1) if number < TAKEN else U(0)) << n
                here |= (U(1) if number & (TAKEN | ATTACH) == ATTACH else U(0)) << n
            free[word + U(1)] = may
            begin[word + U(1)] = here
        spread(one, begin, free)
        spread(two, one, free)
        spread(spare, two, free)
        spread(piece, spare, free)
        hop(two_pieces, piece, free)
        spread(spare, two_pieces, free)
        spread(two_pieces, spare, free)
        spread(spare, two_pieces, free)
        spread(two_pieces, spare, free)
