"""The motion while steps are played: for every game, even an unknown one, and as people would expect."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from fourth_seat.games import AnyGame, AnyState, find, game_names
from fourth_seat.games.contents import Content
from fourth_seat.games.drawing.flights import MAX_MOTION_S, MAX_STEP_S, Motion, motion, whole_step
from fourth_seat.games.drawing.stacks import checkers
from fourth_seat.games.geometry import Holds
from fourth_seat.games.steps import rebuild

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "othello" / "src"
SIXTH = "othello"


@pytest.fixture(params=[*game_names(), SIXTH])
def game(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    if request.param != SIXTH:
        return find(request.param)
    monkeypatch.syspath_prepend(str(EXAMPLE))
    found: AnyGame = importlib.import_module("fourth_seat_othello").GAME
    return found


def positions(game: AnyGame, games: int = 2) -> Iterator[tuple[AnyState, object]]:
    rng = Random(4)
    for _ in range(games):
        state = game.start(game.options())
        for _ in range(150):
            if state.over:
                break
            move = rng.choice(list(state.legal()))
            yield state, move
            state = state.play(move)


def played(game: AnyGame, text: str, moves: str = "") -> Motion:
    """Return the motion of a move after some others."""
    state = game.start(game.options())
    for move in moves.split():
        for each in game.parse(state, move):
            state = state.play(each)
    (move,) = game.parse(state, text)
    return motion(game.geometry(game.options()), game.steps(state, move), state.cells())


@pytest.mark.quick
def test_motions_end_with_the_board_after_the_steps(game: AnyGame) -> None:
    geometry, seen = game.geometry(game.options()), 0
    for state, move in positions(game):
        before, steps = state.cells(), game.steps(state, move)
        after = rebuild(before, steps)
        moved = motion(geometry, steps, before)
        if not moved.length:
            continue
        seen += 1
        cells = dict(before)
        for change in moved.changes:
            assert 0 <= change.at <= moved.length
            cells.pop(change.cell, None)
            if change.content:
                cells[change.cell] = change.content
        assert cells == after
        assert [change.at for change in moved.changes] == sorted(change.at for change in moved.changes)
        assert moved.length <= min(MAX_MOTION_S, MAX_STEP_S * len(steps)) + 1e-9
        for flight in moved.flights:
            assert 0 <= flight.begins < flight.ends <= moved.length + 1e-9
            for at, place in ((flight.begins, flight.places[0]), (flight.ends, flight.places[-1])):
                assert flight.place(at) == pytest.approx(place)
    assert seen > 15


@pytest.mark.quick
def test_boards_between_which_no_move_is_known(game: AnyGame) -> None:
    geometry = game.geometry(game.options())
    for state, move in positions(game, 1):
        before, after = state.cells(), state.play(move).cells()
        moved = motion(geometry, [whole_step(after, before)], after)
        cells = dict(after)
        for change in moved.changes:
            cells.pop(change.cell, None)
            if change.content:
                cells[change.cell] = change.content
        assert not moved.length or cells == before


def test_a_stone_falls_from_above_its_column_faster_and_faster() -> None:
    (fall,) = played(find("connect4"), "3", "3 3").flights
    (x, top), (end_x, end) = fall.places
    assert x == end_x == 2.5
    assert top < 0 < end
    half = fall.place((fall.begins + fall.ends) / 2)[1]
    assert half - top < 0.3 * (end - top)


def test_seeds_walk_from_pit_to_pit_and_one_stays_in_each() -> None:
    game = find("kalah")
    moved = played(game, "c")
    geometry = game.geometry(game.options())
    assert [flight.content.count for flight in moved.flights] == [4, 3, 2, 1]
    assert [flight.places[0] for flight in moved.flights] == [geometry[name].foot for name in "cdef"]
    assert [(change.cell, change.content and change.content.count) for change in moved.changes][:3] == [
        ("c", None), ("d", 5), ("e", 5),
    ]  # fmt: skip


def test_seeds_that_are_captured_go_into_the_store_from_both_pits() -> None:
    game = find("kalah")
    geometry, rng = game.geometry(game.options()), Random(1)
    for _ in range(20):
        state = game.start(game.options())
        while not state.over:
            move = rng.choice(list(state.legal()))
            board = state.cells()
            for step in game.steps(state, move):
                if len(step.cells) == 3 and sum(content is None for _, content in step.leaves) == 2:
                    flights = motion(geometry, [step], board).flights
                    starts, store = [geometry[name].foot for name in step.cells[:2]], geometry[step.cells[2]].foot
                    assert sorted(flight.places[0] for flight in flights) == sorted(starts)
                    assert {flight.places[-1] for flight in flights} == {store}
                    return
                board = rebuild(board, (step,))
            state = state.play(move)
    pytest.fail("nothing was captured")


def test_checkers_slide_from_where_they_lie_over_the_points_that_hands_touch() -> None:
    game = find("backgammon")
    geometry = game.geometry(game.options())
    seen = set()
    for state, move in positions(game, 6):
        board = state.cells()
        for step in game.steps(state, move):
            if len(step.cells) > 1 and geometry[step.cells[0]].holds is Holds.STACK:
                flights = motion(geometry, [step], board).flights
                start, *over, end = (geometry[name] for name in step.cells)
                carried = board[start.name].count - (dict(step.leaves)[start.name] or Content(count=0)).count
                seen.add((len(over), carried))
                assert len(flights) == carried
                assert flights[-1].places[0] in checkers(start, board[start.name].count)
                assert flights[-1].places[1:-1] == tuple(cell.foot for cell in over)
                lies = dict(step.leaves)[end.name]
                assert lies and flights[-1].places[-1] == checkers(end, lies.count)[-1]
            board = rebuild(board, (step,))
    assert {(0, 1), (1, 1), (0, 2)} <= seen


def test_a_piece_comes_out_of_its_tray_square_by_square() -> None:
    game = find("blokus")
    state = game.start(game.options())
    move = next(move for move in state.legal() if len(game.steps(state, move)[0].leaves) == 6)
    (step,) = game.steps(state, move)
    geometry = game.geometry(game.options())
    flights = motion(geometry, [step], state.cells()).flights
    squares = [name for name, content in step.leaves if content]
    assert {flight.places[-1] for flight in flights} == {geometry[name].foot for name in squares}
    tray = geometry[step.cells[0]]
    assert all(abs(x - tray.foot[0]) < 2 and abs(y - tray.foot[1]) < 2 for x, y in (f.places[0] for f in flights))


def test_dice_roll_with_other_faces_and_stop_with_their_own() -> None:
    game = find("backgammon")
    moved = played(game, "53")
    for die in ("die:1", "die:2"):
        foot = game.geometry(game.options())[die].foot
        shown = [flight.content.faces for flight in moved.flights if flight.cell.name == die]
        assert len(shown) == 5
        assert shown[-1] in ((5,), (3,))
        assert all(one != other for one, other in pairwise(shown))
        assert next(f for f in reversed(moved.flights) if f.cell.name == die).places[-1] == pytest.approx(foot)


def test_a_die_that_is_tipped_shows_what_it_showed_and_then_what_it_shows() -> None:
    game = find("tridice")
    for state, move in positions(game, 3):
        for step in game.steps(state, move):
            leaves = dict(step.leaves)
            if len(step.cells) == 2 and leaves.get(step.cells[0], 1) is None and step.cells[0] in state.cells():
                was, now = state.cells()[step.cells[0]], leaves[step.cells[1]]
                if now and was.faces and now.faces:
                    first, second = motion(game.geometry(game.options()), [step], state.cells()).flights
                    assert (first.content, second.content) == (was, now)
                    assert first.places[-1] == second.places[0]
                    return
            break
    pytest.fail("no die was tipped")
