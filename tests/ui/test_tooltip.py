"""Tooltips: shown while the mouse rests on a control; never for a finger, and never in the way of a click."""

from __future__ import annotations

from collections.abc import Callable
from tkinter import ttk

import pytest

from fourth_seat.ui.start.page import StartPage
from fourth_seat.ui.table.toolbar import MORE_KEY, accelerator
from fourth_seat.ui.widgets.tooltip import DELAY_MS, TAG, explained
from fourth_seat.ui.window import Window
from tests.ui.conftest import begin_game
from tests.ui.hand import SHORT, SIZE, Hand, middle
from tests.ui.patience import settle, wait_for
from tests.ui.table.hands import TWO

REST = DELAY_MS / 1000 + 0.2


def said(window: Window) -> list[str]:
    """Return the texts of the tooltips shown now."""
    return [str(each.cget("text")) for each in tips(window)]


def tips(window: Window) -> list[ttk.Label]:
    labels = [each for each in window.root.winfo_children() if isinstance(each, ttk.Label)]
    return [each for each in labels if str(each.cget("style")) == "Tip.TLabel"]


def button(hand: Hand, pressed: list[str], x: int = 300, y: int = 200) -> ttk.Button:
    made = ttk.Button(hand.window.root, text="▾", command=lambda: pressed.append("pressed"))
    explained(made, "Shows everything").place(x=x, y=y)
    settle(hand.window, 0.05)
    return made


def test_the_mouse_is_told_what_a_button_is_for(hand: Hand) -> None:
    pressed: list[str] = []
    control = button(hand, pressed)
    hand.move(*middle(control))
    settle(hand.window, DELAY_MS / 3000)
    assert said(hand.window) == []
    settle(hand.window, REST)
    assert said(hand.window) == ["Shows everything"]
    hand.down(*middle(control))
    assert said(hand.window) == []
    hand.up()
    settle(hand.window, REST)
    assert said(hand.window) == [] and pressed == ["pressed"], "nothing more is said before the mouse has left"
    hand.move(10, 10)
    hand.move(*middle(control))
    settle(hand.window, REST)
    assert said(hand.window)
    hand.move(10, 10)
    assert said(hand.window) == []


def test_a_finger_is_told_nothing(hand: Hand) -> None:
    pressed: list[str] = []
    control = button(hand, pressed)
    hand.tap(*middle(control))
    settle(hand.window, REST)
    assert said(hand.window) == [] and pressed
    hand.down(*middle(control))  # it rests there
    hand.move(middle(control)[0] + 1, middle(control)[1])
    settle(hand.window, REST)
    assert said(hand.window) == []
    hand.up()


def test_what_appears_under_a_finger_says_nothing(hand: Hand) -> None:
    first = ttk.Button(hand.window.root, text="go on")
    first.place(x=300, y=200)
    settle(hand.window, 0.05)

    def go_on() -> None:
        first.destroy()
        button(hand, [])

    first.configure(command=go_on)
    hand.tap(*middle(first))
    settle(hand.window, REST)
    assert said(hand.window) == []


def test_a_double_tap_on_what_takes_its_own_place_says_nothing(hand: Hand) -> None:
    pressed: list[str] = []

    def renew() -> None:
        for each in hand.window.root.winfo_children():
            if isinstance(each, ttk.Button):
                each.destroy()
        button(hand, pressed).configure(command=renew)

    control = button(hand, pressed)
    place = middle(control)
    control.configure(command=renew)
    hand.tap(*place)
    hand.tap(*place, after=SHORT)
    settle(hand.window, REST)
    assert said(hand.window) == []


@pytest.mark.parametrize("place", [(2, 2), (760, 200), (300, 445), (760, 445)])
def test_it_lies_beside_the_control_and_in_the_window(hand: Hand, place: tuple[int, int]) -> None:
    control = button(hand, [], *place)
    hand.move(*middle(control))
    settle(hand.window, REST)
    (tip,) = tips(hand.window)
    left, top = tip.winfo_x(), tip.winfo_y()
    assert left >= 0 and top >= 0 and left + tip.winfo_width() <= SIZE[0] and top + tip.winfo_height() <= SIZE[1]
    assert top >= control.winfo_y() + control.winfo_height() or top + tip.winfo_height() <= control.winfo_y()


def test_tab_is_told_as_well(hand: Hand) -> None:
    control = button(hand, [])
    hand.window.root.focus_set()
    control.tk.call("tk::TabToWindow", control)
    settle(hand.window, REST)
    assert said(hand.window) == ["Shows everything"]
    hand.key("a")
    assert said(hand.window) == []


def test_the_bar_of_a_table_says_its_keys(hand: Hand) -> None:
    begin_game(hand.window, "connect4", "", TWO)
    page = hand.window.page
    toolbar = page.actions.toolbar  # type: ignore[union-attr]
    settle(hand.window, 0.5)
    hand.move(*middle(toolbar.buttons["leave"]))
    wait_for(hand.window, lambda: said(hand.window))
    assert said(hand.window) == ["Leave: goes back to the start page, where this game can be continued (Ctrl+W)"]
    hand.move(*middle(toolbar.more))
    wait_for(hand.window, lambda: said(hand.window) == [f"What you can do now ({accelerator(MORE_KEY)})"])
    hand.window.go_home()
    assert said(hand.window) == [], "it goes with its page"


def test_every_sign_is_explained(window: Window) -> None:
    """Buttons that bear only a symbol, on the start page and at a table."""
    window.show(StartPage)
    shows: list[Callable[[], object]] = [window.go_home, lambda: begin_game(window, "connect4", "", TWO)]
    for show in shows:
        show()
        settle(window, 0.3)
        waiting = list(window.root.winfo_children())
        while waiting:
            each = waiting.pop()
            waiting += each.winfo_children()
            if isinstance(each, ttk.Button) and each.winfo_ismapped() and not any(map(str.isalnum, str(each.cget("text")))):
                assert TAG in each.bindtags(), each.cget("text")
