"""The steps that hands do in a turn of TriDice: throw a die and stand it, or tip it over edge after edge."""

from __future__ import annotations

import itertools

from games.contents import Content
from games.steps import Step
from games.tridice.lattice import CELLS
from games.tridice.moves import TriDiceMove, TriDicePass, TriDicePlacement, TriDiceRoll, TriDiceThrow
from games.tridice.rules import TriDiceState, sides
from words import say


def steps(state: TriDiceState, move: TriDiceMove) -> tuple[Step, ...]:
    """Return the steps of a move; a thrown die leaves the hand when it stands on its cell."""
    colour = sides(state.options)[state.turn - 1].name
    in_hand = f"hand:{state.turn}:{state.hands[state.turn - 1]}"
    match move:
        case TriDicePlacement(cell):
            text = say(
                "throw a {colour} die for {cell}: that is the top; throw on until another number shows: the left corner",
                colour=colour,
                cell=CELLS[cell],
            )
            return (Step(text, (in_hand, CELLS[cell]), ()),)
        case TriDiceThrow(apex, left):
            assert state.pending is not None
            name = CELLS[state.pending]
            text = say(
                "stand the {colour} die on {cell} with {apex} on top and {left} at the left corner",
                colour=colour,
                cell=name,
                apex=apex,
                left=left,
            )
            standing = state.play_unchecked(move).cells()[name]
            return (Step(text, (in_hand, name), ((in_hand, None), (name, standing))),)
        case TriDiceRoll():
            return _rolling(state, move)
        case TriDicePass():
            return (Step(say("{colour} cannot move and passes", colour=colour), (), ()),)


def _rolling(state: TriDiceState, roll: TriDiceRoll) -> tuple[Step, ...]:
    path = next(way for end, way in state.ways(roll.start) if end == roll.end).cells
    die = state.board[roll.start]
    done = []
    for start, end in itertools.pairwise(path):
        if state.board[end]:
            done.append(_taking(state, end))
        shown = state.look(die, end)
        text = say(
            "tip the die from {start} over onto {end}: {apex} is on top", start=CELLS[start], end=CELLS[end], apex=shown[0]
        )
        leaves = ((CELLS[start], None), (CELLS[end], Content(state.turn, faces=shown)))
        done.append(Step(text, (CELLS[start], CELLS[end]), leaves))
    return tuple(done)


def _taking(state: TriDiceState, cell: int) -> Step:
    other = 3 - state.turn
    beside = f"out:{other}:{state.captured(other) + 1}"
    text = say("take the {colour} die off {cell}", colour=sides(state.options)[other - 1].name, cell=CELLS[cell])
    return Step(text, (CELLS[cell], beside), ((CELLS[cell], None), (beside, Content(other))))
