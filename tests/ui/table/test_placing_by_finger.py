"""A Blokus piece is picked up, laid down, dragged and placed with one finger; the taps and moves are X events."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest
from Xlib import X
from Xlib.display import Display
from Xlib.ext import xtest

from fourth_seat.ui.board.canvas import DOUBLE_CLICK_MS
from tests.ui.patience import settle
from tests.ui.table.conftest import Sit
from tests.ui.table.hands import Hands

PEOPLE = ["human:Anna", "human:Ben", "human:Cleo", "human:Dan"]
APART_S = DOUBLE_CLICK_MS / 1000 + 0.1  # between two taps that have nothing to do with each other


class Finger:
    """A finger on the screen, whose taps follow the screen's own clock."""

    def __init__(self, hands: Hands, display: Any) -> None:
        self.hands, self._display = hands, display

    def place(self, name: str) -> tuple[int, int]:
        """Return the screen pixel of a place on the board."""
        board, (x, y) = self.hands.page.stage.board, self.hands.pixel(name)
        return round(board.winfo_rootx() + x), round(board.winfo_rooty() + y)

    def tap(self, *names: str, apart_ms: int = 0) -> None:
        """Tap on places, one after the other."""
        settle(self.hands.window, APART_S)
        for number, name in enumerate(names):
            x, y = self.place(name)
            xtest.fake_input(self._display, X.MotionNotify, x=x, y=y, time=apart_ms if number else 0)
            for kind in (X.ButtonPress, X.ButtonRelease):
                xtest.fake_input(self._display, kind, 1)
        self._display.sync()
        settle(self.hands.window, 0.1)

    def tap_at(self, x: int, y: int) -> None:
        """Tap on a screen pixel."""
        settle(self.hands.window, APART_S)
        xtest.fake_input(self._display, X.MotionNotify, x=x, y=y)
        for kind in (X.ButtonPress, X.ButtonRelease):
            xtest.fake_input(self._display, kind, 1)
        self._display.sync()
        settle(self.hands.window, 0.1)

    def drag(self, start: str, end: tuple[int, int]) -> None:
        """Press on a place, move to a screen pixel, and let go there."""
        settle(self.hands.window, APART_S)
        x, y = self.place(start)
        xtest.fake_input(self._display, X.MotionNotify, x=x, y=y)
        xtest.fake_input(self._display, X.ButtonPress, 1)
        for part in (0.1, 0.4, 0.7, 1.0):
            at = round(x + part * (end[0] - x)), round(y + part * (end[1] - y))
            xtest.fake_input(self._display, X.MotionNotify, x=at[0], y=at[1])
            self._display.sync()
            settle(self.hands.window, 0.02)
        xtest.fake_input(self._display, X.ButtonRelease, 1)
        self._display.sync()
        settle(self.hands.window, 0.1)

    @property
    def lies(self) -> set[str]:
        """The squares of the piece that has been laid on the board but not played."""
        laid = self.hands.table.move_input.laid
        return set(laid.cells) if laid else set()


@pytest.fixture
def finger(sit: Sit) -> Iterator[Finger]:
    hands = sit("blokus", PEOPLE)
    hands.window.root.geometry("1024x600+0+0")
    settle(hands.window, 0.4)
    display = Display(os.environ["DISPLAY"])
    yield Finger(hands, display)
    display.close()


def test_a_second_tap_plays_the_piece_only_once_it_is_no_double_tap(finger: Finger) -> None:
    table = finger.hands.table
    finger.tap("blue:I2")
    finger.tap("a20", "a20", apart_ms=150)
    assert finger.lies == {"a20", "b20"} and table.history.at == 0
    finger.tap("b20")
    assert table.history.at == 1
    finger.tap("yellow:I2")
    finger.tap("t20", "t20", apart_ms=DOUBLE_CLICK_MS + 150)
    assert table.history.at == 2


def test_the_space_bar_plays_after_a_tap_on_a_handle(finger: Finger) -> None:
    hands = finger.hands
    finger.tap("blue:I2")
    finger.tap("a20")
    for handle in (hands.page.stage.panel.hand.right, hands.page.stage.panel.hand.left):
        finger.tap_at(handle.winfo_rootx() + handle.winfo_width() // 2, handle.winfo_rooty() + handle.winfo_height() // 2)
    assert hands.window.root.focus_get() is hands.page.stage.board
    hands.press("space")
    assert hands.table.history.entries[0].text == "a20,b20"


def test_a_double_tap_on_the_tray_takes_a_piece_once(finger: Finger) -> None:
    finger.tap("blue:I2", "blue:I2", apart_ms=150)
    assert finger.hands.table.move_input.in_hand == "blue:I2"
    finger.tap("blue:I2")
    assert not finger.hands.table.taps


def test_a_piece_is_dragged_from_its_tray_over_the_board_and_off_it(finger: Finger) -> None:
    finger.drag("blue:I2", finger.place("b19"))
    assert finger.lies == {"a20", "b20"} and finger.hands.page.stage.panel.hand.confirm.instate(["!disabled"])
    finger.drag("b20", finger.place("l11"))
    assert finger.lies == {"k11", "l11"} and finger.hands.table.history.at == 0
    finger.drag("l11", (finger.place("a20")[0] - 12, finger.place("a20")[1] - 12))  # on the rim of the board
    assert finger.lies == {"a20", "b20"}
    finger.drag("a20", finger.place("yellow:V5"))
    assert not finger.hands.table.taps, "it goes back"


def test_what_is_dragged_is_seen_where_it_would_lie(finger: Finger) -> None:
    board, seen = finger.hands.page.stage.board, []
    whole = board.preview

    def watched(cells: Any) -> None:
        seen.append(frozenset(cells))
        whole(cells)

    board.preview = watched  # type: ignore[method-assign]
    finger.drag("blue:I2", finger.place("d17"))
    assert frozenset({"d17", "e17"}) in seen
    assert frozenset(board.previewed) == finger.lies == {"d17", "e17"}


def test_the_piece_lies_there_still_after_the_game_was_left(finger: Finger) -> None:
    hands = finger.hands
    finger.tap("blue:I2")
    finger.tap("a20")
    record = hands.table.record
    assert record
    hands.window.go_home()
    settle(hands.window, 0.2)
    again = type(hands.table).resume(record.path, hands.window.clock)
    played = Hands(hands.window, again)
    assert played.page.stage.panel.hand.winfo_ismapped()
    assert set(played.page.stage.board.previewed) == {"a20", "b20"}
    played.press("space")
    assert again.history.entries[0].text == "a20,b20"
