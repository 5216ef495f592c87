"""What the end of a game, real or expected, is worth to each side: its place among them, and how far it is ahead."""

# mypy: ignore-errors

from __future__ import annotations

import math

import numpy as np
from numba import float32

from engines.blokus.kernels.board import COLOURS, shape_of
from engines.blokus.kernels.shapes import PIECE_OF
from engines.jit.compile import record_part
from engines.jit.records import record_dtype

U = np.uint64

ALL_SQUARES = U(89)  # of a colour's 21 pieces
ALL_PLACED_POINTS, SINGLE_LAST_POINTS = 15, 5  # of the advanced score
SHARED = U(15)  # in place of a side: the colour that three players play in turn
SHARING_PLAYERS = U(3)
THREE_QUARTERS = float32(1.0986)  # ln 3: the logistic function is 3/4 there

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
WORTH = record_dtype(
    [
        ("worth", np.float32, COLOURS),  # by side, 0 to 1
        ("win_shares", np.float32, COLOURS),  # by side; all sum to 1
        ("points", np.float32, COLOURS),  # by side
    ]
)


@record_part
def side_of(board, setup, colour):
    """Return the side that moves when it is a colour's turn."""
    side = setup.sides[colour]
    return board.pieces_placed[colour] % SHARING_PLAYERS if side == SHARED else side


@record_part
def points_of(board, colour, advanced):
    """Return the points of a colour: squares placed, and what the advanced score gives for placing all pieces."""
    squares = board.squares_placed[colour]
    points = float32(squares)
    if advanced and squares == ALL_SQUARES:
        points += float32(ALL_PLACED_POINTS)
        if PIECE_OF[shape_of(board.latest[colour])] == U(0):
            points += float32(SINGLE_LAST_POINTS)
    return points


@record_part
def judge(board, setup, margin, scale, gains, doubt, result):
    """Write what a board is worth to each side.

    Args:
        margin: the part of the worth that is for the points ahead of the others' mean; the rest is for the place.
        scale: the points ahead that are worth three quarters of that part.
        gains: points that each colour will gain yet.
        doubt: 0 if the game is over; otherwise the scale of the logistic function by which expected points decide places.
        result: a `WORTH`.
    """
    count = setup.side_count
    for side in range(count):
        result.points[side] = float32(0)
    total = float32(0)
    for colour in range(setup.colours):
        side = setup.sides[colour]
        if side != SHARED:
            points = points_of(board, colour, setup.advanced) + gains[colour]
            total += points
            result.points[side] += points
    others = float32(count) - float32(1)
    for side in range(count):
        own = result.points[side]
        place, most, sharing, odds = float32(0), float32(-1), float32(0), float32(0)
        for other in range(count):
            theirs = result.points[other]
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
        result.win_shares[side] = float32(1) / odds if doubt > float32(0) else win
        ahead = own - (total - own) / others
        share = float32(1) / (float32(1) + float32(math.exp(-ahead * THREE_QUARTERS / scale)))
        result.worth[side] = (float32(1) - margin) * place / others + margin * share
