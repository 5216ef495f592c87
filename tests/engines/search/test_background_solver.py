"""Solved games in the engine's process: level 9 never errs, values are proven, and a slow solver holds nobody up."""

from __future__ import annotations

import errno
import json
import random
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from fourth_seat.engines import engine_of
from fourth_seat.engines.gtp.commands import COMMANDS, CommandContext, GtpCommand
from fourth_seat.engines.gtp.session import GtpSession
from fourth_seat.engines.levels import NUMBERED_LEVELS, level
from fourth_seat.engines.limits import EngineLimits
from fourth_seat.engines.move_selector import MoveSelector
from fourth_seat.engines.results import Bounds, MoveValue
from fourth_seat.engines.search.background import BackgroundSolver
from fourth_seat.engines.solver import OnProgress, ShouldStop
from fourth_seat.engines.table_cache import TableCache
from fourth_seat.games import find
from fourth_seat.words import Text

SLOW = pytest.mark.slow  # the tables of Kalah are built first
SOLVED = {"connect4": "1431735133", "kalah": "0,0,1,5,0,3,12/0,2,0,0,4,1,20/s"}


def never() -> bool:
    return False


def quiet(done: float, words: str) -> None:
    pass


def selector(name: str, folder: Path, spec: str = "9") -> MoveSelector:
    game = find(name)
    made = MoveSelector(game, game.options(), level(spec, name), random.Random(1), EngineLimits(TableCache(folder)))
    made.seconds = 60.0
    return made


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder for the tables of Kalah, so that they are built once."""
    return tmp_path_factory.mktemp("tables")


@pytest.mark.parametrize("name", ["connect4", pytest.param("kalah", marks=SLOW)])
def test_the_highest_level_plays_one_of_the_best_moves(name: str, tables: Path) -> None:
    game = find(name)
    state = game.parse_position(SOLVED[name], game.options())
    make = engine_of(name).solver
    assert make
    solver = make(game.options(), EngineLimits(TableCache(tables)))
    player = selector(name, tables)
    while not state.over:
        bounds, best = solver.best(state, never, quiet)
        move = player.choose(state, never, quiet)
        assert bounds.exact and move in best
        state = state.play(move)


@pytest.mark.parametrize("name", ["connect4", pytest.param("kalah", marks=SLOW)])
@pytest.mark.parametrize("spec", ["1", "5", "9", "seed"])
def test_values_are_proven_whatever_the_level(name: str, spec: str, tables: Path) -> None:
    game = find(name)
    state = game.parse_position(SOLVED[name], game.options())
    values = selector(name, tables, spec).values(state, 3, never, quiet)
    assert 0 < len(values) <= 3
    for value in values:
        assert value.exact and value.bounds and value.bounds.exact
        assert value.line[0] == value.move
        assert sum(value.shares) == 1.0
    assert values[0].bounds and values[-1].bounds
    assert values[0].bounds.low >= values[-1].bounds.low


def test_proven_values_over_gtp(tmp_path: Path) -> None:
    game = find("connect4")
    session = GtpSession(game, game.options(), NUMBERED_LEVELS["1"], EngineLimits(TableCache(tmp_path)))
    session.selector.seconds = 60.0
    session.set_position("1431735133")
    answer = json.loads(COMMANDS["values"](CommandContext(session, GtpCommand("", "values", "1 2"), never, quiet)))
    assert answer["exact"] is True
    first, second = answer["moves"]
    assert (first["move"], first["score"], first["values"], first["bound"]) == ("4", [-2, -2], [0.0, 1.0], "exact")
    assert first["why"] == "loses in 15 moves"
    assert (second["move"], second["score"]) == ("1", [-6, -6])
    assert first["line"][0] == "4" and len(first["line"]) > 5


class Slow:
    """A solver that never gets ready."""

    def __init__(self) -> None:
        self.notices: list[Text] = []

    def prepare(self, on_progress: OnProgress, should_stop: ShouldStop) -> None:
        time.sleep(2.0)

    def improve(self, should_stop: ShouldStop) -> None:
        pass

    def knows(self, state: Any) -> bool:
        return False

    def best(self, state: Any, should_stop: ShouldStop, on_progress: OnProgress) -> tuple[Bounds, list[Any]]:
        raise AssertionError

    def moves(self, state: Any, should_stop: ShouldStop, on_progress: OnProgress) -> list[MoveValue]:
        raise AssertionError


class Booked(Slow):
    """One whose book knows the move at once."""

    def knows(self, state: Any) -> bool:
        return True

    def best(self, state: Any, should_stop: ShouldStop, on_progress: OnProgress) -> tuple[Bounds, list[Any]]:
        return Bounds(1, 1), [state.legal()[3]]


def test_what_a_book_knows_needs_no_preparing(tmp_path: Path) -> None:
    game = find("connect4")
    state = game.start(game.options())
    player = selector("connect4", tmp_path)
    player._solver = BackgroundSolver(engine_of("connect4"), Booked, random.Random(1))
    start = time.monotonic()
    assert str(player.choose(state, never, quiet)) == "4"
    assert time.monotonic() - start < 1.0


@pytest.mark.parametrize("name", SOLVED)
def test_the_solvers_know_the_opening(name: str) -> None:
    game = find(name)
    make = engine_of(name).solver
    assert make
    solver = make(game.options(), EngineLimits())
    state = game.start(game.options())
    assert solver.knows(state)
    bounds, best = solver.best(state, never, quiet)
    assert bounds.exact and best
    assert not solver.knows(game.parse_position(SOLVED[name], game.options()))


class Eager(Booked):
    """One that improves until somebody asks."""

    def __init__(self) -> None:
        super().__init__()
        self.improving = threading.Event()
        self.left = 0

    def prepare(self, on_progress: OnProgress, should_stop: ShouldStop) -> None:
        pass

    def knows(self, state: Any) -> bool:
        return False

    def improve(self, should_stop: ShouldStop) -> None:
        self.improving.set()
        while not should_stop():
            time.sleep(0.001)
        self.left += 1
        self.improving.clear()

    def best(self, state: Any, should_stop: ShouldStop, on_progress: OnProgress) -> tuple[Bounds, list[Any]]:
        assert not self.improving.is_set()
        return super().best(state, should_stop, on_progress)


def test_a_solver_improves_only_while_nobody_asks(tmp_path: Path) -> None:
    game = find("connect4")
    state = game.start(game.options())
    player, solver = selector("connect4", tmp_path), Eager()
    player._solver = BackgroundSolver(engine_of("connect4"), lambda: solver, random.Random(1))
    for times in range(3):
        assert str(player.choose(state, never, quiet)) == "4"
        assert solver.improving.wait(10) and solver.left == times + 1


def test_a_solver_that_is_not_ready_holds_up_nobody(tmp_path: Path) -> None:
    game = find("connect4")
    state = game.start(game.options())
    player = selector("connect4", tmp_path)
    player.seconds = 0.3
    player._solver = BackgroundSolver(engine_of("connect4"), Slow, random.Random(1))
    start = time.monotonic()
    assert player.choose(state, never, quiet) in state.legal()
    assert player.values(state, 2, never, quiet)
    assert time.monotonic() - start < 1.5
    (notice,) = player.notices()
    assert str(notice) == "it is still preparing this level, and plays more weakly until it is ready"
    player.choose(state, never, quiet)
    assert not player.notices(), "it is told once"


def test_a_solver_that_cannot_be_made_costs_no_game(tmp_path: Path) -> None:
    def make() -> Slow:
        raise OSError(errno.ENOMEM, "no memory")

    game = find("connect4")
    state = game.start(game.options())
    player = selector("connect4", tmp_path)
    player.seconds = 0.3
    player._solver = BackgroundSolver(engine_of("connect4"), make, random.Random(1))
    assert player.choose(state, never, quiet) in state.legal()
    (notice,) = player.notices()
    assert "OSError at" in str(notice)
    assert not player.notices(), "it is told once"
