"""The steps for making a turn on the real board: throwing a die and placing it, or tipping it over edge by edge."""

from __future__ import annotations

import itertools

from fourth_seat.games.contents import Cells, Content
from fourth_seat.games.options import Options
from fourth_seat.games.steps import Step, on_board, with_cells_beside
from fourth_seat.games.tridice.geometry import geometry
from fourth_seat.games.tridice.lattice import CELLS
from fourth_seat.games.tridice.moves import TriDiceMove, TriDicePass, TriDicePlacement, TriDiceRoll, TriDiceThrow
from fourth_seat.games.tridice.rules import TriDiceState, sides
from fourth_seat.words import Text, say


def steps(state: TriDiceState, move: TriDiceMove) -> tuple[Step, ...]:
    """Return the steps of a move. A thrown die leaves the hand when it is placed on its cell."""
    colour = sides(state.options)[state.turn - 1].name
    in_hand = f"hand:{state.turn}:{state.hands[state.turn - 1]}"
    match move:
        case TriDicePlacement(cell):
            text = say(
                "throw a {colour} die for {cell}: the first number goes on top, the next different one beside the dot",
                colour=colour,
                cell=CELLS[cell],
            )
            return (Step(text, (in_hand, CELLS[cell]), ()),)
        case TriDiceThrow():
            assert state.pending is not None
            name = CELLS[state.pending]
            die = state.play_unchecked(move).cells()[name]
            step = _stand(state.options, name, die)
            return (Step(step.text, (in_hand, name), ((in_hand, None), *step.leaves)),)
        case TriDiceRoll():
            return _roll(state, move)
        case TriDicePass():
            return (Step(say("{colour} cannot move and passes", colour=colour), (), ()),)


def restoring_steps(found: Cells, wanted: Cells, mover: int, options: Options) -> tuple[Step, ...]:  # noqa: ARG001
    """Return the steps that turn one board into another. Dice are removed before others are placed."""
    board = geometry(options)
    changes = on_board(found, wanted, board)
    done = [
        Step(_take_off_text(options, change.found.colour, change.cell), (change.cell,), ((change.cell, None),))
        for change in changes
        if change.found
    ]
    done += [_stand(options, change.cell, change.wanted) for change in changes if change.wanted]
    return with_cells_beside(done, found, wanted, board)


def _stand(options: Options, cell: str, die: Content) -> Step:
    apex, left = die.faces[:2]
    text = say(
        "stand the {colour} die on {cell} with {apex} on top and {left} beside the dot",
        colour=sides(options)[die.colour - 1].name,
        cell=cell,
        apex=apex,
        left=left,
    )
    return Step(text, (cell,), ((cell, die),))


def _take_off_text(options: Options, colour: int, cell: str) -> Text:
    return say("take the {colour} die off {cell}", colour=sides(options)[colour - 1].name, cell=cell)


def _roll(state: TriDiceState, roll: TriDiceRoll) -> tuple[Step, ...]:
    path = next(way for end, way in state.ways(roll.start) if end == roll.end).cells
    die = state.board[roll.start]
    done = []
    for start, end in itertools.pairwise(path):
        if state.board[end]:
            done.append(_capture(state, end))
        shown = state.faces_of(die, end)
        text = say(
            "tip the die from {start} over onto {end}: {apex} is on top", start=CELLS[start], end=CELLS[end], apex=shown[0]
        )
        leaves = ((CELLS[start], None), (CELLS[end], Content(state.turn, faces=shown)))
        done.append(Step(text, (CELLS[start], CELLS[end]), leaves))
    return tuple(done)


def _capture(state: TriDiceState, cell: int) -> Step:
    other = 3 - state.turn
    beside = f"out:{other}:{state.captured(other) + 1}"
    return Step(
        _take_off_text(state.options, other, CELLS[cell]),
        (CELLS[cell], beside),
        ((CELLS[cell], None), (beside, Content(other))),
    )
