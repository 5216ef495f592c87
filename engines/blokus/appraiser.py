"""Evaluates Blokus placements and estimates how hard they are to see, for all levels but the highest.

Each placement is evaluated once, and a small search tree looks further ahead; both consider the final rank and the lead in
points. Corners far from the colour's start or between other colours' pieces are harder to see, and so are placements that
require flipping a piece. In the first rounds, placing the largest pieces first is considered obvious.
"""

from __future__ import annotations

from functools import partial

from fourth_seat.engines.blokus.search import BlokusSearchParams, BlokusTree
from fourth_seat.engines.blokus.weights import empty_weights, weights
from fourth_seat.engines.choice import Candidate
from fourth_seat.engines.errors import unless_damaged
from fourth_seat.engines.limits import MIB
from fourth_seat.games.blokus.bitboard import bit, column_row, edges, names, split, union
from fourth_seat.games.blokus.pieces import PIECES, lowest
from fourth_seat.games.blokus.rules import BlokusState
from fourth_seat.games.blokus.variants import setting
from fourth_seat.games.options import Options
from fourth_seat.words import Text

TREE_BYTES = 16 * MIB
SIMULATIONS = 300  # beyond one of each placement: some five milliseconds in all
EVERY_PLACEMENT = 1e-30  # of the most promising one's gamma: no placement has less
LARGEST = max(piece.size for piece in PIECES)
FIRST_ROUNDS = 4  # in which the largest pieces obviously go first
LARGE_HARDNESS = 0.4  # of thinking of that
FLIPPED_HARDNESS = 0.5
BLOCKED_SIDES = 2  # of a corner by other colours: as hard to see as can be

TURNED_SHAPES = frozenset(
    lowest(union(bit(LARGEST + x, LARGEST - y) for x, y in piece.held(turns))) for piece in PIECES for turns in range(4)
)
"""The shapes that need no flipping: each piece as in its tray, or rotated."""


class BlokusAppraiser:
    """`Appraiser` for Blokus."""

    def __init__(self, options: Options) -> None:
        self.notices: list[Text] = []
        self._weights = unless_damaged(partial(weights, setting(options)), empty_weights(), self.notices)
        self._tree = BlokusTree(TREE_BYTES, threads=1, seed=1, params=BlokusSearchParams(cut=EVERY_PLACEMENT))

    def candidates(self, state: BlokusState) -> list[Candidate]:
        """Return the legal placements with their values."""
        self._tree.try_all(state, self._weights)
        self._tree.search(SIMULATIONS)
        placed, corners = state.tableaux[state.turn - 1].pieces_placed, _corners(state)
        found = []
        for move, worth in self._tree.worths():
            squares = move.squares
            if placed < FIRST_ROUNDS and squares.bit_count() == LARGEST:
                sight = f"{state.turn} large {placed}"
                found.append(Candidate(move, worth, sight, LARGE_HARDNESS, obvious=True))
                continue
            hardness, sight = next((hardness, sight) for hardness, sight, corner in corners if squares & corner)
            if hardness < FLIPPED_HARDNESS and (shape := lowest(squares)) not in TURNED_SHAPES:
                hardness, sight = FLIPPED_HARDNESS, f"{state.turn} flipped {shape}"
            found.append(Candidate(move, worth, sight, hardness))
        return found


def _corners(state: BlokusState) -> list[tuple[float, str, int]]:
    """Return the corners at which the mover can place, easiest to see first, as (hardness, sight, square)."""
    taken, (x0, y0), last = state.taken, column_row(state.setting.start(state.turn)), state.setting.size - 1
    found = []
    for corner in split(state.attach(state.turn) & state.free(state.turn)):
        x, y = column_row(corner)
        far, blocked = max(abs(x - x0), abs(y - y0)) / last, (edges(corner) & taken).bit_count() / BLOCKED_SIDES
        found.append((min(1.0, max(far, blocked)), f"{state.turn} {names(corner)[0]}", corner))
    return sorted(found)
