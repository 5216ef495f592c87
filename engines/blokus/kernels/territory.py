"""Who can reach which squares, and how soon.

Sets of squares grow outwards from where a colour can go on, over the squares that it may cover. A layer is such a set:
attach points themselves; what lies within one step of them, two, or four, which is about as far as one piece leads; and
about as far as two pieces lead. Each layer holds those before it.

A set is ten words: a bit for each square, in the order of their numbers, between two words of zeros.
"""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from engines.blokus.kernels.board import ATTACH, LEFT, TAKEN, grid_of
from engines.blokus.kernels.shapes import SQUARES, STRIDE
from engines.jit.compile import part
from engines.jit.memory import load, load_int, store

U = np.uint64

SET_WORDS = U(10)
LAYERS = U(5)
# Territory in memory: for each colour the squares it may cover, then its layers; then a set to work with.
COLOUR_WORDS = SET_WORDS * (LAYERS + U(1))
SPARE = U(4) * COLOUR_WORDS
TERRITORY_WORDS = SPARE + SET_WORDS
WORD_BITS = U(64)


@part
def layer_of(territory, colour, layer):
    """The address of a layer."""
    return territory + (colour * COLOUR_WORDS + SET_WORDS * (layer + U(1))) * U(8)


@part
def widen(to, squares, free, near, far):
    """Writes a set and what lies so many squares before and behind one of it, by two distances, as far as it is free."""
    for word in range(U(1), SET_WORDS - U(1)):
        here, below, above = load(squares, word), load(squares, word - U(1)), load(squares, word + U(1))
        around = (here << near) | (here >> near) | (below >> (WORD_BITS - near)) | (above << (WORD_BITS - near))
        around |= (here << far) | (here >> far) | (below >> (WORD_BITS - far)) | (above << (WORD_BITS - far))
        store(to, word, (here | around) & load(free, word))


@part
def spread(to, squares, free):
    """Writes what lies in a set or beside it, as far as it is free."""
    widen(to, squares, free, U(1), U(STRIDE))


@part
def hop(to, squares, free):
    """Writes what lies in a set or meets a corner of it, as far as it is free."""
    widen(to, squares, free, U(STRIDE - 1), U(STRIDE + 1))


@part
def find_layers(board, colours, out, territory):
    """Writes the layers of all colours. `out`: colours that cannot place any more, as a set."""
    spare = territory + SPARE * U(8)
    store(spare, U(0), U(0))
    store(spare, SET_WORDS - U(1), U(0))
    for colour in range(colours):
        free = territory + colour * COLOUR_WORDS * U(8)
        for word in range(COLOUR_WORDS):
            store(free, word, U(0))
        if load(board, LEFT + colour) == U(0) or out >> colour & U(1):
            continue
        grid, begin = grid_of(board, colour), layer_of(territory, colour, U(0))
        for word in range(U(8)):
            first = word * WORD_BITS
            may, here = U(0), U(0)
            for n in range(min(WORD_BITS, U(SQUARES) - first)):
                number = load_int(grid, first + n)
                may |= (U(1) if number < TAKEN else U(0)) << n
                here |= (U(1) if number & (TAKEN | ATTACH) == ATTACH else U(0)) << n
            store(free, word + U(1), may)
            store(begin, word + U(1), here)
        one, two = layer_of(territory, colour, U(1)), layer_of(territory, colour, U(2))
        piece, two_pieces = layer_of(territory, colour, U(3)), layer_of(territory, colour, U(4))
        spread(one, begin, free)
        spread(two, one, free)
        spread(spare, two, free)
        spread(piece, spare, free)
        hop(two_pieces, piece, free)
        spread(spare, two_pieces, free)
        spread(two_pieces, spare, free)
        spread(spare, two_pieces, free)
        spread(two_pieces, spare, free)
