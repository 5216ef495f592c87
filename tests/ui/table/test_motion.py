"""Moves animated at a table: where they end, and that nothing waits for them. The clock stands still unless a test sets
it."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from PIL import Image, ImageChops, ImageGrab

from fourth_seat.calibration.orientation import Orientation
from fourth_seat.games import game_names
from fourth_seat.hardware.machine.desktop import Desktop
from fourth_seat.ui.board.canvas import BoardCanvas
from fourth_seat.ui.settings import ALWAYS, AUTOMATIC, NEVER
from fourth_seat.ui.table.page import TablePage
from tests.ui.conftest import MakeWindow, begin_game
from tests.ui.patience import settle, wait_for
from tests.ui.table.conftest import Sit
from tests.ui.table.hands import TWO, Hands

EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "othello" / "src"


class Watched:
    """A board whose animation follows a clock that stands still."""

    def __init__(self, hands: Hands, motion: str = ALWAYS) -> None:
        self.hands, self.stage, self.board = hands, hands.page.stage, hands.page.stage.board
        self.window = hands.window
        self.window.change(replace(self.window.settings, motion=motion))
        self.now = 0.0
        self.board.motion.clock = lambda: self.now

    @property
    def moving(self) -> bool:
        return self.board.motion.running

    def states(self, cell: str) -> set[str]:
        """Return the states of the items that show the content of a cell when nothing moves."""
        return states(self.board, cell)

    def picture(self) -> Image.Image:
        self.board.update()
        x, y = self.board.winfo_rootx(), self.board.winfo_rooty()
        box = x, y, x + self.board.winfo_width(), y + self.board.winfo_height()
        return ImageGrab.grab(box, xdisplay=self.window.root.winfo_screen())

    def go_on(self, seconds: float) -> Image.Image:
        """Return the picture some time later."""
        self.now += seconds
        settle(self.window, 0.05)
        return self.picture()

    def is_static(self) -> bool:
        """Return whether the board looks as if it had just been redrawn."""
        shown = self.picture()
        self.board.rebuild()
        return same(shown, self.picture())


def states(board: BoardCanvas, cell: str) -> set[str]:
    return {str(board.tk.call(str(board), "itemcget", item, "-state")) for item in board.items_of(cell)}


def same(one: Image.Image, other: Image.Image) -> bool:
    return ImageChops.difference(one, other).getbbox() is None


@pytest.fixture
def watched(sit: Sit) -> Watched:
    return Watched(sit("connect4", TWO))


@pytest.mark.parametrize("game", game_names())
def test_a_move_moves_and_ends_as_it_is_drawn_without_motion(sit: Sit, game: str) -> None:
    watched = Watched(sit(game, TWO * 2 if game == "blokus" else TWO))
    table, rng = watched.stage.table, Random(6)
    for _ in range(6):
        if table.needs_throw:
            watched.stage.enter(lambda: table.roll(Random(2)))
        else:
            watched.stage.enter(lambda: table.play(str(rng.choice(list(table.state.legal())))))
        if not watched.moving:
            continue
        pictures = [watched.picture(), watched.go_on(0.1), watched.go_on(5)]
        assert not watched.moving
        assert not same(pictures[0], pictures[1])
        assert not same(pictures[1], pictures[2])
        assert watched.is_static()
    assert watched.now > 10  # of six moves, at least two have moved


def test_a_tap_ends_it_at_once_and_counts(watched: Watched) -> None:
    hands = watched.hands
    hands.click("4")
    assert watched.moving
    hands.click("3")
    assert [str(move) for move in watched.stage.table.line.moves] == ["4", "3"]
    assert watched.moving  # of the second stone
    watched.go_on(5)
    assert watched.is_static()
    hands.click("5")
    watched.board.event_generate("<Button-1>", x=2, y=2)
    assert not watched.moving
    assert watched.is_static()


def test_other_positions_sizes_and_pages_end_it(watched: Watched) -> None:
    table, board = watched.stage.table, watched.board
    ends: tuple[Callable[[], object], ...] = (
        lambda: watched.stage.view(0),
        board.rebuild,
        lambda: watched.window.root.geometry("1100x700+0+0"),
    )
    for end in ends:
        watched.stage.view(None)
        watched.stage.enter(lambda: table.play(str(table.state.legal()[0])))
        board.motion.cut()
        watched.stage.enter(lambda: table.play(str(table.state.legal()[0])))
        assert watched.moving
        end()
        wait_for(watched.window, lambda: not watched.moving)
        settle(watched.window, 0.2)
        assert watched.is_static()
    watched.stage.enter(lambda: table.play(str(table.state.legal()[0])))
    assert watched.moving
    watched.window.go_home()
    settle(watched.window, 0.2)  # the fixture fails if Tk calls something that is gone


def test_a_computer_s_move_is_shown_over_the_board_as_it_is_and_after_a_person_s(sit: Sit) -> None:
    watched = Watched(sit("connect4", ["human", "random"]))
    watched.hands.click("4")
    wait_for(watched.window, lambda: watched.stage.table.pending)
    settle(watched.window, 0.1)
    assert watched.moving
    assert watched.states("d1") == {"hidden"}  # the person's stone is still falling
    watched.go_on(0.5)
    assert watched.moving  # the computer's is to follow
    assert watched.states("d1") == {""}
    falling = watched.go_on(0.1)
    ended = watched.go_on(5)
    assert not watched.moving
    assert not same(falling, ended)
    assert watched.is_static()
    watched.stage.set_down()
    assert not watched.moving  # hands have done it
    assert watched.is_static()


def test_undo_shows_what_hands_do_and_looking_back_goes_backwards(watched: Watched) -> None:
    stage = watched.stage
    for column in "44":
        stage.enter(lambda column=column: stage.table.play(column))  # type: ignore[misc]
        watched.go_on(5)
    for count in (0, None):
        stage.view(count)
        assert not watched.moving  # two moves at once are not animated
    actions: tuple[Callable[[], object], ...] = lambda: stage.view(1), lambda: stage.view(None), stage.undo
    for action in actions:
        action()
        assert watched.moving
        before = watched.picture()
        assert not same(before, watched.go_on(0.12))
        watched.go_on(5)
        assert watched.is_static()


def test_nothing_goes_on_afterwards(watched: Watched) -> None:
    watched.hands.click("4")
    watched.go_on(5)
    items = watched.board.find_all()
    assert not watched.board.motion._timer.due
    settle(watched.window, 0.1)
    assert watched.board.find_all() == items


@pytest.mark.parametrize("motion", [NEVER, AUTOMATIC])
def test_nothing_moves_where_the_person_or_the_system_does_not_want_it(
    sit: Sit, monkeypatch: pytest.MonkeyPatch, motion: str
) -> None:
    monkeypatch.setattr(Desktop, "is_still", lambda _: True)
    hands = sit("connect4", TWO)
    settle(hands.window, 0.1)
    watched = Watched(hands, motion)
    hands.click("4")
    assert not watched.moving
    assert watched.is_static()


def test_the_first_move_moves_where_the_system_has_nothing_against_it(
    make_window: MakeWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bool] = []

    def nothing_against_it(_: Desktop) -> bool:
        asked.append(True)
        return False

    monkeypatch.setattr(Desktop, "is_still", nothing_against_it)
    window = make_window(motion=AUTOMATIC)
    begin_game(window, "connect4", "", TWO)
    wait_for(window, lambda: asked)
    page = window.page
    assert isinstance(page, TablePage)
    settle(window, 0.1)
    page.tap("4", False)
    assert page.stage.board.motion.running
    assert len(asked) == 1


def test_a_piece_that_was_laid_on_the_board_does_not_come_from_its_tray_again(sit: Sit) -> None:
    watched = Watched(sit("blokus", TWO * 2))
    stage, geometry = watched.stage, watched.stage.geometry
    tray = next(cell.name for cell in geometry.cells if cell.zone == "tray" and cell.name in stage.board.cells)
    stage.enter(lambda: stage.table.tap(tray))
    corner = next(iter(sorted(stage.table.move_input.anchors)))
    stage.enter(lambda: stage.table.lay(corner))
    stage.enter(stage.table.confirm)
    assert watched.moving
    running = watched.board.motion._running
    assert running
    for flight in running.motion.flights:
        assert abs(flight.places[0][0] - flight.places[-1][0]) + abs(flight.places[0][1] - flight.places[-1][1]) < 1


def test_a_game_that_nobody_here_knows_moves_too(make_window: MakeWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLE))
    game = importlib.import_module("fourth_seat_othello").GAME
    window = make_window(motion=ALWAYS)
    options = game.options()
    board = BoardCanvas(window.root, window.theme, game.geometry(options), game.sides(options), Orientation())
    board.pack(fill="both", expand=True)
    window.root.update()
    state = game.start(options)
    for _ in range(3):
        move = state.legal()[0]
        before = state.cells()
        steps, state = game.steps(state, move), state.play(move)
        board.show(state.cells())
        still = set(board.find_all())
        board.show_moved(steps, before)
        assert board.motion.running
        assert states(board, move.square) == {"hidden"}
        wait_for(window, lambda: not board.motion.running)
        assert set(board.find_all()) == still
        assert all(states(board, name) == {""} for name in state.cells())
