"""TriDice. Four-sided dice roll over sixteen triangles, and a player who has lost all their dice loses the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fourth_seat.games.protocol import Game
from fourth_seat.games.tridice import notation
from fourth_seat.games.tridice.correction import correct, play_anyway
from fourth_seat.games.tridice.geometry import geometry
from fourth_seat.games.tridice.input import partial_move
from fourth_seat.games.tridice.lattice import CELLS
from fourth_seat.games.tridice.lessons import ENTERING, LESSONS
from fourth_seat.games.tridice.moves import TriDiceMove, TriDicePass, TriDicePlacement, TriDiceRoll
from fourth_seat.games.tridice.rules import DECLARED_OPTIONS, PASS, TriDiceState, sides
from fourth_seat.games.tridice.sheet import SHEET
from fourth_seat.games.tridice.steps import restoring_steps, steps
from fourth_seat.words import Text, Value, say, say_many


class TriDiceGame(Game[TriDiceState, TriDiceMove]):
    name = "tridice"
    title = say("TriDice")
    summary = say("Tip four-sided dice from triangle to triangle and take the other player's.")
    order = 5
    sample_position = "21R1/3,33R3/1,34B3/1,35R3/2,41B2/1,42B4/2,43B2/4 R0,B0 B 44-47,35-43,47-35"
    sheet = SHEET
    lessons = LESSONS
    entering = ENTERING
    declared_options = DECLARED_OPTIONS

    start = staticmethod(TriDiceState.start)
    position = staticmethod(notation.write_position)
    parse_position = staticmethod(notation.read_position)
    diagram = staticmethod(notation.diagram)
    sides = staticmethod(sides)
    parse = staticmethod(notation.read_moves)
    play_anyway = staticmethod(play_anyway)
    geometry = staticmethod(geometry)
    steps = staticmethod(steps)
    restoring_steps = staticmethod(restoring_steps)
    partial_move = staticmethod(partial_move)
    correct = staticmethod(correct)

    def turn_to(self, state: TriDiceState, colour: int) -> TriDiceState:
        if state.mover != colour and state.legal() == (PASS,):
            return state.play(PASS)
        return super().turn_to(state, colour)

    def move_name(self, move: TriDiceMove) -> Value:
        match move:
            case TriDicePlacement(cell):
                return say("a new die on {cell}", cell=CELLS[cell])
            case TriDiceRoll(start, end):
                return say("{start} to {end}", start=CELLS[start], end=CELLS[end])
        return str(move)

    def remark(self, state: TriDiceState, move: TriDiceMove, players: Sequence[Value]) -> Text | None:
        other = 3 - state.turn
        taken = state.play_unchecked(move).captured(other) - state.captured(other)
        if not taken:
            return None
        colour = self.colour_name(other, state.options)
        return say_many("A {colour} die was taken.", "{n} {colour} dice were taken.", taken, colour=colour)

    def is_pass(self, move: TriDiceMove) -> bool:
        return isinstance(move, TriDicePass)

    def threatened(self, state: TriDiceState, by: int) -> Mapping[str, int]:
        return {CELLS[cell]: 0 for cell in sorted(state.reach(by))}

    def with_mover(self, state: TriDiceState, colour: int) -> TriDiceState:
        return state if state.turn == colour else TriDiceState(state.options, state.board, state.hands, colour)


GAME = TriDiceGame()
