"""Kalah's rules, on positions worked out by hand and against a second implementation."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from fourth_seat.games.errors import IllegalMove
from tests.games.kalah.positions import GAME, START, after, at, play
from tests.references import kalah as reference


def test_start() -> None:
    assert GAME.position(GAME.start(GAME.options())) == START
    assert GAME.position(GAME.start(GAME.options("pits=3,seeds=2,first=north"))) == "2,2,2,0/2,2,2,0/n"


def test_sowing_continues_on_the_other_side() -> None:
    assert after(START, "f") == "4,4,4,4,4,0,1/5,5,5,4,4,4,0/n"


def test_a_last_seed_in_the_movers_store_earns_another_sowing() -> None:
    assert after(START, "c f") == "4,4,0,5,5,0,2/5,5,5,5,4,4,0/n"
    assert [str(move) for move in at(START).legal()][:4] == ["a", "b", "c a", "c b"]


def test_the_other_sides_store_is_skipped() -> None:
    assert after("1,0,0,0,0,8,0/4,4,4,4,4,4,0/s", "f") == "2,0,0,0,0,0,1/5,5,5,5,5,5,0/n"


def test_capture_opposite() -> None:
    assert after("0,0,1,0,0,2,0/5,4,3,2,1,6,7/s", "c") == "0,0,0,0,0,2,4/5,4,0,2,1,6,7/n"


def test_capture_with_a_last_seed_in_the_pit_just_emptied() -> None:
    assert after("1,13,0,0,0,0,0/1,1,1,1,1,1,0/s", "b") == "2,0,1,1,1,1,4/2,2,2,2,0,2,0/n"


@pytest.mark.parametrize(("option", "then"), [("on", "0,0,0,0,0,2,1"), ("off", "0,0,0,1,0,2,0")])
def test_the_last_seed_opposite_an_empty_pit(option: str, then: str) -> None:
    options = f"empty-capture={option}"
    assert after("0,0,1,0,0,2,0/5,4,0,2,1,6,7/s", "c", options) == f"{then}/5,4,0,2,1,6,7/n"


def test_north_counts_from_its_own_left() -> None:
    assert after("5,4,3,2,1,6,7/0,0,1,0,0,2,0/n", "C") == "5,4,0,2,1,6,7/0,0,0,0,0,2,4/s"


def test_the_game_ends_when_either_side_is_empty() -> None:
    mover_empty = play(at("0,0,0,0,0,1,20/1,0,0,0,0,2,24/s"), "f")
    assert GAME.position(mover_empty) == "0,0,0,0,0,0,21/0,0,0,0,0,0,27/n"
    assert mover_empty.result is not None
    assert mover_empty.result.winners == (2,) and mover_empty.result.scores == (21, 27)
    assert str(mover_empty.result.reason) == "north wins with 27 seeds to 21."
    other_empty = play(at("1,0,1,0,0,1,20/0,0,1,0,0,0,24/s"), "c")
    assert GAME.position(other_empty) == "0,0,0,0,0,0,24/0,0,0,0,0,0,24/n"
    assert other_empty.result is not None and other_empty.result.winners == (1, 2)
    assert str(other_empty.result.reason) == "A draw: 24 seeds each."


def test_a_last_seed_in_the_store_earns_no_sowing_when_the_game_ends() -> None:
    state = at("0,0,0,0,0,1,20/1,0,0,0,0,2,24/s")
    assert [str(move) for move in state.legal()] == ["f"]


def test_scores_are_in_order_of_play() -> None:
    state = at("0,0,0,0,0,1,20/1,0,0,0,0,2,24/s", "first=north")
    assert state.mover == 2
    assert state.standing().scores == (27, 21) and state.standing().winners == (1,)
    assert [tally.scores for tally in state.standing().sheet] == [(24, 20)]


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("c", "the last seed fell into your store: sow again"),
        ("c c", "pit c is empty: choose one with seeds"),
        ("a b", "the turn ends with a: its last seed does not fall into your store"),
        ("g", "there is no pit g: the pits are a to f"),
    ],
)
def test_why_not(move: str, reason: str) -> None:
    with pytest.raises(IllegalMove, match=reason):
        play(at(START), move)


def test_why_not_after_the_end() -> None:
    state = at("0,0,0,0,1,2,20/1,0,0,0,0,2,22/s")
    with pytest.raises(IllegalMove, match="the turn ends with f"):
        play(state, "f f")
    with pytest.raises(IllegalMove, match="the game is over after f"):
        play(at("0,0,0,0,0,1,20/1,0,0,0,0,2,24/s"), "f a")


def test_the_longest_lists_of_turns_are_complete() -> None:
    """In a staircase every pit's last seed falls into the store: no positions have more turns."""
    assert len(at("6,5,4,3,2,1,0/4,4,4,4,4,4,0/s").legal()) == 912
    assert len(at("9,8,7,6,5,4,3,2,1,0/4,4,4,4,4,4,4,4,4,0/s", "pits=9").legal()) == 42_800


def test_a_second_implementation_agrees() -> None:
    positions = reference.random_positions(random.Random(1))
    assert not any(reference.differs(state) for state in islice(positions, 1500))


@pytest.mark.parametrize(("size", "margins"), [(size, known) for size, known in reference.VALUES.items() if size < (4, 3)])
def test_small_boards_have_their_known_values(size: tuple[int, int], margins: tuple[int, int]) -> None:
    assert reference.first_margins(size) == margins
