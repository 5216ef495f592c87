"""Typing into a field that already has something in it."""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

import pytest

from fourth_seat.ui.widgets.scroll import Scrolled
from fourth_seat.ui.window import Window
from tests.ui.patience import settle


def test_what_is_typed_replaces_a_choice_that_was_clicked_on(window: Window) -> None:
    box = ttk.Combobox(window.root, values=("None", "Drawn"))
    box.place(x=0, y=0)
    box.set("None")
    window.root.update()
    middle = box.winfo_height() // 2
    box.event_generate("<Button-1>", x=30, y=middle)
    box.event_generate("<ButtonRelease-1>", x=30, y=middle)
    box.focus_force()
    settle(window)
    for letter in "ddp":
        box.event_generate(f"<Key-{letter}>")
    assert box.get() == "ddp"


def test_a_choice_that_nobody_can_type_into_is_not_marked(window: Window) -> None:
    box = ttk.Combobox(window.root, values=("light", "dark"), state="readonly")
    box.place(x=0, y=0)
    box.set("light")
    box.focus_force()
    settle(window)
    assert not box.selection_present()


def test_control_a_selects_all(window: Window) -> None:
    field = ttk.Entry(window.root)
    field.place(x=0, y=0)
    field.insert(0, "ddp://wled.local")
    field.focus_force()
    window.root.update()
    field.event_generate("<Control-a>")
    field.event_generate("<Key-x>")
    assert field.get() == "x"


@pytest.mark.parametrize(("kind", "moves"), [(ttk.Label, True), (ttk.Frame, True), (ttk.Button, False), (ttk.Entry, False)])
def test_a_finger_pushes_what_scrolls_where_it_presses_nothing(
    window: Window, kind: Callable[[tk.Misc], ttk.Widget], moves: bool
) -> None:
    scrolled = Scrolled(window.root, window.theme)
    scrolled.place(x=0, y=0, width=300, height=200)
    inside = kind(scrolled.body)
    inside.pack(pady=(0, 1000), ipady=50)
    settle(window, 0.1)
    top = scrolled.body.winfo_rooty()
    inside.event_generate("<ButtonPress-1>", x=5, y=60)
    inside.event_generate("<B1-Motion>", x=5, y=20)
    settle(window)
    assert top - scrolled.body.winfo_rooty() == (40 if moves else 0)
    inside.event_generate("<ButtonRelease-1>", x=5, y=20)


def test_tab_scrolls_to_what_it_leads_to(window: Window) -> None:
    scrolled = Scrolled(window.root, window.theme)
    scrolled.place(x=0, y=0, width=300, height=200)
    buttons = [ttk.Button(scrolled.body, text=str(number)) for number in range(20)]
    for button in buttons:
        button.pack()
    settle(window, 0.1)
    for button in (buttons[12], buttons[3]):
        button.tk.call("tk::TabToWindow", button)
        settle(window)
        top = scrolled.winfo_rooty()
        assert top <= button.winfo_rooty() <= top + 200 - button.winfo_height()


def test_a_finger_on_what_can_be_pressed_does_not_push(window: Window) -> None:
    scrolled = Scrolled(window.root, window.theme)
    scrolled.place(x=0, y=0, width=300, height=200)
    card = ttk.Frame(scrolled.body)
    card.bind("<ButtonRelease-1>", lambda _: None)
    card.pack(pady=(0, 1000))
    label = ttk.Label(card, text="to be pressed")
    label.pack(ipady=50)
    settle(window, 0.1)
    top = scrolled.body.winfo_rooty()
    label.event_generate("<ButtonPress-1>", x=5, y=60)
    label.event_generate("<B1-Motion>", x=5, y=20)
    settle(window)
    assert scrolled.body.winfo_rooty() == top
