"""Kalah's solver: known values from scratch, best turns, lines, and its answers when it is stopped."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import pytest

from fourth_seat.engines.errors import DamagedTable
from fourth_seat.engines.kalah import book
from fourth_seat.engines.kalah.proof_solver import KalahProofSolver
from fourth_seat.engines.results import Bounds
from fourth_seat.games.kalah.rules import KalahMove, KalahState
from fourth_seat.games.options import Options
from tests.engines.kalah.brute_force import GAME, BruteForce, options, scattered

MEMORY = 256  # MB

# First minus second; both rules where one value stands.
KNOWN: dict[tuple[int, int], tuple[int, int]] = {
    (m, n): value if isinstance(value, tuple) else (value, value)
    for m, row in {
        1: (0, -2, 6, -2, 2),
        2: (2, -2, -2, (-12, -10), 6),
        3: (0, 4, 2, 2, 6),
        4: (2, 6, (8, 6), 2, (2, 4)),
    }.items()
    for n, value in enumerate(row, 1)
}


def never() -> bool:
    return False


def untold(*_: object) -> None:
    pass


def solver(rules: Options, memory: int = MEMORY) -> KalahProofSolver:
    return KalahProofSolver(rules, memory, threads=1)


@pytest.mark.sample(8)
@pytest.mark.parametrize(
    ("m", "n"), [pytest.param(*size, marks=pytest.mark.slow if size == (4, 5) else ()) for size in KNOWN]
)
def test_known_values(m: int, n: int) -> None:
    for empty_capture, value in zip((True, False), KNOWN[m, n], strict=True):
        rules = options(m, n, empty_capture)
        assert solver(rules).score(KalahState.start(rules), never, untold) == Bounds(value, value)


@pytest.mark.parametrize("empty_capture", [True, False])
@pytest.mark.parametrize(("m", "n", "most"), [(3, 3, 12), (4, 2, 10), (6, 2, 7), (2, 4, 16)])
def test_turns_are_those_of_a_plain_search(m: int, n: int, most: int, empty_capture: bool) -> None:
    rules, rng, brute = options(m, n, empty_capture), Random(6), BruteForce()
    solving = solver(rules)
    for _ in range(12):
        state = scattered(rules, rng.randint(3, most), rng)
        worth = {move: sign(state, move) * brute.value(state.play_unchecked(move)) for move in state.legal()}
        scored = solving.moves(state, never, untold)
        assert {each.move: each.bounds for each in scored} == {move: Bounds(v, v) for move, v in worth.items()}
        assert [each.proven.low for each in scored] == sorted(worth.values(), reverse=True)
        best = max(worth.values())
        assert solving.score(state, never, untold) == Bounds(best, best)
        assert solving.best(state, never, untold) == (
            Bounds(best, best),
            sorted(move for move, value in worth.items() if value == best),
        )
        for each in scored:  # a line keeps the value that it shows
            here = state
            for move in each.line:
                here = here.play(move)
            assert each.line[0] == each.move
            value = brute.value(here) if not here.over else here.totals()[here.turn - 1] - here.totals()[2 - here.turn]
            assert (value if here.turn == state.turn else -value) == each.proven.low


def sign(state: KalahState, move: KalahMove) -> int:
    return 1 if state.play_unchecked(move).turn == state.turn else -1


def test_a_finished_game_has_a_value_and_no_moves() -> None:
    rules = options(6, 4, True)
    state = GAME.parse_position("0,0,0,0,0,0,20/1,0,0,0,2,0,25/s", rules)
    assert solver(rules).best(state, never, untold) == (Bounds(-8, -8), [])


def test_stopped_it_gives_bounds_that_hold_and_a_move() -> None:
    rules = options(5, 4, True)
    start = KalahState.start(rules)
    solving = solver(rules)
    solving.prepare(untold, never)
    end = time.monotonic() + 0.05
    bounds, moves = solving.best(start, lambda: time.monotonic() > end, untold)
    late = time.monotonic() - end
    assert bounds.low <= 12 <= bounds.high
    assert start.why_not(moves[0]) is None
    assert late < 1, "in seconds, on a busy machine"
    rules = options(6, 6, True)
    start, solving = KalahState.start(rules), solver(rules)
    bounds, moves = solving.best(start, lambda: True, untold)
    assert bounds == Bounds(-72, 72) and start.why_not(moves[0]) is None


def test_the_largest_boards_are_answered() -> None:
    rules = options(9, 9, True)
    start = KalahState.start(rules)
    end = time.monotonic() + 0.5
    scored = solver(rules).moves(start, lambda: time.monotonic() > end, untold)
    assert scored and all(start.why_not(each.move) is None for each in scored[:20])
    assert all(not each.proven.exact and each.proven.high <= 162 for each in scored)


@pytest.mark.slow
def test_tables_are_as_large_as_the_questions_need() -> None:
    rules = options(6, 4, True)
    solving = KalahProofSolver(rules)
    ready = []
    for text in ("0,0,1,0,2,1,20/1,0,3,0,2,0,18/s", "3,8,0,3,0,3,5/7,2,3,2,1,6,5/n", "0,0,1,0,2,1,20/1,0,3,0,2,0,18/s"):
        assert solving.best(GAME.parse_position(text, rules), never, untold)[0].exact
        ready.append(solving.tables.ready)
    assert 14 == ready[0] < ready[1] == ready[2], "a hard question takes larger ones, which stay"


def test_less_memory_means_smaller_tables() -> None:
    rules = options(6, 4, True)
    small, large = solver(rules, memory=256), solver(rules, memory=512)
    assert small.memory < large.memory <= 512 << 20
    assert large.memory > 400 << 20


def test_a_book_is_read_back_and_damage_is_told(tmp_path: Path) -> None:
    rules = options(3, 3, True)
    values: dict[book.Sides, int] = {((1, 2, 3), (4, 5, 6)): -7, ((0, 0, 1), (9, 0, 0)): 8}
    path = tmp_path / "a.book"
    book.write(path, rules, values)
    assert book.read(path, rules) == values
    assert book.read(tmp_path / "none", rules) == {}
    content = path.read_bytes()
    for bad in (content[:-1], content[:-1] + b"\0", b"", content[:9] + b"\x09" + content[10:]):
        path.write_bytes(bad)
        with pytest.raises(DamagedTable):
            book.read(path, rules)
    path.write_bytes(content)
    with pytest.raises(DamagedTable):
        book.read(path, options(3, 3, False))


@pytest.mark.slow
@pytest.mark.parametrize("empty_capture", [True, False])
def test_the_book_agrees_with_itself(empty_capture: bool) -> None:
    """The value of every position in it whose turns all lead into it is the best of theirs."""
    rules = options(6, 4, empty_capture)
    values = book.read(book.path_of(rules), rules)
    start = KalahState.start(rules)
    checked, open_, seen = 0, [start], {start}
    for state in open_:
        after = [state.play_unchecked(move) for move in state.legal()]
        if not all(inside(end) in values for end in after):
            continue
        checked += 1
        best = max((1 if end.turn == state.turn else -1) * (stores(end) + values[inside(end)]) for end in after)
        assert stores(state) + values[inside(state)] == best
        open_ += [end for end in after if end not in seen]
        seen.update(after)
    assert checked > 50
    assert values[inside(start)] == (10 if empty_capture else 8)


def inside(state: KalahState) -> book.Sides:
    return state.ring[: state.pits], state.ring[state.pits + 1 : -1]


def stores(state: KalahState) -> int:
    return state.ring[state.pits] - state.ring[-1]
