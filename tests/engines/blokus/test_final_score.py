"""The points of `final_score`."""

from __future__ import annotations

import pytest

from fourth_seat.engines.blokus.explain import final_score
from fourth_seat.games import find
from fourth_seat.games.blokus.rules import BlokusState

GAME = find("blokus")


def after(options: str, *moves: str) -> BlokusState:
    state: BlokusState = GAME.start(GAME.options(options))
    for text in moves:
        (move,) = GAME.parse(state, text)
        state = state.play(move)
    return state


@pytest.mark.parametrize(
    ("options", "score"),
    [
        ("", "5 1 2 1"),
        ("score=basic", "5 1 2 1"),
        ("players=3", "5 1 2 1"),
        ("players=2", "B+5"),
    ],
)
def test_points_are_squares_placed(options: str, score: str) -> None:
    assert final_score(after(options, "a20,b20,c20,d20,e20", "t20", "t1,t2", "a1")) == score


@pytest.mark.parametrize(
    ("moves", "score"), [((), "0"), (("e10,e11", "j5"), "B+1"), (("e10", "j5,j6,j7"), "W+2"), (("e10", "j5"), "0")]
)
def test_duo_tells_the_lead(moves: tuple[str, ...], score: str) -> None:
    assert final_score(after("variant=duo", *moves)) == score
