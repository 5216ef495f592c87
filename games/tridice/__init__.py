"""TriDice: four-sided dice roll over sixteen triangles; whoever loses all dice loses the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from games.contents import Content
from games.errors import IllegalMove
from games.geometry import Geometry
from games.input import PartialMove, match_in_order
from games.options import Option, Options
from games.protocol import BoardFacts, Game, Side
from games.steps import Step
from games.tridice.correction import correct, play_anyway
from games.tridice.die import NUMBERS
from games.tridice.geometry import board_geometry, number_cell
from games.tridice.lattice import CELLS, INDEX, ROWS
from games.tridice.moves import TriDiceMove, TriDicePass, TriDicePlacement, TriDiceRoll, TriDiceThrow
from games.tridice.notation import position, read_moves, read_position
from games.tridice.rules import DECLARED_OPTIONS, PASS, TriDiceState, colour_of, sides
from games.tridice.steps import steps
from words import Text, say

DIAGRAM_CELL = 6  # columns for a cell in a terminal
NUMBER_CELLS = {number_cell(number): number for number in NUMBERS}


class TriDiceGame(Game[TriDiceState, TriDiceMove]):
    name = "tridice"
    title = say("TriDice")
    summary = say("Roll four-sided dice over triangles and take the other's dice.")
    order = 5
    sample_position = "21R1/3,33R3/1,34B3/1,35R3/2,41B2/1,42B4/2,43B2/4 R0,B0 B 44-47,35-43,47-35"
    board = BoardFacts(aspect_sigma=0.03)
    declared_options: ClassVar[tuple[Option, ...]] = DECLARED_OPTIONS

    def start(self, options: Options) -> TriDiceState:
        return TriDiceState.start(options)

    def position(self, state: TriDiceState) -> str:
        return position(state)

    def parse_position(self, text: str, options: Options) -> TriDiceState:
        return read_position(text, options)

    def diagram(self, state: TriDiceState) -> str:
        marks = [side.mark for side in sides(state.options)]
        lines = []
        for row in range(1, ROWS + 1):
            names = [name for name in CELLS if name[0] == str(row)]
            indent = " " * (DIAGRAM_CELL * (ROWS - row))
            lines.append(indent + "".join(name.center(DIAGRAM_CELL) for name in names))
            lines.append(indent + "".join(self._shown(state, name, marks).center(DIAGRAM_CELL) for name in names))
        lines.append("   ".join(f"{mark}: {state.hands[n]} in hand" for n, mark in enumerate(marks)))
        return "\n".join(line.rstrip() for line in lines)

    def _shown(self, state: TriDiceState, name: str, marks: Sequence[str]) -> str:
        cell = INDEX[name]
        if cell == state.pending:
            return "?"
        if not state.board[cell]:
            return "."
        apex, left, *_ = state.faces(cell)
        return f"{marks[colour_of(state.board[cell]) - 1]}{apex}/{left}"

    def sides(self, options: Options) -> tuple[Side, ...]:
        return sides(options)

    def turn_to(self, state: TriDiceState, colour: int) -> TriDiceState:
        if state.mover != colour and state.legal() == (PASS,):
            return state.play(PASS)
        return super().turn_to(state, colour)

    def parse(self, state: TriDiceState, text: str) -> tuple[TriDiceMove, ...]:
        return read_moves(state, text)

    def is_pass(self, move: TriDiceMove) -> bool:
        return isinstance(move, TriDicePass)

    def play_anyway(self, state: TriDiceState, text: str) -> TriDiceState:
        return play_anyway(state, text)

    def geometry(self, options: Options) -> Geometry:
        return board_geometry(int(options["dice"]))

    def steps(self, state: TriDiceState, move: TriDiceMove) -> tuple[Step, ...]:
        return steps(state, move)

    def partial_move(self, state: TriDiceState, taps: Sequence[str]) -> PartialMove[TriDiceMove]:
        partial: PartialMove[Any] = match_in_order(state.legal(), taps, _taps_of)
        if not partial.moves:
            raise IllegalMove(self._why_no_tap(state, taps))
        if state.pending is not None and len(taps) == 1:
            top = Content(state.turn, faces=(partial.moves[0].apex,))
            return replace(partial, cells={**state.cells(), CELLS[state.pending]: top})
        return partial

    def _why_no_tap(self, state: TriDiceState, taps: Sequence[str]) -> Text:
        """What the rules say to the first taps, read as the move they look like."""
        if state.over:
            return say("the game is over")
        cells = [INDEX[tap] for tap in taps if tap in INDEX]
        numbers = [NUMBER_CELLS[tap] for tap in taps if tap in NUMBER_CELLS]
        if state.pending is not None:
            reason = state.why_not(TriDiceThrow(*numbers)) if len(numbers) == len(taps) == 2 else None
            return reason or say("tap the number on top, then the number at the left corner")
        reason = self._why_no_turn(state, *cells) if len(cells) == len(taps) else None
        return reason or say("tap an empty cell to place a die, or one of your dice and the cell it goes to")

    def _why_no_turn(self, state: TriDiceState, first: int, *others: int) -> Text | None:
        if len(others) == 1:
            (end,) = others
            return state.why_not(TriDiceRoll(first, end, state.board[end] != 0))
        if others:
            return None
        if colour_of(state.board[first]) == state.turn:
            return say("this die has nowhere to go: {cell}", cell=CELLS[first])
        return state.why_not(TriDicePlacement(first))

    def threatened(self, state: TriDiceState, by: int) -> Mapping[str, int]:
        return {CELLS[cell]: 0 for cell in sorted(state.reach(by))}

    def correct(self, state: TriDiceState, cells: Mapping[str, Content | None]) -> TriDiceState:
        return correct(state, cells)


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


GAME = TriDiceGame()
