"""Kalah: sow the seeds of a pit counter-clockwise; a last seed in the mover's store earns another sowing.

A move is the whole chain of a turn (`c`, `c f a`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from fourth_seat.games.contents import Cells, Content
from fourth_seat.games.geometry import Geometry
from fourth_seat.games.input import PartialMove
from fourth_seat.games.kalah import notation
from fourth_seat.games.kalah.correction import correct, play_anyway
from fourth_seat.games.kalah.geometry import geometry
from fourth_seat.games.kalah.input import partial_move
from fourth_seat.games.kalah.lessons import ENTERING, LESSONS
from fourth_seat.games.kalah.rules import DECLARED_OPTIONS, KalahMove, KalahState, sides
from fourth_seat.games.kalah.steps import STORE_OWNERS, restoring_steps, steps
from fourth_seat.games.options import Option, Options
from fourth_seat.games.protocol import Game, Side
from fourth_seat.games.steps import Step
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
    declared_options: ClassVar[tuple[Option, ...]] = DECLARED_OPTIONS

    def start(self, options: Options) -> KalahState:
        return KalahState.start(options)

    def position(self, state: KalahState) -> str:
        return notation.write_position(state)

    def parse_position(self, text: str, options: Options) -> KalahState:
        return notation.read_position(text, options)

    def diagram(self, state: KalahState) -> str:
        return notation.diagram(state)

    def sides(self, options: Options) -> tuple[Side, ...]:
        return sides(options)

    def parse(self, state: KalahState, text: str) -> tuple[KalahMove, ...]:
        return notation.read_moves(state, text)

    def move_name(self, move: KalahMove) -> Text:
        return say_many("pit {pits}", "pits {pits}", len(move.pits), pits=str(move))

    def play_anyway(self, state: KalahState, text: str) -> KalahState:
        return play_anyway(state, text)

    def geometry(self, options: Options) -> Geometry:
        return geometry(int(options["pits"]))

    def steps(self, state: KalahState, move: KalahMove) -> tuple[Step, ...]:
        return steps(state, move)

    def cell_name(self, cell: str, colour: int, options: Options) -> Value:
        return STORE_OWNERS.get(cell, cell)

    def restoring_steps(self, found: Cells, wanted: Cells, mover: int, options: Options) -> tuple[Step, ...]:
        return restoring_steps(found, wanted, options)

    def partial_move(self, state: KalahState, taps: Sequence[str]) -> PartialMove[KalahMove]:
        return partial_move(state, taps)

    def with_mover(self, state: KalahState, colour: int) -> KalahState:
        return state if state.turn == colour else state.turned()

    def correct(self, state: KalahState, cells: Mapping[str, Content | None]) -> KalahState:
        return correct(state, cells)


GAME = KalahGame()
