"""Playouts: how a game may go on, with placements drawn at random, those that matter just now far more often.

Local squares are those where the opponents' latest placements can go on, and their neighbours: to cover them takes
something from somebody, and leaves oneself a way into their part of the board. The more of them a placement covers, the
likelier it is drawn. Only placements of the largest size that still fits are looked at, which is what people do, too,
and saves most of the work: those of smaller sizes are first looked for when the larger ones are used up.
"""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np
from numba import float32

from engines.blokus.kernels.board import (
    ATTACH,
    ATTACHES,
    BOARD_WORDS,
    COLOURS,
    LATEST,
    LEFT,
    LOCAL,
    MAX_PLACEMENTS,
    TAKEN,
    first_of,
    grid_of,
    grow,
    place,
    reopen,
    shape_of,
    sum_over,
)
from engines.blokus.kernels.shapes import LARGEST, NO_PLACEMENT, OF_SIZE, PIECE_OF, STRIDE, TIP, TIPS
from engines.jit.compile import part
from engines.jit.memory import load, load_float, load_int, load_short, store, store_float, store_int, store_short

U = np.uint64

TO_THE_END = U(1000)  # plies
MAX_LOCAL = U(15)  # local squares of a placement; an own attach point counts twice
BESIDE = np.array([1, -1, STRIDE, -STRIDE]).astype(np.uint64)
XORSHIFT = U(0x2545F4914F6CDD1D)

# The root in memory, where searching begins: a board; where the placements of a size begin among a colour's (words; colour,
# size), which end where those of the next larger size begin; the placements of each colour, by size (16-bit numbers).
BEGINS = BOARD_WORDS
SIZES = U(LARGEST + 2)
ROOT_LISTS = BEGINS + COLOURS * SIZES
ROOT_WORDS = ROOT_LISTS + COLOURS * MAX_PLACEMENTS // U(4)

# A hand in memory, which is what one thread works with: a board, then words, one for each colour; then the placements of
# the size that each colour is at (16 bits), their weights added up (floats), and the squares marked as local (16 bits).
SIZE_AT = BOARD_WORDS  # 0 when it cannot place any more
LISTED = SIZE_AT + COLOURS  # placements in the list
GROWN_TO = LISTED + COLOURS  # attach points looked at
FRESH = GROWN_TO + COLOURS  # whether the list is still that of the root
RANDOM = FRESH + COLOURS
LOCAL_WEIGHTS = RANDOM + U(1)  # of a placement with so many local squares (floats)
LISTS = LOCAL_WEIGHTS + (MAX_LOCAL + U(1)) // U(2)
SUMS = LISTS + COLOURS * MAX_PLACEMENTS // U(4)
MARKS = SUMS + MAX_PLACEMENTS // U(2)
HAND_WORDS = MARKS + U(256)


@part
def begins_at(root, colour, size):
    """Where in a colour's list at the root the placements of a size begin."""
    return load(root, BEGINS + colour * SIZES + size)


@part
def root_list(root, colour):
    """The address of a colour's placements at the root."""
    return root + ROOT_LISTS * U(8) + colour * (MAX_PLACEMENTS * U(2))


@part
def list_of(hand, colour):
    """The address of a colour's list."""
    return hand + LISTS * U(8) + colour * (MAX_PLACEMENTS * U(2))


@part
def draw(hand):
    """The next number of xorshift64* (Vigna 2016), at least 0 and less than 1."""
    state = load(hand, RANDOM)
    state ^= state >> U(12)
    state ^= state << U(25)
    state ^= state >> U(27)
    store(hand, RANDOM, state)
    return float32((state * XORSHIFT) >> U(40)) * float32(2.0**-24)


@part
def begin_lists(hand, colours):
    """Every colour at its largest pieces, with the lists of the root."""
    for colour in range(colours):
        store(hand, SIZE_AT + colour, U(LARGEST))
        store(hand, FRESH + colour, U(1))


@part
def mark(grid, square, marks, count):
    """Marks a square as local on the mover's grid. Gives how many are marked then."""
    number = load_int(grid, square)
    if number < TAKEN and number & LOCAL == U(0):
        store_int(grid, square, number + (U(2) if number & ATTACH else U(1)))
        store_short(marks, count, square)
        count += U(1)
    return count


@part
def mark_local(hand, colours, colour, allied):
    """Marks the local squares of a colour. `allied`: the colours of its own side, as a set. Gives how many."""
    grid, marks = grid_of(hand, colour), hand + MARKS * U(8)
    count = U(0)
    for other in range(colours):
        placement = load(hand, LATEST + other)
        if allied >> other & U(1) or placement == U(NO_PLACEMENT) or load(hand, SIZE_AT + other) == U(0):
            continue
        theirs = grid_of(hand, other)
        shape, first = shape_of(placement), first_of(placement)
        for n in range(TIPS[shape]):
            square = first + TIP[shape, n]
            if load_int(theirs, square) < TAKEN:
                count = mark(grid, square, marks, count)
                for k in range(4):
                    beside = square + BESIDE[k]
                    if load_int(theirs, beside) < TAKEN:
                        count = mark(grid, beside, marks, count)
    return count


@part
def clear_local(hand, colour, count):
    """Undoes the marks."""
    grid, marks = grid_of(hand, colour), hand + MARKS * U(8)
    for n in range(count):
        square = load_short(marks, n)
        store_int(grid, square, load_int(grid, square) & ~LOCAL)


@part
def weigh(hand, colour, listed, begin, end, count, total):
    """Appends to the colour's list those of some placements that are legal, and adds up their weights.

    Gives how many there are then, and the sum.
    """
    grid, left = grid_of(hand, colour), load(hand, LEFT + colour)
    kept, sums, weights = list_of(hand, colour), hand + SUMS * U(8), hand + LOCAL_WEIGHTS * U(8)
    for n in range(begin, end):
        placement = load_short(listed, n)
        # Without a branch: whether a placement is kept is as good as chance, and a wrong guess costs more than the work.
        number = sum_over(grid, placement)
        fits = U(1) if number < TAKEN else U(0)
        fits &= left >> PIECE_OF[shape_of(placement)]
        total += load_float(weights, min(number & LOCAL, MAX_LOCAL)) if fits else float32(0)
        store_short(kept, count, placement)
        store_float(sums, count, total)
        count += fits
    return count, total


@part
def list_placements(hand, root, colour):
    """The placements of the largest size that a colour can place, with their weights. Gives how many, and the sum."""
    listed = list_of(hand, colour)
    size = load(hand, SIZE_AT + colour)
    pieces = load(hand, LEFT + colour)
    while size:
        if load(hand, FRESH + colour):
            begin, end = begins_at(root, colour, size), begins_at(root, colour, size + U(1))
            count, total = weigh(hand, colour, root_list(root, colour), begin, end, U(0), float32(0))
            grown = load(root, ATTACHES + colour)
            reopen(hand, colour, grown)
            store(hand, FRESH + colour, U(0))
        else:
            count, total = weigh(hand, colour, listed, U(0), load(hand, LISTED + colour), U(0), float32(0))
            grown = load(hand, GROWN_TO + colour)
        end = grow(hand, colour, grown, OF_SIZE[size] & pieces, listed, count)
        count, total = weigh(hand, colour, listed, count, end, count, total)
        store(hand, GROWN_TO + colour, load(hand, ATTACHES + colour))
        store(hand, LISTED + colour, count)
        if count:
            return count, total
        size -= U(1)
        store(hand, SIZE_AT + colour, size)
        store(hand, FRESH + colour, U(1))
    return U(0), float32(0)


@part
def drawn(sums, count, at):
    """The index of the first sum above a number."""
    low, high = U(0), count - U(1)
    while low < high:
        middle = (low + high) >> U(1)
        if load_float(sums, middle) > at:
            high = middle
        else:
            low = middle + U(1)
    return low


@part
def out_of(hand, colours):
    """The colours that were found not to be able to place any more, as a set."""
    out = U(0)
    for colour in range(colours):
        out |= (U(1) if load(hand, SIZE_AT + colour) == U(0) else U(0)) << colour
    return out


@part
def play_out(hand, root, colours, colour, allies, most):
    """Plays to the end, or so many plies at most, beginning with a colour's turn.

    Gives the plies played, and the colour whose turn it is then; `COLOURS` where the game is over. `allies`: the colours of
    each colour's side, four bits each.
    """
    plies, waiting = U(0), U(0)
    while waiting < colours:
        if plies == most:
            return plies, colour
        waiting += U(1)
        if load(hand, SIZE_AT + colour):
            marked = mark_local(hand, colours, colour, allies >> (colour * U(4)))
            count, total = list_placements(hand, root, colour)
            clear_local(hand, colour, marked)
            if count:
                chosen = drawn(hand + SUMS * U(8), count, draw(hand) * total)
                place(hand, colours, colour, load_short(list_of(hand, colour), chosen))
                plies += U(1)
                waiting = U(0)
        colour += U(1)
        if colour == colours:
            colour = U(0)
    return plies, COLOURS
