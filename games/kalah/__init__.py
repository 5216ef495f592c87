"""Kalah. Players sow the seeds from a pit counter-clockwise, and sow again if the last seed falls into their store.

A move is the entire chain of sowings in a turn (`c`, `c f a`).
"""

from __future__ import annotations

from collections.abc import Sequence

from fourth_seat.games.kalah import notation
from fourth_seat.games.kalah.correction import correct, play_anyway
from fourth_seat.games.kalah.geometry import geometry
from fourth_seat.games.kalah.input import partial_move, standing_after
from fourth_seat.games.kalah.lessons import ENTERING, LESSONS
from fourth_seat.games.kalah.rules import DECLARED_OPTIONS, KalahMove, KalahState, captured, sides
from fourth_seat.games.kalah.steps import STORE_OWNERS, restoring_steps, steps
from fourth_seat.games.options import Options
from fourth_seat.games.protocol import Game
from fourth_seat.words import Text, Value, say, say_many


class KalahGame(Game[KalahState, KalahMove]):
    name = "kalah"
    title = say("Kalah")
    summary = say("Sow seeds around the board; whoever has the most seeds in their store wins.")
    order = 3
    sample_position = "0,3,5,9,1,8,3/6,0,0,7,0,1,5/n"
    min_slip = 3
    lessons = LESSONS
    entering = ENTERING
    declared_options = DECLARED_OPTIONS

    start = staticmethod(KalahState.start)
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
    standing_after = staticmethod(standing_after)
    correct = staticmethod(correct)

    def remark(self, state: KalahState, move: KalahMove, players: Sequence[Value]) -> Text | None:
        taken = captured(state, move)
        if not taken:
            return None
        return say_many("{player} captures a seed.", "{player} captures {n} seeds.", taken, player=players[state.turn - 1])

    def move_name(self, move: KalahMove) -> Text:
        return say_many("pit {pits}", "pits {pits}", len(move.pits), pits=str(move))

    def cell_name(self, cell: str, colour: int, options: Options) -> Value:
        return STORE_OWNERS.get(cell, cell)

    def with_mover(self, state: KalahState, colour: int) -> KalahState:
        return state if state.turn == colour else state.turned()


GAME = KalahGame()
