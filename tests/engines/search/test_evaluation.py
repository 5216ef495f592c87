"""The apparent worth of positions of Connect 4, Kalah and TriDice before any search."""

from __future__ import annotations

from random import Random

import pytest

from fourth_seat.engines import engine_of
from fourth_seat.engines.connect4.evaluation import evaluate
from fourth_seat.engines.search.limit import SearchLimit
from fourth_seat.engines.search.mcts import TreeSearch
from fourth_seat.engines.search.tree import best
from fourth_seat.games import CHANCE, find
from fourth_seat.games.connect4.rules import Connect4State

GAMES = ("connect4", "kalah", "tridice")


def shares(game: str, position: str) -> tuple[float, ...]:
    evaluate = engine_of(game).evaluate
    assert evaluate
    return evaluate(find(game).parse_position(position, find(game).options()))


@pytest.mark.parametrize("game", GAMES)
def test_shares_and_weights_of_whole_games(game: str) -> None:
    engine, rng = engine_of(game), Random(1)
    assert engine.evaluate and engine.prior
    for _ in range(5):
        state = find(game).start(find(game).options())
        while not state.over:
            values = engine.evaluate(state)
            assert len(values) == 2 and sum(values) == pytest.approx(1) and all(0 < value < 1 for value in values)
            if state.to_move != CHANCE:
                assert all(engine.prior(state, move) > 0 for move in state.legal())
            state = state.play(rng.choice(state.legal()))


@pytest.mark.parametrize(
    ("game", "better", "worse"),
    [
        ("connect4", "4152", "1425"),  # red's two in the middle, or yellow's
        ("kalah", "4,4,4,4,4,4,6/4,4,4,4,4,0,0/s", "4,4,4,4,4,0,0/4,4,4,4,4,4,6/s"),
        ("tridice", "33R2/1 R3,B3 R", "33B2/1 R3,B3 R"),
        ("tridice", "23B3/1,33R2/1 R3,B3 R", "47B1/2,33R2/1 R3,B3 R"),  # a die to take, or none
    ],
)
def test_better_positions_look_better(game: str, better: str, worse: str) -> None:
    assert shares(game, better)[0] > shares(game, worse)[0]


def test_connect4_sees_what_the_next_stones_decide() -> None:
    assert shares("connect4", "121212")[0] == pytest.approx(0.99)  # red completes column 1
    assert shares("connect4", "41526")[0] == pytest.approx(0.99)  # red threatens 3 and 7
    rng, decided = Random(4), {0.99: 0, 0.01: 0}
    for _ in range(300):
        state = find("connect4").start(find("connect4").options())
        while not state.over:
            if (share := round(evaluate(state)[state.mover - 1], 6)) in decided:
                decided[share] += 1
                assert outcome(state, 1 if share > 0.5 else 2) == (1 if share > 0.5 else -1)
            state = state.play(rng.choice(state.legal()))
    assert min(decided.values()) > 20


def outcome(state: Connect4State, plies: int) -> int:
    """Return 1 if the mover wins within this many stones, -1 if it loses, otherwise 0."""
    if state.over:
        return 0 if len(state.standing().winners) == 2 else -1
    return max(-outcome(state.play(move), plies - 1) for move in state.legal()) if plies else 0


def test_kalah_knows_when_more_than_half_are_home() -> None:
    assert shares("kalah", "1,0,0,0,0,1,25/4,4,4,4,4,1,0/n") == pytest.approx((0.99, 0.01))


def test_a_thrown_die_is_seen_from_the_other_side() -> None:
    """While red throws for a cell that blue's die reaches, blue will choose next and has something to take."""
    near, far = "47B2/1 R4,B3 R@45", "47B2/1 R4,B3 R@11"
    assert shares("tridice", near)[0] < shares("tridice", far)[0]


@pytest.mark.parametrize("game", GAMES)
def test_the_search_with_it_beats_random_moves(game: str) -> None:
    engine, rng, won = engine_of(game), Random(2), 0.0
    for n in range(4):
        state = find(game).start(find(game).options())
        while not state.over:
            if state.to_move != CHANCE and state.mover == 1 + n % 2:
                move = best(TreeSearch(engine, 2, rng).run(state, SearchLimit(60)))[0]
            else:
                move = rng.choice(state.legal())
            state = state.play(move)
        won += state.standing().share(1 + n % 2)
    assert won >= 3.5
