"""Conversion of positions and placements between the rules and the kernels."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from fourth_seat.engines.blokus.kernels import board as kernels
from fourth_seat.engines.blokus.kernels.shapes import BELOW, COVERED, LARGEST, NO_PLACEMENT, ON_BOARD, SHAPE_BIT, SIZE
from fourth_seat.games.blokus.bitboard import split
from fourth_seat.games.blokus.moves import BlokusPlacement
from fourth_seat.games.blokus.pieces import ORIENTATIONS, lowest
from fourth_seat.games.blokus.rules import BlokusState

SHARED_SEAT = int(kernels.SHARED)
SHAPE_NUMBERS = {shape: number for number, shape in enumerate(shape for shapes in ORIENTATIONS for shape in shapes)}


def square_of(bit: int) -> int:
    """Return the kernels' number of a square, given as a set of one square."""
    return bit.bit_length() - 1 + BELOW


def placement_of(squares: int) -> int:
    """Return the kernels' number of the placement that covers a set of squares."""
    return SHAPE_NUMBERS[lowest(squares)] << SHAPE_BIT | square_of(squares & -squares)


@lru_cache(maxsize=1 << 16)
def move_of(placement: int) -> BlokusPlacement:
    """Convert a placement number to a move."""
    shape, first = placement >> SHAPE_BIT, (placement & ON_BOARD) - BELOW
    return BlokusPlacement(sum(1 << first + int(distance) for distance in COVERED[shape, : SIZE[shape]]))


def allies_of(state: BlokusState) -> list[int]:
    """Return, for each colour, the set of colours that play for the same side. With three players, the shared colour is a
    separate side.
    """
    fixed = state.setting
    allies = [1 << colour for colour in range(kernels.COLOURS)]
    for seat in range(1, len(fixed.owners) + 1):
        colours = fixed.counting(seat)
        for colour in colours:
            allies[colour - 1] |= sum(1 << other - 1 for other in colours)
    return allies


def sides_of(state: BlokusState) -> list[int]:
    """Return the index of the seat that scores each colour's points; `SHARED_SEAT` for a colour shared by three players."""
    fixed = state.setting
    sides = [0] * kernels.COLOURS
    if fixed.shared:
        sides[fixed.shared - 1] = SHARED_SEAT
    for seat in range(1, len(fixed.owners) + 1):
        for colour in fixed.counting(seat):
            sides[colour - 1] = seat - 1
    return sides


def placements_in(root: np.void, colour: int) -> list[BlokusPlacement]:
    """Return the placements that `find_all` has found in a `ROOT` for a colour; colours are numbered from 0."""
    count = root["size_begins"][colour, LARGEST + 1]
    return [move_of(int(placement)) for placement in root["placements"][colour, :count]]


def write_position(state: BlokusState, root: np.void) -> None:
    """Write a position to a `ROOT` record without listing its placements."""
    setup, board = root["setup"], root["board"]
    setup["colours"] = len(state.tableaux)
    setup["to_move"] = state.turn - 1
    setup["allies"][:] = allies_of(state)
    setup["sides"][:] = sides_of(state)
    setup["side_count"] = len(state.setting.owners)
    setup["advanced"] = state.options["score"] == "advanced"
    for field in ("left", "squares_placed", "pieces_placed", "attach_count"):
        board[field][:] = 0
    board["latest"][:] = NO_PLACEMENT
    board["grids"][:] = kernels.TAKEN
    for colour, tableau in enumerate(state.tableaux):
        free = state.free(colour + 1)
        attach = list(map(square_of, split(state.attach(colour + 1) & free)))
        board["grids"][colour, list(map(square_of, split(free)))] = 0
        board["grids"][colour, attach] = kernels.ATTACH
        board["attach_points"][colour, : len(attach)] = attach
        board["attach_count"][colour] = len(attach)
        board["left"][colour] = 0 if tableau.out else tableau.left
        board["squares_placed"][colour] = tableau.own.bit_count()
        board["pieces_placed"][colour] = tableau.pieces_placed
        if tableau.placed:
            board["latest"][colour] = placement_of(tableau.placed[-1])
