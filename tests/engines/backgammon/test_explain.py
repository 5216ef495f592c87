"""The purposes of turns, in words."""

from __future__ import annotations

import pytest

from fourth_seat.engines.backgammon.explain import explain_move
from fourth_seat.games.backgammon import GAME

START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:{dice}:0:0:0:0:10"


@pytest.mark.parametrize(
    ("dice", "move", "expected"),
    [
        ("31", "8/5 6/5", "makes point 5; leaves nothing that can be hit"),
        ("65", "24/13", "gets a checker out of the opponent's home; leaves a checker on 24 that"),
        ("41", "13/9 6/5", "leaves lone checkers on "),
    ],
)
def test_openings(dice: str, move: str, expected: str) -> None:
    state = GAME.parse_position(START.format(dice=dice), GAME.options())
    explanation = explain_move(state, GAME.parse(state, move)[0])
    assert explanation is not None and expected in str(explanation)


def test_the_race_and_throws_say_nothing_of_blots() -> None:
    state = GAME.parse_position("XGID=-BBC------------------cbb-:0:0:1:00:0:0:0:0:10", GAME.options())
    (throw,) = GAME.parse(state, "63")
    assert explain_move(state, throw) is None
    thrown = state.play(throw)
    explanation = explain_move(thrown, thrown.legal()[0])
    assert str(explanation).startswith("bears 2 checkers off")
