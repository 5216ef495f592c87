"""A board for the search: what each colour may cover, where it can go on from, and its placements, found step by step.

Each colour has a grid of its own, a number a square. The numbers of the squares that a placement covers are added up, and
the sum tells at once whether the placement is legal, and how many squares it covers that matter just now ("local"; see
`playout`).

A placement stays legal until a square of it is taken, and new ones only arise at new attach points. So a list of placements
is kept up by leaving out what has become illegal and by looking at the attach points that are new: a tree of shapes is
grown at each. An attach point looked at counts as closed for those after it, so that no placement is found twice.
"""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from engines.blokus.kernels.shapes import (
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
    TIP,
    TIPS,
)
from engines.jit.compile import part
from engines.jit.memory import load, load_int, load_short, store, store_int, store_short

U = np.uint64

COLOURS = U(4)
MAX_ATTACH_POINTS = U(
    256
)  # attach points that a colour can have had: 21 pieces with 8 corners at most, and its start squares
MAX_PLACEMENTS = U(4096)  # of a colour at a time

# A number of a grid: four bits each for what is added up over five squares.
TAKEN = U(1 << 28)  # or edge to edge with an own square, or beside the board
CLOSED = U(1 << 24)  # an attach point from which all placements are found
ATTACH = U(1 << 20)
LOCAL = U(ATTACH - U(1))

# A board in memory: words, one for each colour, then the grids (32-bit numbers), then the attach points in the order they
# arose (16-bit numbers), some of them taken by now.
LEFT = U(0)  # pieces, as a set
SQUARES_PLACED = U(4)
PIECES_PLACED = U(8)
LATEST = U(12)  # placement
ATTACHES = U(16)  # how many
GRIDS = U(20)
ATTACH_POINTS = GRIDS + COLOURS * U(SQUARES) // U(2)
BOARD_WORDS = ATTACH_POINTS + COLOURS * MAX_ATTACH_POINTS // U(4)


@part
def shape_of(placement):
    """The shape of a placement."""
    return placement >> U(SHAPE_BIT)


@part
def first_of(placement):
    """Its first square."""
    return placement & U(ON_BOARD)


@part
def grid_of(board, colour):
    """The address of a colour's grid."""
    return board + GRIDS * U(8) + colour * U(4 * SQUARES)


@part
def attach_of(board, colour):
    """The address of a colour's attach points."""
    return board + ATTACH_POINTS * U(8) + colour * (MAX_ATTACH_POINTS * U(2))


@part
def copy_board(to, board, colours):
    """Makes one board like another."""
    for word in range(ATTACH_POINTS):
        store(to, word, load(board, word))
    for colour in range(colours):
        points, others = attach_of(to, colour), attach_of(board, colour)
        for word in range((load(board, ATTACHES + colour) + U(3)) // U(4)):
            store(points, word, load(others, word))


@part
def place(board, colours, colour, placement):
    """Sets a piece down."""
    shape, first = shape_of(placement), first_of(placement)
    own = grid_of(board, colour)
    size = SIZE[shape]
    for other in range(colours):
        grid = grid_of(board, other)
        for n in range(size):
            store_int(grid, first + COVERED[shape, n], TAKEN)
    for n in range(EDGES[shape]):
        store_int(own, first + EDGE[shape, n], TAKEN)
    points, count = attach_of(board, colour), load(board, ATTACHES + colour)
    for n in range(TIPS[shape]):
        square = first + TIP[shape, n]
        number = load_int(own, square)
        if number < CLOSED and number & ATTACH == U(0):
            store_int(own, square, number | ATTACH)
            store_short(points, count, square)
            count += U(1)
    store(board, ATTACHES + colour, count)
    store(board, LEFT + colour, load(board, LEFT + colour) & ~(U(1) << PIECE_OF[shape]))
    store(board, SQUARES_PLACED + colour, load(board, SQUARES_PLACED + colour) + size)
    store(board, PIECES_PLACED + colour, load(board, PIECES_PLACED + colour) + U(1))
    store(board, LATEST + colour, placement)


@part
def sum_over(grid, placement):
    """The numbers of a grid under a placement, added up: at least `TAKEN` where it is illegal."""
    shape, first = shape_of(placement), first_of(placement)
    total = U(0)
    for n in range(SIZE[shape]):
        total += load_int(grid, first + COVERED[shape, n])
    return total


@part
def grow(board, colour, begin, pieces, found, count):
    """Appends the placements of some pieces that cover attach points from one on, and closes these.

    Gives how many there are then.
    """
    grid, points = grid_of(board, colour), attach_of(board, colour)
    for n in range(begin, load(board, ATTACHES + colour)):
        square = load_short(points, n)
        number = load_int(grid, square)
        if number >= CLOSED:
            continue
        at = U(0)
        while at < U(GROWN):
            if GROW_PIECES[at] & pieces == U(0) or load_int(grid, square + GROW_AT[at]) >= CLOSED:
                at += GROW_SKIP[at]
                continue
            if GROW_OWN[at] & pieces and count < MAX_PLACEMENTS:
                store_short(found, count, (GROW_SHAPE[at] << U(SHAPE_BIT)) + square + GROW_FIRST[at])
                count += U(1)
            at += U(1)
        store_int(grid, square, number | CLOSED)
    return count


@part
def reopen(board, colour, begin):
    """Undoes the closing of a colour's attach points from one on."""
    grid, points = grid_of(board, colour), attach_of(board, colour)
    for n in range(begin, load(board, ATTACHES + colour)):
        square = load_short(points, n)
        store_int(grid, square, load_int(grid, square) & ~CLOSED)


@part
def keep_legal(board, colour, listed, begin, end, kept, count):
    """Appends to a list those placements of another that are still possible. Gives how many there are then."""
    grid, left = grid_of(board, colour), load(board, LEFT + colour)
    for n in range(begin, end):
        placement = load_short(listed, n)
        if left >> PIECE_OF[shape_of(placement)] & U(1) and sum_over(grid, placement) < TAKEN:
            store_short(kept, count, placement)
            count += U(1)
    return count
