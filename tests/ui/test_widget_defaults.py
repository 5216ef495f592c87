"""Typing into a field that has something in it already."""

from __future__ import annotations

from tkinter import ttk

from tests.ui.conftest import settle
from ui.window import Window


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
