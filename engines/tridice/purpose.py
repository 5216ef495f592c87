"""What a turn is for, in a few words: `takes the blue die; stays out of reach`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from games.tridice.lattice import CELLS
from games.tridice.moves import TriDiceMove, TriDicePlacement, TriDiceRoll
from games.tridice.rules import TriDiceState, code, colour_of, sides
from words import Text, say, say_many

MOST = 2  # things said of one turn


def explain_move(state: TriDiceState, move: TriDiceMove) -> Text | None:
    """What a legal turn does for its colour; None where there is nothing to say."""
    if isinstance(move, TriDiceRoll):
        said = list(islice(_of_roll(state, move), MOST))
    elif isinstance(move, TriDicePlacement):
        said = list(islice(_of_placement(state, move), MOST))
    else:
        return None
    if len(said) == MOST:
        return say("{first}; {second}", first=said[0], second=said[1])
    return said[0] if said else None


def _of_roll(state: TriDiceState, roll: TriDiceRoll) -> Iterator[Text]:
    me, other = state.turn, 3 - state.turn
    before, after = state.reach(other), state.play_unchecked(roll)
    reached = after.reach(other)
    if roll.captures:
        yield say("takes the {colour} die", colour=sides(state.options)[other - 1].name)
        if not after.alive(other):
            return
    elif roll.start in before and roll.end not in reached:
        yield say("brings a die out of danger")
    yield from _shields(state, after, before - {roll.start}, reached)
    threatened = [CELLS[end] for end, _ in after.ways(roll.end) if colour_of(after.board[end]) == other]
    if threatened:
        yield _threatens(threatened)
    if roll.end not in reached and (roll.captures or roll.start not in before):
        yield say("stays out of reach")
    elif roll.end in reached and roll.end in after.reach(me):
        yield say("can be taken back by another die")


def _of_placement(state: TriDiceState, place: TriDicePlacement) -> Iterator[Text]:
    other = 3 - state.turn
    before = state.reach(other)
    board = list(state.board)
    board[place.cell] = code(state.turn, 0)  # however it is thrown, it stands in the way
    after = TriDiceState(state.options, tuple(board), state.hands, state.turn)
    yield from _shields(state, after, before, after.reach(other))
    if not state.on_board(other):
        return
    if place.cell not in before:
        yield say("stands out of reach, however it is thrown")
    elif place.cell in state.reach(state.turn):
        yield say("can be taken back by another die")


def _shields(state: TriDiceState, after: TriDiceState, before: set[int], reached: set[int]) -> Iterator[Text]:
    """Own dice that stay where they are and can no longer be taken."""
    kept = [CELLS[cell] for cell in sorted(before - reached) if state.board[cell] == after.board[cell] != 0]
    own = [name for name in kept if colour_of(state.board[CELLS.index(name)]) == state.turn]
    if own:
        yield say_many("protects the die on {cells}", "protects the dice on {cells}", len(own), cells=tuple(own))


def _threatens(cells: list[str]) -> Text:
    return say_many("threatens the die on {cells}", "threatens the dice on {cells}", len(cells), cells=tuple(cells))
