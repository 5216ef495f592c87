"""A second tap in the same place never reaches anything that the first one put there; the clicks are X events."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from tkinter import ttk

import pytest
from Xlib import X
from Xlib.display import Display
from Xlib.ext import xtest

from fourth_seat.ui.main_window import MainWindow
from fourth_seat.ui.settings import ALWAYS
from fourth_seat.ui.widgets.dead_time import DEAD_TIME_MS, renew
from fourth_seat.ui.window import Window
from tests.ui.patience import settle

Tap = Callable[[int, int], None]
HERE = 200, 120


@pytest.fixture
def tap(window: Window) -> Iterator[Tap]:
    """Tap at a point on the screen; the window's upper left corner is at the origin."""
    window.root.geometry("800x600+0+0")
    settle(window, 0.3)
    display = Display(os.environ["DISPLAY"])

    def tap_at(x: int, y: int) -> None:
        xtest.fake_input(display, X.MotionNotify, x=x, y=y)
        for kind in (X.ButtonPress, X.ButtonRelease):
            xtest.fake_input(display, kind, 1)
        display.sync()
        settle(window, 0.05)

    yield tap_at
    display.close()


def button(window: Window, pressed: list[str], name: str, place: tuple[int, int] = HERE) -> ttk.Button:
    """Place a button, 60 pixels wide and high, centred on this point."""
    made = ttk.Button(window.root, text=name, command=lambda: pressed.append(name))
    made.place(x=place[0] - 30, y=place[1] - 30, width=60, height=60)
    window.root.update()
    return made


def test_what_takes_the_place_of_a_button_is_dead_for_a_moment(window: Window, tap: Tap) -> None:
    pressed: list[str] = []
    first = button(window, pressed, "done")

    def finish() -> None:
        pressed.append("done")
        first.destroy()
        button(window, pressed, "next")

    first.configure(command=finish)
    tap(*HERE)
    tap(*HERE)
    assert pressed == ["done"]
    time.sleep(DEAD_TIME_MS / 1000)
    tap(*HERE)
    assert pressed == ["done", "next"]


def test_a_button_that_has_moved_there_is_dead_too(window: Window, tap: Tap) -> None:
    pressed: list[str] = []
    first, second = button(window, pressed, "turn"), button(window, pressed, "undo", (400, 120))

    def swap() -> None:
        first.place_forget()
        second.place(x=HERE[0] - 30)

    first.configure(command=swap)
    tap(*HERE)
    tap(*HERE)
    assert not pressed


def test_the_same_button_can_be_pressed_as_fast_as_fingers_can(window: Window, tap: Tap) -> None:
    pressed: list[str] = []
    button(window, pressed, "5")
    for _ in range(4):
        tap(*HERE)
    assert pressed == ["5"] * 4


def test_a_tap_elsewhere_is_meant(window: Window, tap: Tap) -> None:
    pressed: list[str] = []
    first = button(window, pressed, "done")
    button(window, pressed, "leave", (400, 300))
    first.configure(command=first.destroy)
    tap(*HERE)
    tap(400, 300)
    assert pressed == ["leave"]


def test_buttons_side_by_side_are_quick(window: Window, tap: Tap) -> None:
    pressed: list[str] = []
    for n, name in enumerate("123"):
        button(window, pressed, name, (HERE[0] + 61 * n, HERE[1]))
    for n in (0, 1, 2, 1, 0):
        tap(HERE[0] + 61 * n, HERE[1])
    assert pressed == ["1", "2", "3", "2", "1"]


def test_what_has_appeared_on_a_page_is_dead_for_a_moment_wherever_the_last_tap_was(window: Window, tap: Tap) -> None:
    pressed: list[str] = []
    page = ttk.Frame(window.root)
    page.place(x=0, y=0, width=800, height=600)
    old, new = (ttk.Button(page, text=name, command=partial(pressed.append, name)) for name in ("old", "new"))
    old.place(x=600, y=400, width=60, height=60)
    settle(window, DEAD_TIME_MS / 1000)
    old.configure(command=lambda: new.place(x=HERE[0] - 30, y=HERE[1] - 30, width=60, height=60))
    tap(630, 430)
    tap(*HERE)
    assert not pressed
    settle(window, DEAD_TIME_MS / 1000)
    tap(*HERE)
    assert pressed == ["new"]
    renew(new)
    tap(*HERE)
    assert pressed == ["new"]


def test_what_has_appeared_with_its_whole_page_is_not(window: Window, tap: Tap) -> None:
    pressed: list[str] = []
    tap(700, 500)
    page = ttk.Frame(window.root)
    made = ttk.Button(page, text="first", command=lambda: pressed.append("first"))
    made.place(x=HERE[0] - 30, y=HERE[1] - 30, width=60, height=60)
    page.place(x=0, y=0, width=800, height=600)
    settle(window, 0.05)
    tap(*HERE)
    assert pressed == ["first"]


def test_a_list_takes_no_release_whose_press_was_lost(window: Window, tap: Tap) -> None:
    pressed: list[str] = []
    rows = ttk.Treeview(window.root)
    rows.insert("", "end", text="a row")
    rows.bind("<ButtonRelease-1>", lambda _: pressed.append("row"))
    first = button(window, pressed, "done")

    def show() -> None:
        first.destroy()
        rows.place(x=0, y=0, width=400, height=400)

    first.configure(command=show)
    tap(*HERE)
    tap(*HERE)
    assert not pressed


def test_the_line_of_a_keyboard_that_appears_under_the_finger_is_dead_for_a_moment(window: MainWindow, tap: Tap) -> None:
    window.change(replace(window.settings, keyboard=ALWAYS))
    field = ttk.Entry(window.root)
    field.insert(0, 100 * "i")
    field.place(x=200, y=10, width=400)
    window.root.update()
    window.keyboard.show(field)
    settle(window, 0.1)
    assert window.keyboard.keyboard
    line = window.keyboard.keyboard.line
    here = line.winfo_rootx() + 250, line.winfo_rooty() + line.winfo_height() // 2
    window.keyboard.hide()
    field.place(y=here[1] - 15)
    settle(window, DEAD_TIME_MS / 1000)
    tap(*here)
    assert str(window.root.winfo_containing(*here)) == str(window.keyboard.keyboard.line)
    at = field.index("insert")
    tap(*here)
    assert field.index("insert") == at
    settle(window, DEAD_TIME_MS / 1000)
    tap(*here)
    assert field.index("insert") != at
