"""Blokus. Each colour places its 21 pieces corner to corner. A move is written as its squares (`a20,b20,b19`)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from fourth_seat.games.blokus import notation
from fourth_seat.games.blokus.correction import correct, play_anyway
from fourth_seat.games.blokus.formats import blksgf
from fourth_seat.games.blokus.formats.dialects import GAME_OPTIONS
from fourth_seat.games.blokus.geometry import geometry
from fourth_seat.games.blokus.input import anchors, held_squares, hold, partial_move
from fourth_seat.games.blokus.lessons import ENTERING, LESSONS, MIDDLE_POSITION
from fourth_seat.games.blokus.moves import BlokusMove, BlokusOut
from fourth_seat.games.blokus.rules import BlokusState, start
from fourth_seat.games.blokus.steps import restoring_steps, steps
from fourth_seat.games.blokus.variants import DECLARED_OPTIONS, beginnings, setting
from fourth_seat.games.errors import IllegalMove
from fourth_seat.games.options import Options
from fourth_seat.games.protocol import Format, Game, Side
from fourth_seat.words import Value, say


class BlokusGame(Game[BlokusState, BlokusMove]):
    name = "blokus"
    gtp_names = GAME_OPTIONS
    title = say("Blokus")
    summary = say("Place your pieces corner to corner, never edge to edge, until nobody can go on.")
    order = 1
    sample_position = MIDDLE_POSITION
    lessons = LESSONS
    entering = ENTERING
    declared_options = DECLARED_OPTIONS

    start = staticmethod(start)
    position = staticmethod(notation.write_position)
    parse_position = staticmethod(notation.read_position)
    diagram = staticmethod(notation.diagram)
    beginnings = staticmethod(beginnings)
    geometry = staticmethod(geometry)
    steps = staticmethod(steps)
    restoring_steps = staticmethod(restoring_steps)
    partial_move = staticmethod(partial_move)
    hold = staticmethod(hold)
    held_squares = staticmethod(held_squares)
    anchors = staticmethod(anchors)
    correct = staticmethod(correct)

    def sides(self, options: Options) -> tuple[Side, ...]:
        return setting(options).sides

    def seats(self, options: Options) -> int:
        return len(setting(options).owners)

    def colours_of(self, seat: int, options: Options) -> tuple[int, ...]:
        return setting(options).owners[seat - 1]

    def turn_to(self, state: BlokusState, colour: int) -> BlokusState:
        """Return the position with this colour to move, even if it cannot place a piece. Raises `IllegalMove` if there is
        no such colour.
        """
        if not 1 <= colour <= len(state.tableaux):
            raise IllegalMove(
                say("there is no colour {n}: the colours are 1 to {last}", n=colour, last=len(state.tableaux))
            )
        return replace(state, turn=colour)

    def parse(self, state: BlokusState, text: str) -> tuple[BlokusMove, ...]:
        return (notation.parse(text, state.setting.size),)

    def move_name(self, move: BlokusMove) -> Value:
        """Return the piece and its middle square, or the notation for `out` and for squares that do not form a piece."""
        if isinstance(move, BlokusOut) or move.piece is None:
            return str(move)
        return say("the {piece} on {square}", piece=move.piece.name, square=move.middle)

    def play_anyway(self, state: BlokusState, text: str) -> BlokusState:
        return play_anyway(state, notation.parse(text, state.setting.size))

    def formats(self) -> tuple[Format, ...]:
        return (Format(".blksgf", say("Blokus SGF"), blksgf.is_blksgf, blksgf.write, partial(blksgf.read, self)),)


GAME = BlokusGame()
