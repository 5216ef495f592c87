"""What may have been played: also after a turn in which a player could only pass, which nobody sees."""

from __future__ import annotations

import math

import pytest

from games import CHANCE, find
from games.contents import Content
from vision.hypotheses import turns

GAME = find("backgammon")
BLACK_ON_BAR = "XGID=a-BaF-A-----bB----a-AebBcA:0:0:-1:00:0:0:0:0:10"  # black has a checker on the bar, white too
WHITE_ON_BAR = "XGID=-F-a-aa-bAB--aBB--A---bafA:0:0:1:00:0:0:0:0:10"  # black can always move
BLACK_FREE = "XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:0:0:0:0:10"  # the opening: nobody ever has to pass


def test_what_follows_a_pass_is_the_same_turn() -> None:
    state = GAME.parse_position(BLACK_ON_BAR, GAME.options())
    entered = {"bar:white": None, "19": Content(1, 1), "6": None, "3": Content(1, 1), "bar:black": Content(2, 2)}
    found = [
        turn
        for turn in turns(GAME, state)
        if {cell: content for cell, content in turn.changes.items() if not cell.startswith("die:")} == entered
    ]
    assert found
    for turn in found:
        assert turn.turns == 1
        after = state
        for move in turn.moves:
            after = after.play(move)
        assert after == turn.state
        assert (turn.state.to_move, turn.state.mover) == (CHANCE, state.mover)  # black again, after white


def test_a_pass_is_as_likely_as_the_throws_that_force_it() -> None:
    state = GAME.parse_position(WHITE_ON_BAR, GAME.options())
    passes = sum(
        chance for throw, chance in state.chances() if all("pass" in str(move) for move in state.play(throw).legal())
    )
    found = [turn for turn in turns(GAME, state) if "pass" in str(turn.moves[1])]
    assert 0 < passes < 1
    assert sum(math.exp(turn.prior) for turn in found) == pytest.approx(passes)
    assert sum(math.exp(turn.prior) for turn in turns(GAME, state)) == pytest.approx(1)


def test_nobody_passes_who_can_always_move() -> None:
    state = GAME.parse_position(BLACK_FREE, GAME.options())
    assert not [turn for turn in turns(GAME, state) if "pass" in str(turn.moves[1])]
