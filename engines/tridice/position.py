"""Conversion of positions and turns between the rules' format and the kernels' format."""

from __future__ import annotations

from typing import NamedTuple

from fourth_seat.engines.tridice.kernels.dice import PASS as PASS_TURN
from fourth_seat.engines.tridice.kernels.dice import PLACEMENT
from fourth_seat.engines.tridice.kernels.lattice import CELL_OF, LABEL_OF, NO_DIE, ORIENTATION_OF
from fourth_seat.games.options import Options
from fourth_seat.games.tridice.moves import TriDiceMove, TriDicePlacement, TriDiceRoll
from fourth_seat.games.tridice.rules import ORIENTATION_COUNT, PASS, TriDiceBoard, TriDiceState, code, colour_of


class TriDicePosition(NamedTuple):
    """A position from the mover's point of view.

    Attributes:
        own, other: the dice on the board, encoded as described in `kernels.dice`.
        own_hand, other_hand: numbers of dice in hand.
    """

    own: int
    other: int
    own_hand: int
    other_hand: int

    @property
    def alive(self) -> int:
        """The total number of dice that both sides have left, including those in hand."""
        return sum(map(len, map(codes_in, (self.own, self.other)))) + self.own_hand + self.other_hand


def packed(codes: list[int]) -> int:
    """Encode dice with these codes as a side."""
    return int.from_bytes(bytes([*sorted(codes), NO_DIE, NO_DIE, NO_DIE, NO_DIE][:4]), "little")


def codes_in(side: int) -> list[int]:
    """Return the codes of a side's dice, in ascending order."""
    return [code for code in side.to_bytes(4, "little") if code != NO_DIE]


def side_of(board: TriDiceBoard, colour: int, handedness: str) -> int:
    """Encode a colour's dice on a board as a side."""
    cells, labels = CELL_OF[handedness], LABEL_OF[handedness]
    return packed(
        [
            cells[cell] << 4 | labels[(die - 1) % ORIENTATION_COUNT]
            for cell, die in enumerate(board)
            if die and colour_of(die) == colour
        ]
    )


def position_of(state: TriDiceState) -> TriDicePosition:
    """Convert a state to a position; no die may be waiting for its throw."""
    assert state.pending is None
    handedness = str(state.options["handedness"])
    sides = [side_of(state.board, colour, handedness) for colour in (state.turn, 3 - state.turn)]
    return TriDicePosition(sides[0], sides[1], state.hands[state.turn - 1], state.hands[2 - state.turn])


def state_of(position: TriDicePosition, options: Options) -> TriDiceState:
    """Convert a position with clockwise dice to a state where the first colour is to move."""
    board = [0] * len(CELL_OF["cw"])
    for colour, side in ((1, position.own), (2, position.other)):
        for die in codes_in(side):
            board[die >> 4] = code(colour, ORIENTATION_OF[die & 15])
    return TriDiceState(options, tuple(board), (position.own_hand, position.other_hand))


def turn_of(turn: int, state: TriDiceState) -> TriDiceMove:
    """Convert a turn from the kernels' format to a move."""
    if turn == PASS_TURN:
        return PASS
    cells = CELL_OF[str(state.options["handedness"])]
    if turn >= PLACEMENT:
        return TriDicePlacement(cells[turn - PLACEMENT])
    start, end = cells[turn >> 4], cells[turn & 15]
    return TriDiceRoll(start, end, state.board[end] != 0)
