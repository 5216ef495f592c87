"""A finger on the window: real left clicks, sent through the X server, at places that can be seen."""

from __future__ import annotations

import os
import time
import tkinter as tk
from collections.abc import Callable, Iterator
from tkinter import ttk
from typing import Any, TypeVar

from Xlib import X
from Xlib.display import Display
from Xlib.ext import xtest

from benchmarks.window.inside import dead_for
from fourth_seat.games.errors import IllegalMove
from fourth_seat.games.geometry import centre
from fourth_seat.ui.board.canvas import DOUBLE_CLICK_MS
from fourth_seat.ui.keyboard.keyboard import HIDE, SHIFT, ScreenKeyboard
from fourth_seat.ui.main_window import MainWindow
from fourth_seat.ui.table.page import TablePage
from fourth_seat.ui.widgets.choice import ChoiceBox
from fourth_seat.ui.widgets.dead_time import DEAD_TIME_MS, REACH_MM
from fourth_seat.ui.widgets.drop_down import DropDown, open_list
from fourth_seat.ui.widgets.scroll import Scrolled
from fourth_seat.words import Text

TAP_TIMEOUT_S = 30.0  # for the effect of a tap
MAX_PUSHES = 20  # of a list, until one of its entries is in sight
MOST_TURNS = 3  # presses on the handles, after which a piece can have any form
PRESSABLE_CLASSES = ("TButton", "TRadiobutton", "TCheckbutton", "TCombobox", "TLabel")

V = TypeVar("V")


class Finger:
    """Taps, and nothing else: no key, no other button, no wheel, no hovering.

    Attributes:
        taps: how many were made so far.
    """

    def __init__(self, window: MainWindow) -> None:
        self.window, self.root = window, window.root
        self.taps = 0
        self._last = "", 0.0
        self._place, self._tapped = (-1e6, -1e6), 0.0
        self._display: Any = Display(os.environ["DISPLAY"])

    def close(self) -> None:
        """Let go of the screen."""
        self._display.close()

    def pump(self, seconds: float = 0.05) -> None:
        """Let the window work for a while."""
        end = time.monotonic() + seconds
        while True:
            self.root.update()
            if time.monotonic() >= end:
                return
            time.sleep(0.002)

    def until(self, holds: Callable[[], object], wanted: str) -> None:
        """Let the window work until something holds.

        Raises:
            AssertionError: it does not hold in time.
        """
        end = time.monotonic() + TAP_TIMEOUT_S
        while not holds():
            assert time.monotonic() < end, f"in vain: {wanted}"
            self.pump(0.02)

    def tap_at(self, x: float, y: float) -> None:
        """Tap on a pixel of the screen; near the last tap, only once its new controls can be pressed."""
        reach = self.root.winfo_fpixels(f"{REACH_MM}m")
        if all(abs(now - before) <= reach for now, before in zip((x, y), self._place, strict=True)):
            self.pump(max(0.0, self._tapped + DEAD_TIME_MS / 1000 + 0.05 - time.monotonic()))
        self._place, self._tapped = (x, y), time.monotonic()
        self.taps += 1
        xtest.fake_input(self._display, X.MotionNotify, x=round(x), y=round(y))
        for kind in (X.ButtonPress, X.ButtonRelease):
            xtest.fake_input(self._display, kind, 1)
        self._display.sync()
        self.pump()

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Press on a pixel of the screen, move to another one, and let go there; that counts as one tap."""
        self.pump(max(0.0, self._tapped + DEAD_TIME_MS / 1000 + 0.05 - time.monotonic()))
        self.taps += 1
        xtest.fake_input(self._display, X.MotionNotify, x=round(start[0]), y=round(start[1]))
        xtest.fake_input(self._display, X.ButtonPress, 1)
        for part in (0.2, 0.5, 0.8, 1.0):
            x, y = (round(one + part * (other - one)) for one, other in zip(start, end, strict=True))
            xtest.fake_input(self._display, X.MotionNotify, x=x, y=y)
            self._display.sync()
            self.pump(0.02)
        xtest.fake_input(self._display, X.ButtonRelease, 1)
        self._display.sync()
        self._place, self._tapped = end, time.monotonic()
        self.pump()

    def tap(self, widget: tk.Misc) -> None:
        """Tap on the middle of a widget, reached by taps on the scroll bar if it is out of sight.

        Nobody aims at something that has only just appeared.
        """
        self._reveal(widget)
        self.pump(dead_for(widget))
        self.tap_at(widget.winfo_rootx() + widget.winfo_width() / 2, widget.winfo_rooty() + widget.winfo_height() / 2)

    def tap_text(self, text: Text, *, below: tk.Misc | None = None) -> None:
        """Tap on the control with a text, waiting until it is there.

        Raises:
            AssertionError: nothing on the screen carries it.
        """
        wanted = self.window.text(text)
        self.until(lambda: self.find(wanted, below), f"something that says {wanted!r}")
        widget = self.find(wanted, below)
        assert widget is not None
        self.tap(widget)

    def find(self, text: str, below: tk.Misc | None = None) -> tk.Misc | None:
        """Return the widget with a text (before its key, if it shows one), if any."""
        for widget in shown(below or self.root):
            if widget.winfo_class() in PRESSABLE_CLASSES and "text" in widget.keys():  # noqa: SIM118 - a widget is no mapping
                carried = str(widget.cget("text"))
                if carried == text or carried.startswith(f"{text}   "):
                    return widget
        return None

    def choose(self, box: ChoiceBox[V], value: V) -> None:
        """Open a list, and tap on the name of a value.

        Raises:
            AssertionError: it is not in the list, or not on the screen.
        """
        self.tap(box)
        self.until(lambda: open_list(box), "a list that is open")
        dropped = open_list(box)
        assert dropped
        self._push_into_sight(dropped, list(box.names).index(value))
        left, top, right, bottom = dropped.box(list(box.names).index(value))
        self.tap_at((left + right) / 2, (top + bottom) / 2)
        assert box.value == value, f"{box.value} was chosen, not {value}"

    def _push_into_sight(self, dropped: DropDown, number: int) -> None:
        """Push a list up or down with the finger if an entry is out of sight."""
        above, below = dropped.winfo_rooty(), dropped.winfo_rooty() + dropped.winfo_height()
        x, middle = dropped.winfo_rootx() + dropped.winfo_width() / 3, (above + below) / 2
        for _ in range(MAX_PUSHES):
            _, top, _, bottom = dropped.box(number)
            if above <= top and bottom <= below:
                return
            by = (below - above) / 3
            self.drag((x, middle), (x, middle + (by if top < above else -by)))

    def write(self, field: tk.Misc, text: str) -> None:
        """Tap on a field, and write into it with the keyboard on the screen.

        Raises:
            AssertionError: the keyboard does not come, or lacks a letter.
        """
        self.tap(field)
        self.until(lambda: self.window.keyboard.keyboard, "the keyboard on the screen")
        keyboard = self.window.keyboard.keyboard
        assert keyboard
        for character in text:
            for key in (*_way_to_key(keyboard, character), character):
                self.tap(keyboard.buttons[key])
        self.tap(keyboard.buttons[HIDE])
        assert not self.window.keyboard.keyboard

    def _reveal(self, widget: tk.Misc) -> None:
        scrolled: tk.Misc | None = widget
        while scrolled is not None and not isinstance(scrolled, Scrolled):
            scrolled = scrolled.master
        for _ in range(30):
            if scrolled is None:
                return
            top, bottom = scrolled.winfo_rooty(), scrolled.winfo_rooty() + scrolled.winfo_height()
            middle = widget.winfo_rooty() + widget.winfo_height() / 2
            if top <= middle < bottom:
                return
            bar = next(child for child in scrolled.winfo_children() if isinstance(child, ttk.Scrollbar))
            x = bar.winfo_rootx() + bar.winfo_width() / 2
            self.tap_at(x, bottom - 20 if middle >= bottom else top + 20)
            self.pump(0.1)

    # -- on the board ---------------------------------------------------------------------------------------------------

    def tap_place(self, page: TablePage, name: str) -> None:
        """Tap on a cell or tap area of the board."""
        board, geometry = page.stage.board, page.stage.board.geometry
        area = next((area for area in geometry.tap_areas if area.name == name), None)
        spots = [centre(area.polygon)] if area else [geometry[name].foot, centre(geometry[name].polygon)]
        x, y = next(spot for spot in map(board.projection.pixel, spots) if board.place_at(*spot) == name)
        if name == self._last[0]:  # otherwise it would be a double click
            self.pump(max(0.0, self._last[1] + DOUBLE_CLICK_MS / 1000 + 0.05 - time.monotonic()))
        self._last = name, time.monotonic()
        self.tap_at(board.winfo_rootx() + x, board.winfo_rooty() + y)

    def enter(self, page: TablePage, move: Any) -> int:
        """Enter a move or throw, by its piece if it comes from a tray; return how many taps it took.

        Raises:
            AssertionError: it cannot be entered by taps.
        """
        table, before, taps = page.stage.table, page.stage.table.history.at, self.taps
        steps = table.game.steps(table.state, move)
        tray = next((cell for step in steps for cell in step.cells if page.stage.geometry[cell].zone == "tray"), "")
        if tray:
            self._enter_piece(page, tray, move)
        else:
            for name in way_to(page, move):
                self.tap_place(page, name)
            if table.history.at == before:
                self.tap(page.actions.toolbar.buttons["place"])
        assert table.history.at > before, f"{move} was not played: {page.stage.line.message}"
        return self.taps - taps

    def _enter_piece(self, page: TablePage, tray: str, move: Any) -> None:
        """Take a piece, turn it, tap where it should lie, and play it."""
        hand = page.stage.panel.hand
        self.tap_place(page, tray)
        ways, place = turns_to(page, move)
        for way in ways:
            self.tap({"left": hand.left, "right": hand.right, "flip": hand.flip}[way])
        self.tap_place(page, place)
        self.tap(hand.confirm)


def turns_to(page: TablePage, move: Any) -> tuple[list[str], str]:
    """Return the fewest presses on the handles after which a tap on a place lays the piece in hand as in a move, and the
    place.
    """
    table = page.stage.table
    entry = table.move_input
    quarter = -1 if page.stage.orientation.mirror else 1
    cells = [cell.name for cell in page.stage.geometry.cells if cell.zone == "board"]
    waiting: list[tuple[int, bool, list[str]]] = [(entry.tapped.turns, entry.tapped.flipped, [])]
    for turns, flipped, ways in waiting:
        for name in cells:
            held = table.game.hold(table.state, entry.in_hand, turns, flipped, name)
            if held and held.move == move and held.over == name:
                return ways, name
        if len(ways) < MOST_TURNS:
            waiting += [
                ((turns + quarter) % 4, flipped, [*ways, "right"]),
                ((turns - quarter) % 4, flipped, [*ways, "left"]),
                (-turns % 4, not flipped, [*ways, "flip"]),
            ]
    raise AssertionError(f"no turn leads to {move}")


def _way_to_key(keyboard: ScreenKeyboard, character: str) -> list[str]:
    """Return the keys that bring a character onto the keyboard."""
    if character in keyboard.buttons:
        return []
    if character.lower() != character and character.lower() in keyboard.buttons:
        return [SHIFT]
    for page, characters in keyboard.other_pages().items():
        if character in characters:
            return [page]
    raise AssertionError(f"no key writes {character!r}")


def way_to(page: TablePage, move: Any) -> list[str]:
    """Return the taps on the board that lead to a move, found by the game's choices after each."""
    table = page.stage.table
    taps: list[str] = []
    while True:
        partial = table.game.partial_move(table.state, taps)
        if partial.complete == move:
            return taps
        for name in sorted(partial.next):
            if name in page.stage.geometry and page.stage.geometry[name].zone == "tray":
                continue
            try:
                if move in table.game.partial_move(table.state, [*taps, name]).moves:
                    taps.append(name)
                    break
            except IllegalMove:
                continue
        else:
            raise AssertionError(f"no tap leads to {move}")


def shown(widget: tk.Misc) -> Iterator[tk.Misc]:
    """Yield all widgets below one that are on the screen."""
    for child in widget.winfo_children():
        if child.winfo_ismapped():
            yield child
            yield from shown(child)
