"""What hands do in a turn of Kalah."""

from __future__ import annotations

from tests.games.kalah.positions import GAME, at


def test_steps_name_every_place() -> None:
    state = at("0,0,0,0,0,9,20/1,0,0,0,0,2,16/s")
    assert [str(step.text) for step in GAME.steps(state, GAME.parse(state, "f")[0])] == [
        "lift 9 seeds from f, drop one in each of the store, A, B, C, D, E, F, a, b",
        "the last seed and the 1 across go to the store",
    ]
    state = at("0,0,0,0,0,1,20/1,0,0,0,0,2,24/s")
    assert [str(step.text) for step in GAME.steps(state, GAME.parse(state, "f")[0])] == [
        "lift the seed from f, drop it into the store",
        "the game is over: all seeds left on a side go to that side's store",
    ]
