"""Kalah's turns and positions as text."""

from __future__ import annotations

import pytest

from fourth_seat.games.errors import BadNotation, BadPosition, IllegalMove
from tests.games.kalah.positions import GAME, START, at, play


@pytest.mark.parametrize("text", ["c f", "cf", "c-f", "C,F", " CF "])
def test_notation_is_forgiving(text: str) -> None:
    state = at(START)
    assert [str(move) for move in GAME.parse(state, text)] == ["c f"]
    assert [str(move) for move in GAME.parse(play(state, "a"), text)] == ["C F"]


def test_a_move_of_the_other_side_is_refused() -> None:
    state = at(START)
    (north,) = GAME.parse(play(state, "a"), "C")
    with pytest.raises(IllegalMove, match="C is on the other side: it is south's turn"):
        state.play(north)


@pytest.mark.parametrize("text", ["", "j", "1", "c f!", "-c"])
def test_unreadable(text: str) -> None:
    with pytest.raises(BadNotation, match="enter a move such as c f a"):
        GAME.parse(at(START), text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("4,4,4,4,4,4,0/4,4,4,4,4,4,0", "is not a position"),
        ("4,4,4,4,4,0/4,4,4,4,4,4,0/s", "contains 6 counts"),
        ("4,4,4,4,4,4,x/4,4,4,4,4,4,0/s", "x in .* is not a number of seeds"),
        ("4,4,4,4,4,4,0/4,4,4,4,4,4,0/x", "is not a position"),
    ],
)
def test_bad_positions(text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        at(text)
