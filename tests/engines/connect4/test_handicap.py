"""Connect 4 with stones in the grid at the start: the solver against plain search, and what is said about its values."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from fourth_seat.engines import engine_of
from fourth_seat.engines.connect4.appraiser import FAR_OFF, Connect4Appraiser
from fourth_seat.engines.connect4.solver import Connect4Solver, explain_bounds
from fourth_seat.engines.limits import EngineLimits
from fourth_seat.games import find
from fourth_seat.games.connect4.rules import Connect4State, four
from fourth_seat.words import ENGLISH

GAME = find("connect4")
HANDICAPS = [
    f"{colour}-ahead={stones},first={first}"
    for colour in ("red", "yellow")
    for stones in (1, 2)
    for first in ("red", "yellow")
]
EMPTY_HOLES = 13  # of the positions that plain search can solve
POSITIONS = 12


@cache
def last_stone(state: Connect4State) -> tuple[int, int]:
    """Return the result for the mover (1 a win, 0 a draw) and the number of stones in the grid at the end, by trying
    everything: a winner wins as soon as it can, a loser loses as late."""
    if state.over:
        return (-1 if four(state.own ^ state.taken) else 0), state.stones
    ends = [last_stone(state.play_unchecked(drop)) for drop in state.legal()]
    result = max(-won for won, _ in ends)
    stones = [stones for won, stones in ends if -won == result]
    return result, min(stones) if result > 0 else max(stones)


def score_of(state: Connect4State) -> int:
    """Return the solver's score of a position, from plain search: 22 minus the winner's stones, if played in turns."""
    result, stones = last_stone(state)
    return result * (22 - (stones + 1) // 2)


def late_positions(options: str) -> list[Connect4State]:
    """Return open positions with few empty holes, from random games with this handicap."""
    rng, found = Random(options), list[Connect4State]()
    while len(found) < POSITIONS:
        state: Connect4State = GAME.start(GAME.options(options))
        while not state.over and 42 - state.stones > EMPTY_HOLES:
            state = state.play(rng.choice(state.legal()))
        if not state.over:
            found.append(state)
    return found


@pytest.mark.parametrize("options", HANDICAPS)
def test_values_are_those_of_plain_search(options: str) -> None:
    solver = Connect4Solver(GAME.options(options), EngineLimits())
    for state in late_positions(options):
        bounds, best = solver.best(state, lambda: False, lambda *_: None)
        assert bounds.exact and bounds.low == score_of(state)
        assert {move.column for move in best} == {
            drop.column for drop in state.legal() if -score_of(state.play_unchecked(drop)) == bounds.low
        }
        for value in solver.moves(state, lambda: False, lambda *_: None):
            assert value.proven.low == -score_of(state.play_unchecked(value.move))


@pytest.mark.parametrize("options", HANDICAPS)
def test_the_moves_until_the_end_are_counted_right(options: str) -> None:
    solver = Connect4Solver(GAME.options(options), EngineLimits())
    for state in late_positions(options):
        bounds, _ = solver.best(state, lambda: False, lambda *_: None)
        result, stones = last_stone(state)
        explained = explain_bounds(state, bounds)
        assert explained
        moves = (stones - state.stones + 1) // 2
        assert explained.short == {1: f"+{moves}", 0: "=", -1: f"−{moves}"}[result], ENGLISH.render(explained.text)


@pytest.mark.parametrize("options", HANDICAPS)
def test_the_book_is_asked_only_about_what_it_holds(options: str) -> None:
    """One stone of the colour that does not begin is the usual game after its first move; the book has no other start."""
    solver = Connect4Solver(GAME.options(options), EngineLimits())
    state: Connect4State = GAME.start(GAME.options(options))
    usual = state.stones == 1 and state.own == 0
    assert solver.knows(state) is usual
    if usual:
        first = GAME.parse_position("4", GAME.options())
        assert solver.best(state, lambda: False, lambda *_: None) == solver.best(first, lambda: False, lambda *_: None)


def test_without_time_the_column_that_looks_best_is_played() -> None:
    solver = Connect4Solver(GAME.options("red-ahead=1"), EngineLimits())
    state: Connect4State = GAME.start(GAME.options("red-ahead=1"))
    bounds, best = solver.best(state, lambda: True, lambda *_: None)
    assert not bounds.exact and len(best) == 1
    blocking = GAME.parse_position("717131", GAME.options("red-ahead=1"))
    assert [move.column for move in solver.best(blocking, lambda: True, lambda *_: None)[1]] == [1]
    assert solver._likeliest(blocking).column == 1


@pytest.mark.parametrize("options", HANDICAPS)
def test_evaluations_know_whose_rows_are_good(options: str) -> None:
    """The worth of a position to the mover depends on the stones alone, not on which of them were there at the start."""
    evaluate = engine_of("connect4").evaluate
    assert evaluate
    for state in late_positions(options):
        twin = Connect4State(GAME.options(), state.own, state.taken)
        assert evaluate(state)[state.mover - 1] == evaluate(twin)[twin.mover - 1]


@pytest.mark.parametrize("options", HANDICAPS)
def test_levels_weigh_columns_by_their_results(options: str) -> None:
    appraiser = Connect4Appraiser(GAME.options(options), EngineLimits())
    for state in late_positions(options)[:4]:
        worths = {candidate.move: candidate.worth for candidate in appraiser.candidates(state)}
        assert len(worths) == len(state.legal())
        for drop, worth in worths.items():
            result, stones = last_stone(state.play_unchecked(drop))
            assert (worth > 0.5) - (worth < 0.5) == -result
            if result:  # each further stone makes a result count less
                assert abs(worth - 0.5) == pytest.approx(0.5 * FAR_OFF ** (stones - state.stones - 1))
