"""The steps that place a piece."""

from __future__ import annotations

import pytest

from games.blokus import GAME
from games.blokus.moves import BlokusOut, BlokusPlacement
from tests.games.blokus.positions import after


def test_steps() -> None:
    state = after("a20,b20,b19")
    (move,) = GAME.parse(state, "t20,s20")
    take, count = GAME.steps(state, move)
    assert str(take.text) == "take the yellow I2, turned as shown, and set it on s20, t20"
    assert take.cells == ("yellow:I2", "s20", "t20")
    assert str(count.text) == "counted from yellow's corner, t20 is square 1 towards blue and square 1 towards red"
    assert [str(step.text) for step in GAME.steps(state, BlokusOut())] == ["yellow stops placing"]


@pytest.mark.parametrize(
    ("options", "squares", "sentence"),
    [
        ("", "c15", "counted from blue's corner, c15 is square 3 towards yellow and square 6 towards green"),
        ("", "r4", "counted from red's corner, r4 is square 3 towards green and square 4 towards yellow"),
        ("start=a1", "c15", "counted from yellow's corner, c15 is square 3 towards red and square 6 towards blue"),
        ("variant=duo", "e10", "e10 is square 5 from the left edge and square 5 from the top edge"),
        ("variant=duo", "j3", "j3 is square 5 from the right edge and square 3 from the bottom edge"),
    ],
)  # fmt: skip
def test_counting_squares_from_the_nearest_corner(options: str, squares: str, sentence: str) -> None:
    state = after(options=options)
    move = GAME.parse(state, squares)[0]
    assert isinstance(move, BlokusPlacement)
    assert str(GAME.steps(state, move)[1].text) == sentence
