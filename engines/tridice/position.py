"""Positions as the kernels have them, from those of the rules, and turns back."""

from __future__ import annotations

from dataclasses import dataclass

from engines.tridice.kernels.lattice import CELL_OF, LABEL_OF, NO_DIE
from games.tridice.moves import TriDiceMove, TriDicePlacement, TriDiceRoll
from games.tridice.rules import ORIENTATIONS, PASS, Board, TriDiceState, colour_of

PLACES, PASSING = 256, 511  # as `kernels.dice` writes turns


@dataclass(frozen=True, slots=True)
class TriDicePosition:
    """A position as the side to move sees it.

    Attributes:
        own, other: the dice on the board; see `kernels.dice`.
        own_hand, other_hand: how many dice are in the hands.
    """

    own: int
    other: int
    own_hand: int
    other_hand: int

    @property
    def alive(self) -> int:
        """The dice of both sides, hands included."""
        return sum(map(len, map(codes_in, (self.own, self.other)))) + self.own_hand + self.other_hand


def packed(codes: list[int]) -> int:
    """A side of these dice."""
    return int.from_bytes(bytes([*sorted(codes), NO_DIE, NO_DIE, NO_DIE, NO_DIE][:4]), "little")


def codes_in(side: int) -> list[int]:
    """The dice of a side."""
    return [code for code in side.to_bytes(4, "little") if code != NO_DIE]


def side_of(board: Board, colour: int, handedness: str) -> int:
    """The dice of a colour."""
    cells, labels = CELL_OF[handedness], LABEL_OF[handedness]
    return packed(
        [
            cells[cell] << 4 | labels[(die - 1) % ORIENTATIONS]
            for cell, die in enumerate(board)
            if die and colour_of(die) == colour
        ]
    )


def position_of(state: TriDiceState) -> TriDicePosition:
    """The position of a state in which no die is being thrown."""
    assert state.pending is None
    handedness = str(state.options["handedness"])
    sides = [side_of(state.board, colour, handedness) for colour in (state.turn, 3 - state.turn)]
    return TriDicePosition(sides[0], sides[1], state.hands[state.turn - 1], state.hands[2 - state.turn])


def turn_of(turn: int, state: TriDiceState) -> TriDiceMove:
    """The move of a turn as the kernels write it."""
    if turn == PASSING:
        return PASS
    cells = CELL_OF[str(state.options["handedness"])]
    if turn >= PLACES:
        return TriDicePlacement(cells[turn - PLACES])
    start, end = cells[turn >> 4], cells[turn & 15]
    return TriDiceRoll(start, end, state.board[end] != 0)
