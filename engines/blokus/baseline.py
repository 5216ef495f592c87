"""Anna, the player described in the seed document for the fourth seat.

Anna plays the first placement that fits. She tries the largest pieces first, in random order within a size. For each piece,
she tries the corners in order of their distance from the colour's start square (the mean of the row and column distances,
plus noise), the farthest first.
"""

from __future__ import annotations

from random import Random

from fourth_seat.games.blokus.bitboard import column_row, split
from fourth_seat.games.blokus.moves import BlokusPlacement
from fourth_seat.games.blokus.pieces import BlokusPiece, pieces_in
from fourth_seat.games.blokus.rules import BlokusState

NOISE_MEAN_SQUARES, NOISE_SIGMA_SQUARES = 10, 2  # taking the mean does not change the order, but the document does so


def choose(state: BlokusState, rng: Random) -> BlokusPlacement:
    """Return Anna's placement for the mover, who must have one."""
    corners = corners_in_order(state, rng)
    for piece in pieces_in_order(state, rng):
        placements = [move for move in state.legal() if move.piece is piece]
        for corner in corners if placements else ():
            for move in placements:
                if move.squares & corner:
                    return move
    raise ValueError("Anna was asked for a colour that cannot place")


def pieces_in_order(state: BlokusState, rng: Random) -> list[BlokusPiece]:
    """Return the mover's pieces, largest first, in random order within a size."""
    left = list(pieces_in(state.tableaux[state.mover - 1].left))
    rng.shuffle(left)
    return sorted(left, key=lambda piece: -piece.size)


def corners_in_order(state: BlokusState, rng: Random) -> list[int]:
    """Return the squares at which the mover's next piece can begin, roughly in order of their distance from the colour's
    start square, farthest first.
    """
    start_column, start_row = column_row(state.setting.start(state.mover))

    def noisy_distance(square: int) -> float:
        column, row = column_row(square)
        return (abs(column - start_column) + abs(row - start_row)) / 2 + rng.normalvariate(
            NOISE_MEAN_SQUARES, NOISE_SIGMA_SQUARES
        )

    corners = state.attach(state.mover) & state.free(state.mover)
    return sorted(split(corners), key=noisy_distance, reverse=True)
