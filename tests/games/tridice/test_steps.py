"""The steps of a turn of TriDice."""

from __future__ import annotations

from tests.games.tridice.positions import GAME, at


def test_a_roll_has_a_step_for_each_edge_and_capture() -> None:
    state = at("21B2/1,33R2/1 R0,B0 R")
    assert [str(step.text) for step in GAME.steps(state, GAME.parse(state, "33x21")[0])] == [
        "tip the die from 33 over onto 32: 3 is on top",
        "take the blue die off 21",
        "tip the die from 32 over onto 21: 1 is on top",
    ]
