"""What hands do to play Connect 4: drop a disc into a column."""

from __future__ import annotations

from games.connect4.rules import Connect4Move, Connect4State, hole, sides
from games.contents import Content
from games.steps import Step
from words import say


def steps(state: Connect4State, move: Connect4Move) -> tuple[Step, ...]:
    """The one step of a move; the disc ends on the column's lowest empty hole."""
    cell = hole(move.column, state.height(move.column))
    sentence = say(
        "drop a {colour} stone into column {column}",
        colour=sides(state.options)[state.mover - 1].name,
        column=move.column,
    )
    return (Step(sentence, (cell,), ((cell, Content(state.mover)),)),)
