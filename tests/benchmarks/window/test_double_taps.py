"""A double tap that does more than one press is found."""

from __future__ import annotations

import tkinter as tk
from pathlib import Path
from tkinter import ttk

import pytest

from benchmarks.window import reaching
from benchmarks.window.controls import Control
from benchmarks.window.double_taps import REPEATED, Walk, kind_of_repeating, walk
from benchmarks.window.inside import Window
from fourth_seat.ui.help_page import HelpPage

SIZE = 1024, 600


def test_offenders_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def planted(window: Window) -> None:
        window.show(HelpPage)
        page = window.page
        assert page
        count = tk.IntVar(window.root)
        frame = ttk.Frame(page)
        frame.place(x=0, y=0, width=400, height=300)
        frame.count = count  # type: ignore[attr-defined]
        label = ttk.Label(frame, text="0")
        label.pack()

        def counts() -> None:
            count.set(count.get() + 1)
            label.configure(text=str(count.get()))

        ttk.Button(frame, text="counts", command=counts).pack()
        ttk.Button(frame, text="says so", command=lambda: label.configure(text="said")).pack()
        ttk.Button(frame, text="Undo", command=counts).pack()

    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path / "data"))
    monkeypatch.setattr(reaching, "views", lambda: {"planted": planted})
    found = walk(Walk(SIZE, "en", ("planted",)), tmp_path / "data")
    assert [key[1] for key in found.counts] == ["TButton 'counts'"]
    assert found.repeated == 1  # undo
    assert found.taps >= 3
    assert found.errors == []


def test_what_repeats_by_design() -> None:
    def control(kind: str, text: str) -> Control:
        return Control("", "TablePage", "", kind, text, "", "", (0, 0, 1, 1), True)

    assert kind_of_repeating(control("TButton", "Undo Ctrl+Z")) == "Undo"
    assert kind_of_repeating(control("dice", "throw:1")) == "dice"
    assert not kind_of_repeating(control("TButton", "Done (space)"))
    assert all(reason for reason in REPEATED.values())
