"""TriDice: four-sided dice roll over sixteen triangles; whoever loses all dice loses the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from games.contents import Content
from games.errors import IllegalMove
from games.geometry import Geometry
from games.options import Option, Options
from games.protocol import Game, Side
from games.steps import Step
from games.taps import Partial, in_order
from games.tridice.board import board, number_cell
from games.tridice.corrections import correct, let_stand
from games.tridice.die import NUMBERS
from games.tridice.hands import steps
from games.tridice.lattice import CELLS, INDEX, ROWS
from games.tridice.moves import Move, Pass, Place, Roll, Throw
from games.tridice.notation import position, read_moves, read_position
from games.tridice.rules import DECLARED, PASS, TriDice, colour_of, sides
from words import Text, say

DIAGRAM_CELL = 6  # columns for a cell in a terminal
NUMBER_CELLS = {number_cell(number): number for number in NUMBERS}


class TriDiceGame(Game[TriDice, Move]):
    name = "tridice"
    title = say("TriDice")
    summary = say("Roll four-sided dice over triangles and take the other's dice.")
    declared: ClassVar[tuple[Option, ...]] = DECLARED

    def start(self, options: Options) -> TriDice:
        return TriDice.start(options)

    def position(self, state: TriDice) -> str:
        return position(state)

    def parse_position(self, text: str, options: Options) -> TriDice:
        return read_position(text, options)

    def diagram(self, state: TriDice) -> str:
        marks = [side.mark for side in sides(state.options)]
        lines = []
        for row in range(1, ROWS + 1):
            names = [name for name in CELLS if name[0] == str(row)]
            indent = " " * (DIAGRAM_CELL * (ROWS - row))
            lines.append(indent + "".join(name.center(DIAGRAM_CELL) for name in names))
            lines.append(indent + "".join(self._shown(state, name, marks).center(DIAGRAM_CELL) for name in names))
        lines.append("   ".join(f"{mark}: {state.hands[n]} in hand" for n, mark in enumerate(marks)))
        return "\n".join(line.rstrip() for line in lines)

    def _shown(self, state: TriDice, name: str, marks: Sequence[str]) -> str:
        cell = INDEX[name]
        if cell == state.pending:
            return "?"
        if not state.board[cell]:
            return "."
        apex, left, *_ = state.faces(cell)
        return f"{marks[colour_of(state.board[cell]) - 1]}{apex}/{left}"

    def sides(self, options: Options) -> tuple[Side, ...]:
        return sides(options)

    def turn_to(self, state: TriDice, colour: int) -> TriDice:
        if state.mover != colour and state.legal() == (PASS,):
            return state.play(PASS)
        return super().turn_to(state, colour)

    def parse(self, state: TriDice, text: str) -> tuple[Move, ...]:
        return read_moves(state, text)

    def passes(self, move: Move) -> bool:
        return isinstance(move, Pass)

    def let_stand(self, state: TriDice, text: str) -> TriDice:
        return let_stand(state, text)

    def geometry(self, options: Options) -> Geometry:
        return board(int(options["dice"]))

    def steps(self, state: TriDice, move: Move) -> tuple[Step, ...]:
        return steps(state, move)

    def taps(self, state: TriDice, taps: Sequence[str]) -> Partial[Move]:
        partial: Partial[Any] = in_order(state.legal(), taps, _taps_of)
        if not partial.moves:
            raise IllegalMove(self._why_no_tap(state, taps))
        if state.pending is not None and len(taps) == 1:
            top = Content(state.turn, faces=(partial.moves[0].apex,))
            return replace(partial, cells={**state.cells(), CELLS[state.pending]: top})
        return partial

    def _why_no_tap(self, state: TriDice, taps: Sequence[str]) -> Text:
        """What the rules say to the first taps, read as the move they look like."""
        if state.over:
            return say("the game is over")
        cells = [INDEX[tap] for tap in taps if tap in INDEX]
        numbers = [NUMBER_CELLS[tap] for tap in taps if tap in NUMBER_CELLS]
        if state.pending is not None:
            reason = state.why_not(Throw(*numbers)) if len(numbers) == len(taps) == 2 else None
            return reason or say("tap the number on top, then the number at the left corner")
        reason = self._why_no_turn(state, *cells) if len(cells) == len(taps) else None
        return reason or say("tap an empty cell to place a die, or one of your dice and the cell it goes to")

    def _why_no_turn(self, state: TriDice, first: int, *others: int) -> Text | None:
        if len(others) == 1:
            (end,) = others
            return state.why_not(Roll(first, end, state.board[end] != 0))
        if others:
            return None
        if colour_of(state.board[first]) == state.turn:
            return say("this die has nowhere to go: {cell}", cell=CELLS[first])
        return state.why_not(Place(first))

    def threatened(self, state: TriDice, by: int) -> Mapping[str, int]:
        return {CELLS[cell]: 0 for cell in sorted(state.reach(by))}

    def correct(self, state: TriDice, cells: Mapping[str, Content | None]) -> TriDice:
        return correct(state, cells)


def _taps_of(move: Move) -> tuple[str, ...]:
    match move:
        case Place(cell):
            return (CELLS[cell],)
        case Throw(apex, left):
            return number_cell(apex), number_cell(left)
        case Roll(start, end):
            return CELLS[start], CELLS[end]
        case Pass():
            return ()


GAME = TriDiceGame()
