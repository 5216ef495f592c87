"""Why a turn is not allowed."""

from __future__ import annotations

import pytest

from fourth_seat.games.backgammon import GAME
from fourth_seat.games.backgammon.rules import BackgammonState
from fourth_seat.games.errors import IllegalMove
from tests.games.backgammon.boards import position

HOME = position({6: 1, 5: 1}, {6: 2}, "43")
FROM_THE_BAR = position({25: 1, 13: 5, 6: 5}, {4: 2, 6: 5}, "41")


@pytest.mark.parametrize(
    ("state", "turn", "reason"),
    [
        (HOME, "5/off", "checkers further back must move before one can be borne off from 5 with a higher number"),
        (position({7: 1, 5: 1}, {6: 2}, "65"), "5/off", "not all checkers are home yet"),
        (FROM_THE_BAR, "bar/15", "no die moves a checker from the bar to point 15; dice left: 4, 1"),
        (HOME, "6/4", "no die moves a checker from point 6 to point 4; dice left: 4, 3"),
    ],
)
def test_of_a_turn_that_is_not_allowed_the_reason_is_said(state: BackgammonState, turn: str, reason: str) -> None:
    (move,) = GAME.parse(state, turn)
    assert str(state.why_not(move)) == reason


def test_a_turn_is_complete_where_no_other_die_can_be_played() -> None:
    state = position({24: 1}, {11: 2, 6: 5}, "64")
    with pytest.raises(IllegalMove, match="the turn is complete"):
        GAME.partial_move(state, ("24", "18", "18"))
