"""TriDice's baseline player, which follows five rules and chooses at random among the moves that a rule allows."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from fourth_seat.games.tridice.moves import TriDiceMove, TriDicePlacement, TriDiceRoll
from fourth_seat.games.tridice.rules import TriDiceState, rolled_board
from fourth_seat.words import say

PREFERRED_APEX = 4  # the longest reach


def seed(state: TriDiceState, rng: Random) -> TriDiceMove:
    """Return a random move among those allowed by the first applicable rule.

    The rules are, in order: capture with the highest apex; move a threatened die to a safe cell; place a die on a safe
    cell; move an unthreatened die so that its apex is 4; play any legal move. A cell is safe if no opposing die can end its
    roll there on the next turn.
    """
    moves = state.legal()
    rolls = [move for move in moves if isinstance(move, TriDiceRoll)]
    threatened = state.reach(3 - state.turn)
    return rng.choice(
        _captures(state, rolls)
        or _escapes(state, rolls, threatened)
        or _safe_places(moves, threatened)
        or _rises(state, rolls, threatened)
        or moves
    )


def _captures(state: TriDiceState, rolls: Sequence[TriDiceRoll]) -> list[TriDiceRoll]:
    apexes = {roll: state.faces(roll.end)[0] for roll in rolls if roll.captures}
    return [roll for roll, apex in apexes.items() if apex == max(apexes.values())]


def _escapes(state: TriDiceState, rolls: Sequence[TriDiceRoll], threatened: set[int]) -> list[TriDiceRoll]:
    return [roll for roll in rolls if roll.start in threatened and roll.end not in _threatened_after(state, roll)]


def _threatened_after(state: TriDiceState, roll: TriDiceRoll) -> set[int]:
    """Return the cells where opposing dice can end after a roll."""
    board = rolled_board(state.board, roll.start, roll.end)
    return TriDiceState(state.options, board, state.hands).reach(3 - state.turn)


def _safe_places(moves: Sequence[TriDiceMove], threatened: set[int]) -> list[TriDicePlacement]:
    # A die blocks only ways that lead on over its cell, so placing it changes nothing about who can end on that cell.
    return [move for move in moves if isinstance(move, TriDicePlacement) and move.cell not in threatened]


def _rises(state: TriDiceState, rolls: Sequence[TriDiceRoll], threatened: set[int]) -> list[TriDiceRoll]:
    safe = (roll for roll in rolls if roll.start not in threatened)
    return [roll for roll in safe if state.faces_of(state.board[roll.start], roll.end)[0] == PREFERRED_APEX]


PLAYERS = {"seed": seed}
TITLES = {"seed": say("Careful · takes a die if it can, otherwise keeps its own safe")}
