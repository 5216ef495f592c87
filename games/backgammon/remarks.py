"""Remarks on moves that both players should notice, namely hits and cube decisions."""

from __future__ import annotations

from collections.abc import Sequence

from fourth_seat.games.backgammon.checkers import name_of
from fourth_seat.games.backgammon.moves import BackgammonMove, BackgammonPlay, CubeAction
from fourth_seat.games.backgammon.rules import BackgammonState
from fourth_seat.words import Text, Value, say, say_many


def remark(state: BackgammonState, move: BackgammonMove, players: Sequence[Value]) -> Text | None:
    """Return a remark on a move, or None if there is nothing to mention. See `Game.remark`."""
    player, cube = players[state.turn - 1] if state.turn else "", state.cube
    match move:
        case CubeAction.DOUBLE:
            return say("{player} doubles to {value}.", player=player, value=2 * cube.value)
        case CubeAction.TAKE:
            return say("{player} takes the cube at {value}.", player=player, value=2 * cube.value)
        case CubeAction.DROP:
            return say_many(
                "{player} drops and loses one point.", "{player} drops and loses {n} points.", cube.value, player=player
            )
        case BackgammonPlay(_, routes) if hits := sum(len(route.hit) for route in routes):
            return say_many(
                "A {colour} checker was hit.",
                "{n} {colour} checkers were hit.",
                hits,
                colour=name_of(3 - state.turn),
            )
    return None
