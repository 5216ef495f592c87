"""The steps of a turn of Kalah."""

from __future__ import annotations

from tests.games.kalah.positions import GAME, at


def test_steps_name_every_pit_and_store() -> None:
    state = at("0,0,0,0,0,9,20/1,0,0,0,0,2,16/s")
    assert [str(step.text) for step in GAME.steps(state, GAME.parse(state, "f")[0])] == [
        "take the 9 seeds from f and sow one into each of south's store, A, B, C, D, E, F, a and b",
        "put the seed in b and the one in E into south's store",
    ]
    state = at("0,0,0,0,0,1,20/1,0,0,0,0,2,24/s")
    assert [str(step.text) for step in GAME.steps(state, GAME.parse(state, "f")[0])] == [
        "take the seed from f and put it into south's store",
        "the game is over: put all seeds from A, F into north's store",
    ]
