"""Connect 4. The grid has seven columns and six rows, and four in a row wins. Games are written as digits (`4453`)."""

from __future__ import annotations

from functools import partial

from fourth_seat.games.connect4 import notation
from fourth_seat.games.connect4.correction import correct
from fourth_seat.games.connect4.formats.digits import is_digits, read_digits, write_digits
from fourth_seat.games.connect4.geometry import GEOMETRY
from fourth_seat.games.connect4.input import partial_move
from fourth_seat.games.connect4.lessons import ENTERING, LESSONS
from fourth_seat.games.connect4.rules import DECLARED_OPTIONS, Connect4Move, Connect4State, place, sides, start
from fourth_seat.games.connect4.steps import restoring_steps, steps
from fourth_seat.games.geometry import Geometry
from fourth_seat.games.options import Options
from fourth_seat.games.protocol import Format, Game
from fourth_seat.words import Text, Value, say


class Connect4Game(Game[Connect4State, Connect4Move]):
    name = "connect4"
    title = say("Connect 4")
    summary = say("Drop stones into an upright grid; four in a row wins.")
    order = 2
    sample_position = "7/7/2Y4/2YRY2/2RYR2/1RRYYR1"
    lessons = LESSONS
    entering = ENTERING
    declared_options = DECLARED_OPTIONS

    start = staticmethod(start)
    position = staticmethod(notation.write_position)
    parse_position = staticmethod(notation.read_position)
    diagram = staticmethod(notation.diagram)
    sides = staticmethod(sides)
    steps = staticmethod(steps)
    restoring_steps = staticmethod(restoring_steps)
    partial_move = staticmethod(partial_move)
    correct = staticmethod(correct)

    def parse(self, state: Connect4State, text: str) -> tuple[Connect4Move, ...]:
        return notation.read_moves(text)

    def move_name(self, move: Connect4Move) -> Text:
        return say("column {column}", column=move.column)

    def place_name(self, cell: str, options: Options) -> Value:
        column, row = place(cell)
        return say("row {row} of column {column}", row=row + 1, column=column)

    def formats(self) -> tuple[Format, ...]:
        return (Format(".txt", say("columns as digits"), is_digits, write_digits, partial(read_digits, self)),)

    def geometry(self, options: Options) -> Geometry:
        return GEOMETRY

    def deciding_cells(self, state: Connect4State) -> tuple[str, ...]:
        return state.winning_holes()


GAME = Connect4Game()
