"""How promising placements look at once: a sum over the squares they cover, those beside them and those at their corners.

What a square means to the mover is told by a code: whether it can go on from there, which opponents can, who else may cover
it, how open it lies; and by another for how soon the mover and the opponents can be there. Each code has a learned weight
in each of the three roles, and covered squares have another one for where they lie, seen from the mover's own corner. So
weights are looked up once for each square of the board, and a placement costs some twenty additions. The logarithm of a
placement's gamma (Coulom 2007) is the sum and a weight of its piece, all of them for so many pieces placed.
"""

# mypy: ignore-errors

from __future__ import annotations

import math

import numpy as np
from numba import float32

from engines.blokus.kernels.board import (
    ATTACH,
    LOCAL,
    PIECES_PLACED,
    TAKEN,
    first_of,
    grid_of,
    shape_of,
)
from engines.blokus.kernels.playout import BESIDE
from engines.blokus.kernels.shapes import BELOW, COVERED, EDGE, EDGES, PIECE_OF, SIZE, SQUARES, TIP, TIPS
from engines.blokus.kernels.territory import LAYERS, SET_WORDS, WORD_BITS, find_layers, layer_of
from engines.jit.compile import part
from engines.jit.memory import load, load_float, load_int, load_short, store_float, store_short

U = np.uint64

# Bits of a free square's code. Opponents count in order of play.
OWN_ATTACH = 0
THEIR_ATTACH = 1  # three bits: the next colour, the one after, the one before
THEIRS_TOO = 4  # two bits: how many opponents may cover it
NEAR_ATTACH = 6  # beside a square where an opponent can go on
LOCAL_BIT = 7  # where an opponent's latest placement can go on, or beside that
OPEN = 8  # three bits: how many of the squares beside it the mover may cover
FREE_CODES = 1 << 11
BARRED, OCCUPIED = FREE_CODES, FREE_CODES + 1  # taken by an own piece's edge only; by a piece, or beside the board
CODES = FREE_CODES + 2
ROLES = 3  # covered, edge, tip
REACHES = 36  # the mover's layers that hold a square, and the opponents'; see `territory`
PHASES = 5
PHASE_OF = np.array([sum(n >= begin for begin in (3, 7, 11, 14)) for n in range(32)], np.uint64)  # by pieces placed

# Weights in memory (floats): for each phase, role and code; each phase, role and reach; each phase and piece; each colour,
# phase and square.
CODE_WEIGHTS = U(0)
REACH_WEIGHTS = CODE_WEIGHTS + U(PHASES * ROLES * CODES)
PIECE_WEIGHTS = REACH_WEIGHTS + U(PHASES * ROLES * REACHES)
PLACE_WEIGHTS = PIECE_WEIGHTS + U(PHASES * 21)
WEIGHTS = PLACE_WEIGHTS + U(4 * PHASES * SQUARES)

# Scratch memory: both codes of squares (16 bits), and the weights of squares in each role (floats).
CODED = U(0)
REACHED = CODED + U(SQUARES // 4)
ROLE_SUMS = REACHED + U(SQUARES // 4)
SCRATCH_WORDS = ROLE_SUMS + U(ROLES * SQUARES // 2)


@part
def code_squares(board, colours, colour, allied, scratch):
    """Writes the code of each square for a colour. Local squares must be marked. `allied`: the colours of its side."""
    own = grid_of(board, colour)
    for n in range(U(BELOW)):  # the rows below and above every board, which are beside placements at its edges
        store_short(scratch, CODED * U(4) + n, U(OCCUPIED))
        store_short(scratch, CODED * U(4) + U(SQUARES - 1) - n, U(OCCUPIED))
    for square in range(U(BELOW), U(SQUARES - BELOW)):
        number = load_int(own, square)
        taken_by_all = number >= TAKEN
        code = U(0)
        if number < TAKEN:
            code = (U(1) if number & ATTACH else U(0)) << U(OWN_ATTACH)
            if number & LOCAL:
                code |= U(1) << U(LOCAL_BIT)
            for k in range(4):
                if load_int(own, square + BESIDE[k]) < TAKEN:
                    code += U(1) << U(OPEN)
        may = U(0)
        for ahead in range(U(1), colours):
            other = colour + ahead
            if other >= colours:
                other -= colours
            if allied >> other & U(1):
                continue
            theirs = grid_of(board, other)
            number = load_int(theirs, square)
            if number < TAKEN:
                may += U(1)
                taken_by_all = False
                if number & ATTACH:
                    code |= U(1) << (U(THEIR_ATTACH - 1) + ahead)
            near = U(0)
            for k in range(4):
                number = load_int(theirs, square + BESIDE[k])
                if number < TAKEN and number & ATTACH:
                    near = U(1)
            code |= near << U(NEAR_ATTACH)
        if load_int(own, square) < TAKEN:
            code |= may << U(THEIRS_TOO)
        else:
            code = U(OCCUPIED) if taken_by_all else U(BARRED)
        store_short(scratch, CODED * U(4) + square, code)


@part
def code_reach(board, colours, colour, allied, territory, scratch):
    """Writes for each square how many layers of the mover hold it, and of the opponents. `allied`: its side's colours."""
    find_layers(board, colours, U(0), territory)
    for word in range(U(1), SET_WORDS - U(1)):
        # Both counts of all squares of a word at once, in three bits each: a number's bits lie in three words.
        own_1, own_2, own_4 = U(0), U(0), U(0)
        their_1, their_2, their_4 = U(0), U(0), U(0)
        for layer in range(LAYERS):
            own, theirs = load(layer_of(territory, colour, layer), word), U(0)
            for other in range(colours):
                if allied >> other & U(1) == U(0):
                    theirs |= load(layer_of(territory, other, layer), word)
            carry = own_1 & own
            own_1 ^= own
            own_4 |= own_2 & carry
            own_2 ^= carry
            carry = their_1 & theirs
            their_1 ^= theirs
            their_4 |= their_2 & carry
            their_2 ^= carry
        first = (word - U(1)) * WORD_BITS
        for n in range(min(WORD_BITS, U(SQUARES) - first)):
            own = (own_1 >> n & U(1)) + U(2) * (own_2 >> n & U(1)) + U(4) * (own_4 >> n & U(1))
            theirs = (their_1 >> n & U(1)) + U(2) * (their_2 >> n & U(1)) + U(4) * (their_4 >> n & U(1))
            store_short(scratch, REACHED * U(4) + first + n, own * (LAYERS + U(1)) + theirs)


@part
def weigh_squares(board, colour, weights, scratch):
    """Writes the weight of each square in each role, from the codes."""
    phase = PHASE_OF[load(board, PIECES_PLACED + colour)]
    sums = scratch + ROLE_SUMS * U(8)
    for square in range(U(SQUARES)):
        code = load_short(scratch, CODED * U(4) + square)
        reach = load_short(scratch, REACHED * U(4) + square)
        for role in range(U(ROLES)):
            row = phase * U(ROLES) + role
            weight = load_float(weights, CODE_WEIGHTS + row * U(CODES) + code)
            weight += load_float(weights, REACH_WEIGHTS + row * U(REACHES) + reach)
            store_float(sums, role * U(SQUARES) + square, weight)
        if code < U(FREE_CODES):
            place = PLACE_WEIGHTS + (colour * U(PHASES) + phase) * U(SQUARES) + square
            store_float(sums, square, load_float(sums, square) + load_float(weights, place))


@part
def log_gamma(board, colour, placement, weights, scratch):
    """How promising a placement looks: the logarithm of its gamma."""
    sums = scratch + ROLE_SUMS * U(8)
    shape, first = shape_of(placement), first_of(placement)
    phase = PHASE_OF[load(board, PIECES_PLACED + colour)]
    total = load_float(weights, PIECE_WEIGHTS + phase * U(21) + PIECE_OF[shape])
    for n in range(SIZE[shape]):
        total += load_float(sums, first + COVERED[shape, n])
    for n in range(EDGES[shape]):
        total += load_float(sums, U(SQUARES) + first + EDGE[shape, n])
    for n in range(TIPS[shape]):
        total += load_float(sums, U(2 * SQUARES) + first + TIP[shape, n])
    return total


@part
def promise(board, colour, listed, count, weights, scratch, gammas):
    """Writes the gammas of listed placements, each at most 1, the most promising 1."""
    best = float32(-1e9)
    for n in range(count):
        gamma = log_gamma(board, colour, load_short(listed, n), weights, scratch)
        store_float(gammas, n, gamma)
        best = max(best, gamma)
    for n in range(count):
        store_float(gammas, n, float32(math.exp(load_float(gammas, n) - best)))
