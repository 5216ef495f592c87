"""Connect 4 solved: scores against a plain search, best columns, lines, threads, stopping."""

from __future__ import annotations

import random
import time
from functools import cache
from pathlib import Path

import pytest

from fourth_seat.engines.connect4.alpha_beta import Connect4AlphaBeta
from fourth_seat.engines.connect4.solver import Connect4Solver
from fourth_seat.engines.limits import EngineLimits
from fourth_seat.engines.results import Bounds
from fourth_seat.games.connect4.rules import Connect4Move, Connect4State, four
from tests.references.connect4 import GAME, random_position

DATA = Path(__file__).resolve().parents[2] / "data" / "connect4"
ANY = Bounds(-21, 21)


def never() -> bool:
    return False


def quiet(done: float, words: str) -> None:
    pass


def after(digits: str) -> Connect4State:
    state: Connect4State = GAME.start(GAME.options())
    for digit in digits:
        state = state.play(Connect4Move(int(digit)))
    return state


@cache
def plain(state: Connect4State) -> int:
    """Return the score by the rules alone."""
    if state.over:
        return (state.stones + 1) // 2 - 22 if four(state.own ^ state.taken) else 0
    return max(-plain(state.play(drop)) for drop in state.legal())


@pytest.fixture(scope="module")
def solver() -> Connect4Solver:
    return Connect4Solver(GAME.options(), opening=None)


@pytest.mark.sample(4)
@pytest.mark.parametrize("stones", range(32, 42))
def test_scores_and_best_columns_are_those_of_a_plain_search(solver: Connect4Solver, stones: int) -> None:
    rng = random.Random(stones)
    for _ in range(20):
        state = random_position(rng, stones)
        bounds, best = solver.best(state, never, quiet)
        assert bounds == Bounds(plain(state), plain(state))
        assert best == [drop for drop in state.legal() if -plain(state.play(drop)) == plain(state)]
        for drop, score in solver.columns(state, never, quiet):
            assert score.low == score.high == -plain(state.play(drop))


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=pytest.mark.slow if path.stem == "opening-hard" else ())
        for path in sorted(DATA.glob("*.txt"))
    ],
)
def test_scores_of_hard_positions(path: Path) -> None:
    """The scores in the files were found by other solvers too: see `benchmarks.connect4.solve`."""
    search = Connect4AlphaBeta(1 << 23)
    for line in path.read_text("ascii").splitlines()[:40]:
        digits, score = line.split()
        state = after(digits)
        assert search.score(state.own, state.taken, ANY, never) == Bounds(int(score), int(score)), digits


def test_lines_lead_where_the_score_says(solver: Connect4Solver) -> None:
    rng = random.Random(1)
    for _ in range(20):
        state = random_position(rng, 33)
        for move in solver.moves(state, never, quiet):
            end = state
            for drop in move.line:
                end = end.play(drop)
            assert move.line[0] == move.move
            assert plain(end) * (-1) ** len(move.line) == move.proven.low, "every move of a line keeps the score"
            assert end.over or len(move.line) >= 9


def test_the_best_column_is_told_first(solver: Connect4Solver) -> None:
    moves = solver.moves(after("1431735133"), never, quiet)
    assert [str(move.move) for move in moves][:2] == ["4", "1"]
    assert [move.proven.low for move in moves] == sorted((move.proven.low for move in moves), reverse=True)


def test_the_first_player_wins_with_its_last_stone_but_one_from_the_middle() -> None:
    """As James Allen and Victor Allis found in 1988; the book knows it."""
    solver = Connect4Solver(GAME.options())
    assert not solver.notices
    scores = {drop.column: bounds for drop, bounds in solver.columns(after(""), never, quiet)}
    assert [scores[column].low for column in range(1, 8)] == [-2, -1, 0, 1, 0, -1, -2]
    assert all(bounds.exact for bounds in scores.values())
    assert solver.nodes == 0, "nothing had to be searched"


def test_book_and_search_agree() -> None:
    rng = random.Random(2)
    booked = Connect4Solver(GAME.options())
    search = Connect4AlphaBeta(1 << 23)
    for _ in range(12):
        state = random_position(rng, 8)
        found = booked.score(state, never, quiet)
        if found.low < 17:  # not won at once
            assert search.score(state.own, state.taken, ANY, never) == found
    assert booked.nodes == 0


@pytest.mark.slow
def test_several_threads_find_the_same() -> None:
    lines = [line.split() for line in (DATA / "opening-hard.txt").read_text("ascii").splitlines()[:6]]
    search = Connect4AlphaBeta(1 << 20, threads=3)
    states = [after(digits) for digits, _ in lines]
    found = search.score_all([(state.own, state.taken, state.stones, ANY.low, ANY.high) for state in states], never)
    assert [bounds.low for bounds in found] == [int(score) for _, score in lines]
    assert all(bounds.exact for bounds in found)


def test_a_stopped_search_tells_what_is_proven() -> None:
    search = Connect4AlphaBeta(1 << 23)
    end = time.process_time() + 0.3  # of the processor's, which others may use too
    bounds = search.score(0, 0, ANY, lambda: time.process_time() > end)
    assert time.process_time() < end + 1.0
    assert bounds.low <= 1 <= bounds.high
    assert not bounds.exact and bounds != ANY
    digits, score = (DATA / "opening-medium.txt").read_text("ascii").split()[:2]
    state = after(digits)
    assert search.score(state.own, state.taken, ANY, never).low == int(score), "and it can be asked again"


def test_what_was_stopped_still_names_a_column() -> None:
    solver = Connect4Solver(GAME.options(), EngineLimits(memory=256), opening=None)
    bounds, best = solver.best(after("44"), lambda: True, quiet)
    assert not bounds.exact and best == [Connect4Move(4)]


def test_many_positions_in_one_go() -> None:
    search = Connect4AlphaBeta(1 << 20)
    states = [random_position(random.Random(seed), 32) for seed in range(50)]
    numbers = [(state.own, state.taken, state.stones, ANY.low, ANY.high) for state in states]
    for fresh in (True, False):
        assert [bounds.low for bounds in search.scores(numbers, fresh)] == [plain(state) for state in states]
