"""Connect 4: seven columns, six rows, four in a row wins. A move is a column, a game its digits in order (`4453`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from games.connect4.geometry import GEOMETRY
from games.connect4.notation import build, holes, position, read_position
from games.connect4.rules import COLUMNS, DECLARED_OPTIONS, ROWS, Connect4Move, Connect4State, hole, place, sides
from games.contents import Content
from games.errors import BadPosition, IllegalMove
from games.formats import Format, follow, needs_plain
from games.geometry import Geometry
from games.input import PartialMove, match_in_order
from games.line import Line
from games.options import Option, Options
from games.protocol import BoardFacts, Game, Side, unreadable
from games.steps import Step
from words import Text, say


class Connect4Game(Game[Connect4State, Connect4Move]):
    name = "connect4"
    title = say("Connect 4")
    summary = say("Drop stones into an upright grid; four in a row wins.")
    order = 2
    sample_position = "7/7/2Y4/2YRY2/2RYR2/1RRYYR1"
    board = BoardFacts(upright=True, aspect_sigma=0.13)  # holes lie closer one way than the other
    declared_options: ClassVar[tuple[Option, ...]] = DECLARED_OPTIONS

    def start(self, options: Options) -> Connect4State:
        return Connect4State(options)

    def position(self, state: Connect4State) -> str:
        return position(state)

    def parse_position(self, text: str, options: Options) -> Connect4State:
        return read_position(text, options)

    def diagram(self, state: Connect4State) -> str:
        stones = holes(state)
        marks = [".", *(side.mark for side in sides(state.options))]
        lines = [
            " ".join(marks[stones.get((column, row), 0)] for column in range(1, COLUMNS + 1))
            for row in reversed(range(ROWS))
        ]
        return "\n".join([*lines, " ".join(str(column) for column in range(1, COLUMNS + 1))])

    def sides(self, options: Options) -> tuple[Side, ...]:
        return sides(options)

    def parse(self, state: Connect4State, text: str) -> tuple[Connect4Move, ...]:
        text = text.strip()
        if len(text) != 1 or not text.isascii() or not text.isdigit():
            raise unreadable(text, "4")
        return (Connect4Move(int(text)),)

    def formats(self) -> tuple[Format, ...]:
        return Format(".txt", say("columns as digits"), _write_digits, self._read_digits), *super().formats()

    def _read_digits(self, text: str) -> Line:
        if not text.split():
            raise unreadable(text, "4453")
        return follow(Line.begin(self, self.start(self.options())), enumerate("".join(text.split()), 1))

    def geometry(self, options: Options) -> Geometry:
        return GEOMETRY

    def steps(self, state: Connect4State, move: Connect4Move) -> tuple[Step, ...]:
        cell = hole(move.column, state.height(move.column))
        sentence = say(
            "drop a {colour} stone into column {column}",
            colour=self.colour_name(state.mover, state.options),
            column=move.column,
        )
        return (Step(sentence, (cell,), ((cell, Content(state.mover)),)),)

    def partial_move(self, state: Connect4State, taps: Sequence[str]) -> PartialMove[Connect4Move]:
        partial = match_in_order(state.legal(), taps, lambda drop: (str(drop),))
        if not partial.moves:
            raise IllegalMove(self._why_no_tap(state, taps))
        return partial

    def _why_no_tap(self, state: Connect4State, taps: Sequence[str]) -> Text:
        columns = [tap for tap in taps if len(tap) == 1 and tap.isdigit()]
        return (columns and state.why_not(Connect4Move(int(columns[0])))) or say("tap one column")

    def correct(self, state: Connect4State, cells: Mapping[str, Content | None]) -> Connect4State:
        stones = holes(state)
        for name, content in cells.items():
            if name not in GEOMETRY:
                raise BadPosition(say("there is no hole {name}: they are a1 to g6", name=name))
            stones.pop(place(name), None)
            if content:
                if content.colour not in (1, 2):
                    raise BadPosition(say("{name} can hold a red or a yellow stone, nothing else", name=name))
                stones[place(name)] = content.colour
        return build(stones, state.options)


def _write_digits(line: Line) -> str:
    needs_plain(line)
    return "".join(map(str, line.moves)) + "\n"


GAME = Connect4Game()
