"""The steps that place a piece or take it off."""

from __future__ import annotations

from fourth_seat.games.blokus import GAME
from fourth_seat.games.blokus.moves import BlokusOut
from fourth_seat.games.contents import differences
from fourth_seat.games.steps import rebuild
from tests.games.blokus.positions import after


def test_steps() -> None:
    state = after("a20,b20,b19")
    (move,) = GAME.parse(state, "t20,s20")
    (place,) = GAME.steps(state, move)
    assert str(place.text) == "place the yellow I2 on s20 and t20"
    assert place.cells == ("yellow:I2", "s20", "t20")
    assert [str(step.text) for step in GAME.steps(state, BlokusOut())] == ["yellow places no more pieces"]


def test_taking_a_piece_off() -> None:
    before = after("a20,b20,b19")
    (move,) = GAME.parse(before, "t20,s20")
    state = before.play(move)
    (step,) = GAME.restoring_steps(state.cells(), before.cells(), 1, before.options)
    assert str(step.text) == "take the yellow I2 off s20 and t20"
    assert not differences(rebuild(state.cells(), [step]), before.cells())
