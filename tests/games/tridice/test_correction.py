"""TriDice boards corrected by hand, and turns that the table accepts."""

from __future__ import annotations

import pytest

from fourth_seat.games.contents import Content
from fourth_seat.games.errors import BadNotation, BadPosition, IllegalMove
from tests.games.tridice.positions import GAME, at, play


def test_corrections() -> None:
    state = at("21B2/1,33R2/1 R3,B2 R")
    assert state.captured(2) == 1
    missed = GAME.correct(state, {"21": None})
    assert GAME.position(missed) == "33R2/1 R3,B2 R" and missed.captured(2) == 2
    placed = GAME.correct(state, {"47": Content(1, faces=(4, 1))})
    assert GAME.position(placed) == "21B2/1,33R2/1,47R4/1 R2,B2 R"
    assert GAME.position(GAME.correct(state, {"33": None, "hand:1:4": Content(1)})) == "21B2/1 R4,B2 R"
    assert GAME.position(GAME.correct(state, {"out:2:1": None})) == "21B2/1,33R2/1 R3,B3 R"
    shown = state.cells()["33"].faces
    assert GAME.correct(state, {"33": Content(1, faces=shown)}) == state
    for cells, reason in [
        ({"47": Content(1)}, "say what the die on 47 shows"),
        ({"47": Content(3, faces=(4, 1))}, "47 can hold only one die"),
        ({"33": Content(1, faces=(2, 1, *reversed(shown[2:])))}, "check which way its numbers run"),
        ({"33": Content(1, faces=(2, 2))}, "no die shows 2 on top and 2 at the left corner"),
        ({"hand:1:4": Content(1)}, "that makes 5 red dice; there should be 4"),
        ({"hand:2:3": Content(2), "out:2:2": Content(2)}, "that makes 6 blue dice; there should be 4"),
        ({"throw:1": Content(1)}, "no die can be placed on throw:1"),
    ]:
        with pytest.raises(BadPosition, match=reason):
            GAME.correct(state, cells)


def test_corrections_while_a_die_is_thrown() -> None:
    state = play(at("21B2/1,33R2/1 R3,B2 R"), "@11")
    assert GAME.position(GAME.correct(state, {"21": None})) == "33R2/1 R3,B2 R@11"
    with pytest.raises(BadPosition, match="a die is about to be thrown for 11: leave that cell free"):
        GAME.correct(state, {"11": Content(1, faces=(1, 2))})


def test_play_anyway() -> None:
    state = at("21B2/1,33R2/1 R3,B2 R")
    assert GAME.play_anyway(state, "33x21") == play(state, "33x21")
    assert GAME.position(GAME.play_anyway(state, "33-47")).startswith("21B2/1,47R")
    assert GAME.position(GAME.play_anyway(state, "33-47 3/4")) == "21B2/1,47R3/4 R3,B2 B"
    assert GAME.position(GAME.play_anyway(state, "pass")) == "21B2/1,33R2/1 R3,B2 B"
    assert GAME.position(GAME.play_anyway(state, "@11 3/4")) == "11R3/4,21B2/1,33R2/1 R2,B2 B"
    for text, reason in [
        ("21-22", "belongs to blue"),
        ("@33", "has a die there already"),
        ("33-47 3/3", "no die shows 3/3"),
    ]:
        with pytest.raises(IllegalMove, match=reason):
            GAME.play_anyway(state, text)
    with pytest.raises(BadNotation):
        GAME.play_anyway(state, "33")
