"""The board used by the search, its sides, an incremental placement generator, and the reach of each colour.

Each colour has its own grid with a number for each square. The sum of the numbers under a placement shows whether the
placement is legal, and how many currently relevant squares ("local" squares; see `playout`) it covers.

A placement stays legal until one of its squares is taken, and new placements arise only at new attach points (the free
squares that touch a corner of the colour's own pieces but no edge). A list of placements is therefore updated by removing
the illegal ones and by walking a tree of shapes at each new attach point. After such a walk, the attach point is closed to
later ones, so that no placement is found twice.

A colour's territory consists of layers of squares that grow outwards from its attach points over the squares that it may
cover. Each layer contains the previous one. The layers are the attach points, and the squares within one step of them,
within two steps, within four steps (about the reach of one piece), and within about the reach of two pieces.
"""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from fourth_seat.engines.blokus.kernels.shapes import (
    COVERED,
    EDGE,
    EDGES,
    GROW_AT,
    GROW_FIRST,
    GROW_OWN,
    GROW_PIECES,
    GROW_SHAPE,
    GROW_SKIP,
    GROWN,
    ON_BOARD,
    PIECE_OF,
    SHAPE_BIT,
    SIZE,
    SQUARES,
    STRIDE,
    TIP,
    TIPS,
)
from fourth_seat.engines.jit.kernels import record_part
from fourth_seat.engines.jit.records import record_dtype

U = np.uint64

COLOURS = 4
MAX_ATTACH_POINTS = 256  # of a colour in one game: 21 pieces with 8 corners at most, and its start squares
MAX_PLACEMENTS = 4096  # of a colour in one position

# A number of a grid: at least four bits for each of these, so that the sum over five squares does not overflow.
TAKEN_BIT, ATTACH_BIT = U(28), U(20)
TAKEN = U(1) << TAKEN_BIT  # by a piece, beside an own piece, or off the board
CLOSED = U(1 << 24)  # an attach point whose placements have all been found
ATTACH = U(1) << ATTACH_BIT
LOCAL = U(ATTACH - U(1))  # mask of the count of local squares

BESIDE = np.array([1, -1, STRIDE, -STRIDE]).astype(np.uint64)  # distances of the neighbouring squares
LAYERS = 5  # of a territory
WORD_BITS = U(64)
SET_WORDS = 10  # of a set of squares: a bit for each square in the order of their numbers, between two words of zeros

SHARED = U(15)  # in place of a side: the colour that three players share
SHARING_PLAYERS = U(3)

BOARD = record_dtype(
    [
        ("left", np.uint64, COLOURS),  # pieces in hand, as a set; 0 for a colour that is out
        ("squares_placed", np.uint64, COLOURS),
        ("pieces_placed", np.uint64, COLOURS),
        ("latest", np.uint64, COLOURS),  # placement, `NO_PLACEMENT` before the first
        ("attach_count", np.uint64, COLOURS),
        ("grids", np.uint32, (COLOURS, SQUARES)),
        ("attach_points", np.uint16, (COLOURS, MAX_ATTACH_POINTS)),  # squares in the order they arose, some taken by now
    ]
)
SETUP = record_dtype(
    [
        ("colours", np.uint64),  # in play
        ("to_move", np.uint64),  # colour
        ("allies", np.uint64, COLOURS),  # for each colour the colours of its side, as a set
        ("sides", np.uint64, COLOURS),  # for each colour the seat that gets its points, or `SHARED`
        ("side_count", np.uint64),
        ("advanced", np.uint64),  # whether the advanced score counts
    ]
)
TERRITORY = record_dtype(
    [
        ("free", np.uint64, (COLOURS, SET_WORDS)),  # squares that the colour may cover
        ("layers", np.uint64, (COLOURS, LAYERS, SET_WORDS)),
        ("spare", np.uint64, SET_WORDS),  # an intermediate set
    ]
)


@record_part
def shape_of(placement):
    """Return the shape of a placement."""
    return placement >> U(SHAPE_BIT)


@record_part
def first_of(placement):
    """Return the first square of a placement."""
    return placement & U(ON_BOARD)


@record_part
def side_of(board, setup, colour):
    """Return the side that makes a colour's next placement."""
    side = setup.sides[colour]
    return board.pieces_placed[colour] % SHARING_PLAYERS if side == SHARED else side


@record_part
def copy_board(target, board, colours):
    """Copy the first `colours` colours of a board to another one."""
    for colour in range(colours):
        target.left[colour] = board.left[colour]
        target.squares_placed[colour] = board.squares_placed[colour]
        target.pieces_placed[colour] = board.pieces_placed[colour]
        target.latest[colour] = board.latest[colour]
        target.attach_count[colour] = board.attach_count[colour]
        for square in range(U(SQUARES)):
            target.grids[colour, square] = board.grids[colour, square]
        for n in range(board.attach_count[colour]):
            target.attach_points[colour, n] = board.attach_points[colour, n]


@record_part
def place(board, colours, colour, placement):
    """Place a piece."""
    shape, first = shape_of(placement), first_of(placement)
    own = board.grids[colour]
    size = SIZE[shape]
    for other in range(colours):
        for n in range(size):
            board.grids[other, first + COVERED[shape, n]] = TAKEN
    for n in range(EDGES[shape]):
        own[first + EDGE[shape, n]] = TAKEN
    count = board.attach_count[colour]
    for n in range(TIPS[shape]):
        square = first + TIP[shape, n]
        number = own[square]
        if number < CLOSED and number & ATTACH == U(0):
            own[square] = number | ATTACH
            board.attach_points[colour, count] = square
            count += U(1)
    board.attach_count[colour] = count
    board.left[colour] &= ~(U(1) << PIECE_OF[shape])
    board.squares_placed[colour] += size
    board.pieces_placed[colour] += U(1)
    board.latest[colour] = placement


# -- placements ------------------------------------------------------------------------------------------------------------


@record_part
def sum_over(grid, placement):
    """Return the sum of a grid's numbers under a placement, which is at least `TAKEN` if the placement is illegal."""
    shape, first = shape_of(placement), first_of(placement)
    total = U(0)
    for n in range(SIZE[shape]):
        total += grid[first + COVERED[shape, n]]
    return total


@record_part
def sum_over_five(grid, placement):
    """Like `sum_over` for a placement of five squares, but without a loop.

    If the placement is smaller, its first square is counted several times, but the sum still shows whether it is legal.
    """
    shape, first = shape_of(placement), first_of(placement)
    return (
        U(grid[first + COVERED[shape, U(0)]])
        + U(grid[first + COVERED[shape, U(1)]])
        + U(grid[first + COVERED[shape, U(2)]])
        + U(grid[first + COVERED[shape, U(3)]])
        + U(grid[first + COVERED[shape, U(4)]])
    )


@record_part
def grow(board, colour, begin, pieces, found, count):
    """Append the placements of `pieces` (a set) at a colour's attach points, starting at index `begin`, and close them.

    Returns the new number of placements in `found`.
    """
    grid = board.grids[colour]
    for n in range(begin, board.attach_count[colour]):
        square = U(board.attach_points[colour, n])
        number = grid[square]
        if number >= CLOSED:
            continue
        at = U(0)
        while at < U(GROWN):
            if GROW_PIECES[at] & pieces == U(0) or grid[square + GROW_AT[at]] >= CLOSED:
                at += GROW_SKIP[at]
                continue
            if GROW_OWN[at] & pieces and count < U(MAX_PLACEMENTS):
                found[count] = (GROW_SHAPE[at] << U(SHAPE_BIT)) + square + GROW_FIRST[at]
                count += U(1)
            at += U(1)
        grid[square] = number | CLOSED
    return count


@record_part
def reopen(board, colour, begin):
    """Reopen a colour's attach points, starting at index `begin`."""
    grid = board.grids[colour]
    for n in range(begin, board.attach_count[colour]):
        square = U(board.attach_points[colour, n])
        grid[square] &= ~CLOSED


@record_part
def keep_legal(board, colour, placements, count, kept):
    """Copy those of the first `count` placements that are still legal to `kept` and return their number."""
    grid, left = board.grids[colour], board.left[colour]
    kept_count = U(0)
    for n in range(count):
        placement = U(placements[n])
        kept[kept_count] = placement
        fits = U(1) if sum_over_five(grid, placement) < TAKEN else U(0)
        kept_count += fits & left >> PIECE_OF[shape_of(placement)]
    return kept_count


# -- territory -------------------------------------------------------------------------------------------------------------


@record_part
def widen(target, squares, free, near, far):
    """Write the union of a set of squares and the free squares whose numbers differ by `near` or `far`."""
    for word in range(U(1), U(SET_WORDS - 1)):
        here, below, above = squares[word], squares[word - U(1)], squares[word + U(1)]
        around = (here << near) | (here >> near) | (below >> (WORD_BITS - near)) | (above << (WORD_BITS - near))
        around |= (here << far) | (here >> far) | (below >> (WORD_BITS - far)) | (above << (WORD_BITS - far))
        target[word] = (here | around) & free[word]


@record_part
def spread(target, squares, free):
    """Write the union of a set of squares and their free neighbours."""
    widen(target, squares, free, U(1), U(STRIDE))


@record_part
def hop(target, squares, free):
    """Write the union of a set of squares and their free diagonal neighbours."""
    widen(target, squares, free, U(STRIDE - 1), U(STRIDE + 1))


@record_part
def find_layers(board, colours, out, territory):
    """Write the layers of all colours. `out` is the set of colours that can no longer place."""
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
