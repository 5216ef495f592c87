"""A control that Tab leaves out is found, and so is one that does not show that it has the focus."""

from __future__ import annotations

import tkinter as tk
from tkinter import ttk

import pytest

from benchmarks.window import tab
from benchmarks.window.geometry.rest import settle
from benchmarks.window.inside import open_window
from benchmarks.window.reaching import own_home
from benchmarks.window.tab import Found, check, idle_percent

SIZE = 800, 480


def test_what_tab_leaves_out() -> None:
    with own_home():
        window = open_window(SIZE)
        try:
            for number, (text, takes) in enumerate((("reached", True), ("left out", False))):
                ttk.Button(window.root, text=text, takefocus=takes).place(x=50, y=50 + 100 * number)
            plain = tk.Label(window.root, text="same look", takefocus=True, highlightthickness=0)
            plain.bind("<Button-1>", lambda _: None)
            plain.place(x=50, y=300)
            settle(window, 0.3)
            found = Found()
            check(window, "planted", found)
        finally:
            window.close()
    assert [key[1] for key in found.unreached] == ["TButton 'left out'"]
    assert [key[1] for key in found.unshown] == ["Label 'same look'"]
    assert found.controls == 3


def test_a_window_that_rests_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tab, "SETTLE_S", 0.5)
    with own_home():
        assert 0 < idle_percent("start", 1.0) < 100
