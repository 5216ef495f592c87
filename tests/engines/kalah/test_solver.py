"""The book gives the same answers as the whole solver, before the latter is loaded."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from fourth_seat.engines.kalah import book
from fourth_seat.engines.kalah.solver import KalahSolver
from fourth_seat.engines.limits import EngineLimits
from fourth_seat.engines.table_cache import TableCache
from fourth_seat.games import find

GAME = find("kalah")
ROOT = Path(__file__).resolve().parents[3]


def never() -> bool:
    return False


def quiet(done: float, words: str) -> None:
    pass


@pytest.mark.parametrize("rule", ["on", "off"])
def test_the_book_s_best_turns_are_the_solver_s(rule: str, tmp_path: Path) -> None:
    options = GAME.options(f"empty-capture={rule}")
    solver = KalahSolver(options, EngineLimits(TableCache(tmp_path), memory=256))
    state = GAME.start(options)
    for _ in range(2):
        assert solver.knows(state)
        bounds, best = solver.best(state, never, quiet)
        assert (bounds, best) == solver._whole().best(state, never, quiet)
        state = state.play(best[0])


@pytest.mark.parametrize("size", ["", "pits=3,seeds=3", "pits=4,seeds=2,empty-capture=off"])
def test_seeds_ahead_are_added_to_the_score_and_change_no_turn(size: str, tmp_path: Path) -> None:
    found = []
    for ahead in (0, 5):
        options = GAME.options(f"{size},south-ahead={ahead},north-ahead={2 * ahead}")
        solver = KalahSolver(options, EngineLimits(TableCache(tmp_path), memory=256))
        bounds, best = solver.best(GAME.start(options), never, quiet)
        assert bounds.exact
        found.append((bounds.low + ahead, best))
    assert found[0] == found[1]


def test_a_damaged_book_is_told_and_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = GAME.options()
    path = tmp_path / book.path_of(options).name
    path.write_bytes(book.path_of(options).read_bytes()[:-1])
    monkeypatch.setattr(book, "BOOK_FOLDER", tmp_path)
    solver = KalahSolver(options, EngineLimits(TableCache(tmp_path), memory=256))
    assert not solver.knows(GAME.start(options))
    assert not solver.notices
    solver.prepare(quiet, never)
    assert [str(path) in str(notice) for notice in solver.notices] == [True]


def test_the_book_needs_no_compiler() -> None:
    check = (
        "import sys; from fourth_seat.engines import engine_of; from fourth_seat.games import find\n"
        "from fourth_seat.engines.limits import EngineLimits\n"
        "for name in ('kalah', 'connect4'):\n"
        "    game = find(name); solver = engine_of(name).solver(game.options(), EngineLimits())\n"
        "    assert solver.best(game.start(game.options()), lambda: False, lambda *_: None)[0].exact\n"
        "print(sorted({'numba', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", check], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
