"""Entering a turn by tapping an empty cell and then both thrown numbers, or a die and then its destination."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from fourth_seat.games.contents import Content
from fourth_seat.games.errors import IllegalMove
from fourth_seat.games.input import PartialMove, match_in_order
from fourth_seat.games.tridice.die import DIE_NUMBERS
from fourth_seat.games.tridice.geometry import number_cell
from fourth_seat.games.tridice.lattice import CELLS, INDEX
from fourth_seat.games.tridice.moves import TriDiceMove, TriDicePass, TriDicePlacement, TriDiceRoll, TriDiceThrow
from fourth_seat.games.tridice.rules import TriDiceState, colour_of
from fourth_seat.words import Text, say

NUMBER_CELLS = {number_cell(number): number for number in DIE_NUMBERS}


def partial_move(state: TriDiceState, taps: Sequence[str]) -> PartialMove[TriDiceMove]:
    """Return the legal moves that begin with these taps.

    Raises:
        IllegalMove: the last tap leads to no legal move.
    """
    partial: PartialMove[Any] = match_in_order(state.legal(), taps, _taps_of)
    if not partial.moves:
        raise IllegalMove(_why_refused(state, taps))
    if state.pending is not None and len(taps) == 1:
        top = Content(state.turn, faces=(partial.moves[0].apex,))
        return replace(partial, cells={**state.cells(), CELLS[state.pending]: top})
    return partial


def _why_refused(state: TriDiceState, taps: Sequence[str]) -> Text:
    """Explain why the move indicated by the taps is illegal."""
    if state.over:
        return say("the game is over")
    cells = [INDEX[tap] for tap in taps if tap in INDEX]
    numbers = [NUMBER_CELLS[tap] for tap in taps if tap in NUMBER_CELLS]
    if state.pending is not None:
        reason = state.why_not(TriDiceThrow(*numbers)) if len(numbers) == len(taps) == 2 else None
        return reason or say("tap the number on top, then the number at the left corner")
    reason = _why_no_turn(state, *cells) if len(cells) == len(taps) else None
    return reason or say("tap an empty cell to place a die, or one of your dice and the cell it goes to")


def _why_no_turn(state: TriDiceState, first: int, *others: int) -> Text | None:
    if len(others) == 1:
        (end,) = others
        return state.why_not(TriDiceRoll(first, end, state.board[end] != 0))
    if others:
        return None
    if colour_of(state.board[first]) == state.turn:
        return say("this die has nowhere to go: {cell}", cell=CELLS[first])
    return state.why_not(TriDicePlacement(first))


def _taps_of(move: TriDiceMove) -> tuple[str, ...]:
    match move:
        case TriDicePlacement(cell):
            return (CELLS[cell],)
        case TriDiceThrow(apex, left):
            return number_cell(apex), number_cell(left)
        case TriDiceRoll(start, end):
            return CELLS[start], CELLS[end]
        case TriDicePass():
            return ()
