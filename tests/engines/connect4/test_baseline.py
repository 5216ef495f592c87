"""Connect 4's baseline players on their document's own examples and on boards made for each rule."""

from __future__ import annotations

from random import Random

import pytest

from fourth_seat.engines import engine_of
from fourth_seat.engines.connect4.baseline import intended, seed
from fourth_seat.engines.connect4.evaluation import LINES, completing
from fourth_seat.games import find
from fourth_seat.games.connect4.rules import Connect4State, four

GAME = find("connect4")


def after(digits: str) -> Connect4State:
    state: Connect4State = GAME.parse_position(digits, GAME.options())
    return state


def choices(player: str, digits: str) -> set[int]:
    return {engine_of("connect4").players[player](after(digits), Random(n)).column for n in range(60)}


def test_sixty_nine_lines_each_a_four() -> None:
    assert len(set(LINES)) == len(LINES) == 69
    assert all(four(line) for line in LINES)


def test_completing_is_what_makes_a_four() -> None:
    rng = Random(1)
    for _ in range(60):
        state = GAME.start(GAME.options())
        while not state.over:
            holes = completing(state.own, state.taken)
            for place in range(48):
                hole = 1 << place
                if place % 7 < 6 and not state.taken & hole:
                    assert bool(holes & hole) == four(state.own | hole)
            state = state.play(rng.choice(state.legal()))


@pytest.mark.parametrize("player", ["seed", "seed:intended"])
def test_three_in_the_first_column_are_blocked(player: str) -> None:
    """The document's own first success: a player who only drops into the first column."""
    assert choices(player, "13141") == {1}


@pytest.mark.parametrize("player", ["seed", "seed:intended"])
def test_three_in_a_row_are_blocked(player: str) -> None:
    """What the document tried next: red holds 3, 4 and 5 at the bottom, and yellow holds 2, so only 6 completes a four."""
    assert choices(player, "32425") == {6}


def test_the_seed_takes_the_leftmost_of_win_and_block() -> None:
    """Yellow threatens the first column, red the seventh; it is red's turn, and the code looks from the left."""
    assert choices("seed", "717171") == {1}
    assert choices("seed:intended", "717171") == {7}


def test_the_seed_plays_anything_where_nothing_is_decided() -> None:
    assert choices("seed", "") == {1, 2, 3, 4, 5, 6, 7}
    assert choices("seed", "444444") == {1, 2, 3, 5, 6, 7}
    assert choices("seed", "3141") == {1, 2, 3, 4, 5, 6, 7}


def test_the_intended_one_builds_on_two() -> None:
    """Red holds 3 and 4 below, yellow 1: two open lines run through 5, one through 2 and 6."""
    assert choices("seed:intended", "3141") == {5}
    assert choices("seed:intended", "314") == {1, 2, 3, 4, 5, 6, 7}


def test_players_play_whole_games() -> None:
    rng = Random(3)
    for player in (seed, intended):
        for _ in range(20):
            state = GAME.start(GAME.options())
            while not state.over:
                state = state.play(player(state, rng))
