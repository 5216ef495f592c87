"""Kalah boards corrected by hand, and turns that the table accepts."""

from __future__ import annotations

import pytest

from fourth_seat.games.contents import Content
from fourth_seat.games.errors import BadPosition, IllegalMove
from tests.games.kalah.positions import GAME, START, at, play


def test_corrections_keep_the_seeds() -> None:
    state = at(START)
    moved = GAME.correct(state, {"a": Content(count=3), "b": Content(count=5)})
    assert GAME.position(moved) == "3,5,4,4,4,4,0/4,4,4,4,4,4,0/s"
    assert GAME.position(GAME.correct(state, {"a": None, "STORE": Content(count=4)})) == "0,4,4,4,4,4,0/4,4,4,4,4,4,4/s"
    with pytest.raises(BadPosition, match="that makes 49 seeds; there should be 48"):
        GAME.correct(state, {"a": Content(count=5)})
    with pytest.raises(BadPosition, match="a can hold only seeds"):
        GAME.correct(state, {"a": Content(1)})


def test_a_fully_counted_board_may_have_another_total() -> None:
    state = at(START)
    counted = {name: Content(count=3) for name in state.names}
    assert sum(GAME.correct(state, counted).ring) == 42


def test_play_anyway() -> None:
    state = at(START)
    assert GAME.position(GAME.play_anyway(state, "c")) == "4,4,0,5,5,5,1/4,4,4,4,4,4,0/n"
    assert GAME.position(GAME.play_anyway(state, "f a")) == "0,5,5,5,5,0,1/5,5,5,4,4,4,0/n"
    assert GAME.play_anyway(state, "c f") == play(state, "c f")
    with pytest.raises(IllegalMove, match="pit a is empty"):
        GAME.play_anyway(state, "a a")
