"""The possible turns, even if a player can only pass, which nobody can see."""

from __future__ import annotations

import math

import pytest

from fourth_seat.games import CHANCE, find
from fourth_seat.games.contents import Content
from fourth_seat.inference.hypotheses import merge_alike, second_turns, turns

TRIDICE = find("tridice")
STUCK = TRIDICE.parse_position("34B4/2,41R3/1,42B4/2 R0,B0 R", TRIDICE.options())  # red's only die is hemmed in
BACKGAMMON = find("backgammon")
BLACK_ON_BAR = "XGID=a-BaF-A-----bB----a-AebBcA:0:0:-1:00:0:0:0:0:10"  # black has a checker on the bar, white too
WHITE_ON_BAR = "XGID=-F-a-aa-bAB--aBB--A---bafA:0:0:1:00:0:0:0:0:10"  # black can always move
BLACK_FREE = "XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:0:0:0:0:10"  # the opening: nobody ever has to pass


def test_a_forced_pass_is_jumped_over() -> None:
    """Nothing shows it; the next thing seen is the other colour's turn."""
    (forced,) = STUCK.legal()
    assert TRIDICE.is_pass(forced)
    after = STUCK.play(forced)
    found = turns(TRIDICE, STUCK)
    assert {hypothesis.moves for hypothesis in found} == {(move,) for move in after.legal()}
    assert all(hypothesis.before == after for hypothesis in found)


def test_a_pass_between_two_turns() -> None:
    """Blue may leave red where it is, and then plays again."""
    still = [first for first in turns(TRIDICE, STUCK) if any(map(TRIDICE.is_pass, first.state.legal()))]
    assert still
    for second in second_turns(TRIDICE, still):
        assert not any(map(TRIDICE.is_pass, second.moves))
        assert second.turns == 2


def test_what_follows_a_pass_is_the_same_turn() -> None:
    state = BACKGAMMON.parse_position(BLACK_ON_BAR, BACKGAMMON.options())
    entered = {"bar:white": None, "19": Content(1, 1), "6": None, "3": Content(1, 1), "bar:black": Content(2, 2)}
    found = [
        turn
        for turn in turns(BACKGAMMON, state)
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
    state = BACKGAMMON.parse_position(WHITE_ON_BAR, BACKGAMMON.options())
    passes = sum(
        chance for throw, chance in state.chances() if all("pass" in str(move) for move in state.play(throw).legal())
    )
    found = [turn for turn in turns(BACKGAMMON, state) if "pass" in str(turn.moves[1])]
    assert 0 < passes < 1
    assert sum(math.exp(turn.prior) for turn in found) == pytest.approx(passes)
    assert sum(math.exp(turn.prior) for turn in turns(BACKGAMMON, state)) == pytest.approx(1)


def test_nobody_passes_who_can_always_move() -> None:
    state = BACKGAMMON.parse_position(BLACK_FREE, BACKGAMMON.options())
    assert not [turn for turn in turns(BACKGAMMON, state) if "pass" in str(turn.moves[1])]


def test_turns_from_positions_that_look_alike_are_one() -> None:
    """When a game of sheshbesh was joined midway, the question offered the same answer twice."""
    game = BACKGAMMON
    start = game.start(game.options())
    middle = {"13": Content(1, 3), "8": Content(1, 4), "6": Content(1, 5), "24": Content(1, 2), "5": Content(1, 1)}
    state = game.correct(start, {**dict.fromkeys(map(str, range(1, 25))), **middle, "1": Content(2, 15)})
    begun = [state, game.turn_to(state, 1)]
    assert begun[0] != begun[1]
    merged = merge_alike(hypothesis for one in begun for hypothesis in turns(game, one))
    keys = [(frozenset(hypothesis.changes.items()), str(hypothesis.moves[-1])) for hypothesis in merged]
    assert len(set(keys)) == len(keys) >= 100
    assert sum(math.exp(hypothesis.prior) for hypothesis in merged) == pytest.approx(1 + 5 / 6)  # no doubles in the opening
