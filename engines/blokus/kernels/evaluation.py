"""Evaluation of a position without a search: the prior of each placement, and the expected gain of each colour.

The prior of a placement is based on a sum over three kinds of squares: covered squares, those that share an edge with them,
and those at their corners. A code describes a square from the mover's point of view: whether the mover can extend from it,
which opponents can, who else may cover it, and how open it is. A second code says how soon the mover and the opponents can
reach it. Each code has a learned weight for each of the three kinds, and covered squares have an additional weight for
their position relative to the mover's own corner. Weights are thus looked up once per square, and a placement costs about
twenty additions. The logarithm of a placement's gamma (Coulom 2007, "Computing Elo ratings of move patterns in the game of
Go") is that sum plus a weight for its piece. All weights depend on the number of pieces that the mover has placed
(`training/blokus/prior.py`).

When a playout is cut short, the points that a colour is still expected to gain are a linear function of the squares that it
can reach (classified by how soon it and the fastest of the other colours can reach them), its remaining pieces, and the
number of turns that it has to wait. Each phase of the game has its own weights (`training/blokus/gains.py`).
"""

# mypy: ignore-errors

from __future__ import annotations

import math

import numpy as np

from fourth_seat.engines.blokus.kernels.board import (
    ATTACH_BIT,
    BOARD,
    COLOURS,
    LAYERS,
    LOCAL,
    SET_WORDS,
    TAKEN,
    TAKEN_BIT,
    TERRITORY,
    WORD_BITS,
    find_layers,
    first_of,
    shape_of,
)
from fourth_seat.engines.blokus.kernels.shapes import (
    BELOW,
    COVERED,
    EDGE,
    EDGES,
    PIECE_COUNT,
    PIECE_OF,
    SIZE,
    SQUARES,
    STRIDE,
    TIP,
    TIPS,
)
from fourth_seat.engines.jit.bits import popcount
from fourth_seat.engines.jit.kernels import record_kernel, record_part
from fourth_seat.engines.jit.records import record_dtype
from fourth_seat.engines.jit.types import array_of, float32, record_type, uint64, void

U = np.uint64

ROW = U(STRIDE)  # distance of the square above

# -- prior -----------------------------------------------------------------------------------------------------------------

# Bits of a free square's code. Opponents count in order of play.
OWN_ATTACH = 0
THEIR_ATTACH = 1  # three bits: the next colour, the one after, the one before
THEIRS_TOO = 4  # two bits: how many opponents may cover it
NEAR_ATTACH = 6  # beside a square where an opponent can go on
LOCAL_BIT = 7  # where an opponent's latest placement can go on, or beside that
OPEN = 8  # three bits: how many of the squares beside it the mover may cover
FREE_CODES = 1 << 11
BARRED, OCCUPIED = FREE_CODES, FREE_CODES + 1  # taken by an own piece's edge only; by a piece, or off the board
CODES = FREE_CODES + 2
ROLES = 3  # covered, at an edge, at a corner
REACHES = (LAYERS + 1) ** 2  # how many of the mover's layers hold a square, and of the opponents'; see `board`
PRIOR_PHASES = 5
PRIOR_PHASE_OF = np.array([sum(n >= begin for begin in (3, 7, 11, 14)) for n in range(32)], np.uint64)  # by pieces placed

PRIOR_WEIGHTS = record_dtype(
    [  # logarithms of factors
        ("codes", np.float32, (PRIOR_PHASES, ROLES, CODES)),
        ("reaches", np.float32, (PRIOR_PHASES, ROLES, REACHES)),
        ("pieces", np.float32, (PRIOR_PHASES, PIECE_COUNT)),
        ("places", np.float32, (COLOURS, PRIOR_PHASES, SQUARES)),
    ]
)
PRIOR_SCRATCH = record_dtype(
    [
        ("codes", np.uint16, SQUARES),
        ("reaches", np.uint16, SQUARES),
        ("role_weights", np.float32, ROLES * SQUARES),  # of each square in each role
    ]
)


def _role_squares() -> tuple[np.ndarray, np.ndarray]:
    """Return the distances of the squares that have a role in `role_weights`, and their number, for each shape."""
    tables = (COVERED, SIZE), (EDGE, EDGES), (TIP, TIPS)
    counts = sum(number for _, number in tables)
    squares = np.zeros((len(counts), int(counts.max())), np.uint64)
    for shape, row in enumerate(squares):
        distances = [table[shape, : int(number[shape])] + U(role * SQUARES) for role, (table, number) in enumerate(tables)]
        row[: int(counts[shape])] = np.concatenate(distances)
    return squares, counts


ROLE_SQUARE, ROLE_SQUARES = _role_squares()


@record_part
def code_squares(board, colours, colour, allies, scratch):
    """Write the code of each square for a colour. Local squares must be marked. `allies` is the set of its side's colours.

    The loops over squares have no branches, so that the compiler can vectorise them. In a grid, the number of a taken
    square has only the `TAKEN` bit set.
    """
    codes, own = scratch.codes, board.grids[colour]
    for n in range(U(BELOW)):  # the rows below and above every board, which are beside placements at its edges
        codes[n] = U(OCCUPIED)
        codes[U(SQUARES - 1) - n] = U(OCCUPIED)
    for square in range(U(BELOW), U(SQUARES - BELOW)):
        number = U(own[square])
        barred = U(own[square - ROW]) >> TAKEN_BIT
        barred += U(own[square - U(1)]) >> TAKEN_BIT
        barred += U(own[square + U(1)]) >> TAKEN_BIT
        barred += U(own[square + ROW]) >> TAKEN_BIT
        code = (number >> ATTACH_BIT & U(1)) << U(OWN_ATTACH)
        code |= (U(1) if number & LOCAL else U(0)) << U(LOCAL_BIT)
        codes[square] = code | (U(4) - barred) << U(OPEN)
    for ahead in range(U(1), colours):
        other = colour + ahead
        if other >= colours:
            other -= colours
        if allies >> other & U(1):
            continue
        theirs = board.grids[other]
        for square in range(U(BELOW), U(SQUARES - BELOW)):
            number = U(theirs[square])
            beside = theirs[square - ROW] | theirs[square - U(1)] | theirs[square + U(1)] | theirs[square + ROW]
            code = U(codes[square]) | (number >> ATTACH_BIT & U(1)) << (U(THEIR_ATTACH - 1) + ahead)
            code |= (U(beside) >> ATTACH_BIT & U(1)) << U(NEAR_ATTACH)
            codes[square] = code + ((U(1) - (number >> TAKEN_BIT)) << U(THEIRS_TOO))
    for square in range(U(BELOW), U(SQUARES - BELOW)):
        code = U(codes[square])
        taken = U(BARRED) if code >> U(THEIRS_TOO) & U(3) else U(OCCUPIED)
        codes[square] = code if own[square] < TAKEN else taken


@record_part
def code_reach(board, colours, colour, allies, territory, scratch):
    """Write the number of layers of the mover, and of the opponents, that contain each square. `allies` is the set of
    colours on the mover's side.
    """
    find_layers(board, colours, U(0), territory)
    layers = territory.layers
    for word in range(U(1), U(SET_WORDS - 1)):
        # Both counts of all squares of a word at once, in three bits each: a number's bits lie in three words.
        own_1, own_2, own_4 = U(0), U(0), U(0)
        their_1, their_2, their_4 = U(0), U(0), U(0)
        for layer in range(U(LAYERS)):
            own, theirs = layers[colour, layer, word], U(0)
            for other in range(colours):
                if allies >> other & U(1) == U(0):
                    theirs |= layers[other, layer, word]
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
            scratch.reaches[first + n] = own * U(LAYERS + 1) + theirs


@record_part
def weigh_squares(board, colour, weights, scratch):
    """Compute the weight of each square in each role from the codes."""
    phase = PRIOR_PHASE_OF[board.pieces_placed[colour]]
    for square in range(U(SQUARES)):
        code, reach = U(scratch.codes[square]), U(scratch.reaches[square])
        for role in range(U(ROLES)):
            scratch.role_weights[role * U(SQUARES) + square] = (
                weights.codes[phase, role, code] + weights.reaches[phase, role, reach]
            )
        if code < U(FREE_CODES):
            scratch.role_weights[square] += weights.places[colour, phase, square]


@record_part
def log_gamma(placement, piece_weights, role_weights):
    """Return the logarithm of a placement's gamma."""
    shape, first = shape_of(placement), first_of(placement)
    total, more, n = piece_weights[PIECE_OF[shape]], float32(0), U(1)
    while n < ROLE_SQUARES[shape]:  # in two sums that do not wait for each other
        total += role_weights[first + ROLE_SQUARE[shape, n - U(1)]]
        more += role_weights[first + ROLE_SQUARE[shape, n]]
        n += U(2)
    if n == ROLE_SQUARES[shape]:
        total += role_weights[first + ROLE_SQUARE[shape, n - U(1)]]
    return total + more


@record_part
def keep_promising(board, colour, placements, count, log_cut, weights, scratch, gammas):
    """Keep those of the first `count` placements whose gamma is large enough, and write their gammas, scaled so that the
    largest is 1.

    Args:
        log_cut: the logarithm of the fraction of the largest gamma below which a placement is dropped.

    Returns the number of placements kept and the sum of their gammas.
    """
    phase = PRIOR_PHASE_OF[board.pieces_placed[colour]]
    piece_weights, role_weights = weights.pieces[phase], scratch.role_weights
    best = float32(-1e9)
    for n in range(count):
        logarithm = log_gamma(U(placements[n]), piece_weights, role_weights)
        gammas[n] = logarithm
        best = max(best, logarithm)
    kept, total = U(0), float32(0)
    for n in range(count):
        logarithm = gammas[n] - best
        if logarithm >= log_cut:
            gamma = float32(math.exp(logarithm))
            placements[kept] = placements[n]
            gammas[kept] = gamma
            total += gamma
            kept += U(1)
    return kept, total


# -- gains -----------------------------------------------------------------------------------------------------------------

GAIN_PHASES = 10
GAIN_PHASE_PLIES = U(8)  # of four colours

GAIN_FEATURES = record_dtype(
    [
        (
            "reached",
            np.float32,
            (LAYERS, LAYERS + 1),
        ),  # squares by own layer and the best of the others, the last if in none
        ("piece_left", np.float32, PIECE_COUNT),
        ("wait", np.float32, COLOURS),  # one feature for the number of turns to wait
        ("always", np.float32),
    ]
)
FEATURES = GAIN_FEATURES.itemsize // 4
GAIN_WEIGHTS = record_dtype(
    [
        ("gains", GAIN_FEATURES, GAIN_PHASES),  # points for each feature
        ("doubts", np.float32, GAIN_PHASES),  # points of a lead with which it is held about three times in four
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
    """Count the squares that each colour can reach. `out` is the set of colours that can no longer place."""
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
    """Return the phase of the game, which depends on the number of pieces on the board."""
    placed = U(0)
    for colour in range(colours):
        placed += board.pieces_placed[colour]
    return min(placed * U(COLOURS) // colours // GAIN_PHASE_PLIES, U(GAIN_PHASES - 1))


@record_part
def expect(board, colours, colour, out, scratch, weights, gains):
    """Write the points that each colour is expected to gain when `colour` is to move.

    Returns the uncertainty of a lead: a lead of this many points is kept in about three games out of four.
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
    """Count the squares that each colour can reach and return the phase of the game. For use in training."""
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
    """Write the points that each colour is expected to gain. For calls from Python."""
    expect(board, colours, colour, U(0), scratch, weights, gains)
