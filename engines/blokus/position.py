"""Positions as the kernels have them, from those of the rules and back."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engines.blokus.kernels import board as kernels
from engines.blokus.kernels import playout
from engines.blokus.kernels.shapes import BELOW, COVERED, LARGEST, NO_PLACEMENT, ON_BOARD, SHAPE_BIT, SIZE, SQUARES
from engines.blokus.kernels.worth import SHARED as SHARED_SIDE
from games.blokus.bitboard import split
from games.blokus.moves import BlokusPlacement
from games.blokus.pieces import ORIENTATIONS, lowest
from games.blokus.rules import BlokusState

SHARED = int(SHARED_SIDE)
SHAPE_NUMBER = {shape: number for number, shape in enumerate(shape for shapes in ORIENTATIONS for shape in shapes)}


def square_of(bit: int) -> int:
    """The number of a set of one square."""
    return bit.bit_length() - 1 + BELOW


def placement_of(squares: int) -> int:
    """The number of the placement that covers these squares."""
    return SHAPE_NUMBER[lowest(squares)] << SHAPE_BIT | square_of(squares & -squares)


def place_of(placement: int) -> BlokusPlacement:
    """The move of a placement's number."""
    shape, first = placement >> SHAPE_BIT, (placement & ON_BOARD) - BELOW
    return BlokusPlacement(sum(1 << first + int(distance) for distance in COVERED[shape, : SIZE[shape]]))


def allies_of(state: BlokusState) -> int:
    """For each colour, four bits each, the set of colours that play for the same side. The shared one of three is alone."""
    fixed = state.setting
    allies = 0x8421
    for seat in range(1, len(fixed.owners) + 1):
        colours = fixed.counting(seat)
        for colour in colours:
            allies |= sum(1 << other - 1 for other in colours) << 4 * (colour - 1)
    return allies


def sides_of(state: BlokusState) -> int:
    """For each colour, four bits each, the index of the seat that gets its points; `SHARED` for the colour of three."""
    fixed = state.setting
    sides = SHARED << 4 * (fixed.shared - 1) if fixed.shared else 0
    for seat in range(1, len(fixed.owners) + 1):
        for colour in fixed.counting(seat):
            sides |= seat - 1 << 4 * (colour - 1)
    return sides


def placements_in(words: NDArray[np.uint64], colour: int) -> list[BlokusPlacement]:
    """A colour's placements, counted from 0, that `find_all` found in a root."""
    count = int(words[int(playout.BEGINS) + colour * int(playout.SIZES) + LARGEST + 1])
    lists = words[int(playout.ROOT_LISTS) :].view(np.uint16)[colour * int(kernels.MAX_PLACEMENTS) :]
    return [place_of(int(placement)) for placement in lists[:count]]


def write(state: BlokusState, words: NDArray[np.uint64]) -> None:
    """Writes a position as a board into memory."""
    words[: kernels.BOARD_WORDS] = 0
    grids = words[kernels.GRIDS : kernels.ATTACH_POINTS].view(np.uint32).reshape(-1, SQUARES)
    points = words[kernels.ATTACH_POINTS : kernels.BOARD_WORDS].view(np.uint16).reshape(len(grids), -1)
    grids.fill(kernels.TAKEN)
    words[kernels.LATEST : kernels.LATEST + kernels.COLOURS] = NO_PLACEMENT
    for colour, tableau in enumerate(state.tableaux):
        free = state.free(colour + 1)
        attach = list(map(square_of, split(state.attach(colour + 1) & free)))
        grids[colour, list(map(square_of, split(free)))] = 0
        grids[colour, attach] = kernels.ATTACH
        points[colour, : len(attach)] = attach
        for field, value in {
            kernels.ATTACHES: len(attach),
            kernels.LEFT: 0 if tableau.out else tableau.left,
            kernels.SQUARES_PLACED: tableau.own.bit_count(),
            kernels.PIECES_PLACED: tableau.pieces_placed,
        }.items():
            words[int(field) + colour] = value
        if tableau.placed:
            words[int(kernels.LATEST) + colour] = placement_of(tableau.placed[-1])
