"""The steps for dropping stones into a real grid and for removing them."""

from __future__ import annotations

from fourth_seat.games.connect4.geometry import GEOMETRY
from fourth_seat.games.connect4.rules import COLUMNS, ROWS, Connect4Move, Connect4State, hole, sides
from fourth_seat.games.contents import Cells, Content
from fourth_seat.games.options import Options
from fourth_seat.games.steps import Step, on_board
from fourth_seat.words import say


def steps(state: Connect4State, move: Connect4Move) -> tuple[Step, ...]:
    """Return the single step of a move, which is to drop a stone into the lowest empty hole of its column."""
    return (_drop(state.options, move.column, hole(move.column, state.height(move.column)), state.mover),)


def restoring_steps(found: Cells, wanted: Cells, mover: int, options: Options) -> tuple[Step, ...]:  # noqa: ARG001
    """Return the steps that turn one board into another. In each column, stones are first removed from the top."""
    wrong = {change.cell for change in on_board(found, wanted, GEOMETRY)}
    done: list[Step] = []
    for column in range(1, COLUMNS + 1):
        holes = [hole(column, row) for row in range(ROWS)]
        lowest = next((row for row, name in enumerate(holes) if name in wrong), ROWS)
        done += [_take(options, column, name, found[name].colour) for name in reversed(holes[lowest:]) if name in found]
        done += [_drop(options, column, name, wanted[name].colour) for name in holes[lowest:] if name in wanted]
    return tuple(done)


def _drop(options: Options, column: int, cell: str, colour: int) -> Step:
    text = say("drop a {colour} stone into column {column}", colour=sides(options)[colour - 1].name, column=column)
    return Step(text, (cell,), ((cell, Content(colour)),))


def _take(options: Options, column: int, cell: str, colour: int) -> Step:
    text = say("take the top {colour} stone out of column {column}", colour=sides(options)[colour - 1].name, column=column)
    return Step(text, (cell,), ((cell, None),))
