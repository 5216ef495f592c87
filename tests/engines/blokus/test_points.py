from __future__ import annotations

from engines.blokus.points import final_score
from games.blokus import GAME


def after(options: str, *moves: str) -> str:
    state = GAME.start(GAME.options(options))
    for move in moves:
        state = state.play(GAME.parse(state, move)[0])
    return final_score(state)


def test_squares_placed_for_each_colour() -> None:
    assert after("") == "0 0 0 0"
    assert after("", "a20,b20,c20,d20,e20", "t20", "t1,t2", "out") == "5 1 2 0"


def test_duo_gives_the_margin() -> None:
    assert after("variant=duo") == "0"
    assert after("variant=duo", "e10,e11") == "B+2"
    assert after("variant=duo", "e10,e11", "j5,j4,j3") == "W+1"
