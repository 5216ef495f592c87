"""What the end of a game is worth to each side, sure or expected: its place among them, and how far it is ahead."""

# mypy: ignore-errors

from __future__ import annotations

import math

import numpy as np
from numba import float32

from engines.blokus.kernels.board import LATEST, PIECES_PLACED, SQUARES_PLACED, shape_of
from engines.blokus.kernels.shapes import PIECE_OF
from engines.jit.compile import part
from engines.jit.memory import load, load_float, store_float

U = np.uint64

ALL_SQUARES, ALL_PLACED, SINGLE_LAST = 89, 15, 5  # points
WIN_SHARES, POINTS, WORTH_WORDS = U(4), U(8), U(6)
SHARED = U(15)  # instead of a side's number: the colour that three play in turn


@part
def side_of(board, sides, colour):
    """The number of the side whose turn it is when it is a colour's. `sides`: four bits for each colour."""
    side = (sides >> (colour * U(4))) & U(15)
    return load(board, PIECES_PLACED + colour) % U(3) if side == SHARED else side


@part
def points_of(board, colour, bonus):
    """Squares placed, and what the advanced score gives for all pieces."""
    squares = load(board, SQUARES_PLACED + colour)
    points = float32(squares)
    if bonus and squares == U(ALL_SQUARES):
        points += float32(ALL_PLACED)
        if PIECE_OF[shape_of(load(board, LATEST + colour))] == U(0):
            points += float32(SINGLE_LAST)
    return points


@part
def judge(board, colours, sides, count, bonus, margin, scale, gains, doubt, worth):
    """Writes what a board is worth to each side, 0 to 1, from WIN_SHARES on its share of the win, from POINTS on its points
    (floats).

    Args:
        count: how many sides.
        bonus: whether the advanced score counts.
        margin: how much of the worth is for how far a side is ahead of the others' mean, the rest for its place.
        scale: the points ahead that are worth three quarters of that.
        gains: address of what each colour will gain yet (floats).
        doubt: 0 where the game is over; else places follow from expected points only so surely (logistic).
    """
    for side in range(count):
        store_float(worth, POINTS + side, float32(0))
    total = float32(0)
    for colour in range(colours):
        side = (sides >> (colour * U(4))) & U(15)
        if side != SHARED:
            points = points_of(board, colour, bonus) + load_float(gains, colour)
            total += points
            store_float(worth, POINTS + side, load_float(worth, POINTS + side) + points)
    others = float32(count) - float32(1)
    for side in range(count):
        own = load_float(worth, POINTS + side)
        place, most, sharing, odds = float32(0), float32(-1), float32(0), float32(0)
        for other in range(count):
            theirs = load_float(worth, POINTS + other)
            if doubt > float32(0):
                against = float32(math.exp((theirs - own) / doubt))
                odds += against
                if other != side:
                    place += float32(1) / (float32(1) + against)
            elif other != side:
                place += float32(1) if own > theirs else float32(0.5) if own == theirs else float32(0)
            if theirs > most:
                most, sharing = theirs, float32(1)
            elif theirs == most:
                sharing += float32(1)
        win = float32(1) / sharing if own == most else float32(0)
        store_float(worth, WIN_SHARES + side, float32(1) / odds if doubt > float32(0) else win)
        ahead = own - (total - own) / others
        share = float32(1) / (float32(1) + float32(math.exp(-ahead * float32(1.0986) / scale)))
        store_float(worth, side, (float32(1) - margin) * place / others + margin * share)
