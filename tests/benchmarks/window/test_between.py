"""A control that takes the place of another one is found, with the injected clock and in a walk, and so is one that
moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from tkinter import ttk

import pytest

from benchmarks.window.between import Walk, walk
from benchmarks.window.changes import ELSEWHERE, MOVED, TAKEN, Offender, Report, Screen, changes
from benchmarks.window.controls import Presses, controls
from benchmarks.window.geometry.rest import settle
from benchmarks.window.inside import Window, open_window
from benchmarks.window.reaching import own_home

SIZE = 1024, 600
FIRST, NEXT_TO_IT, FAR = (20, 20), (20, 60), (600, 300)  # places of buttons
TIME_MS = 50_000


@pytest.fixture
def window() -> Iterator[Window]:
    with own_home():
        window = open_window(SIZE)
        settle(window, 0.2)
        try:
            yield window
        finally:
            window.close()


def button(window: Window, text: str, place: tuple[int, int], command: Callable[[], object] = lambda: None) -> ttk.Button:
    """Show a button over everything else."""
    made = ttk.Button(window.root, text=text, command=command)
    made.place(x=place[0], y=place[1], width=100, height=30)
    return made


def press(window: Window, pressed: ttk.Button) -> list[Offender]:
    """Press a button, and return what that has changed."""
    settle(window, 0.05)
    before = Screen(controls(window))
    place = pressed.winfo_rootx() + 50, pressed.winfo_rooty() + 15
    presses = Presses(window)
    presses.tap(*place, TIME_MS)
    settle(window, 0.05)
    return list(changes(presses, before, Screen(controls(window)), "", place, TIME_MS + 60))


def test_what_takes_the_place_of_another_button_and_moves(window: Window) -> None:
    def change() -> None:
        old.place_forget()
        other.place(x=FAR[0], y=FAR[1])

    pressed = button(window, "press", FIRST, change)
    old, other = button(window, "old", FAR), button(window, "other", (300, 400))
    found = press(window, pressed)
    assert [(each.kind, each.before) for each in found] == [
        (MOVED, "TButton 'other'"),
        (ELSEWHERE, "TButton 'old'"),
    ]
    assert found[0].offset == (300, -100)


def test_within_reach_of_the_finger(window: Window) -> None:
    pressed = button(window, "press", FIRST, lambda: old.configure(text="new", command=lambda: None))
    old = button(window, "old", NEXT_TO_IT)
    assert [(each.kind, each.after) for each in press(window, pressed)] == [(TAKEN, "TButton 'new'")]


def test_dead_time_protects_what_comes_under_the_finger(window: Window) -> None:
    def change() -> None:
        pressed.place_forget()
        button(window, "new", FIRST)

    pressed = button(window, "press", FIRST, change)
    assert press(window, pressed) == []


def test_what_changes_elsewhere_takes_nothing_from_the_dead_time(window: Window) -> None:
    def change() -> None:
        old.configure(text="new", command=lambda: None)
        pressed.place_forget()
        button(window, "under the finger", FIRST)

    old = button(window, "old", FAR)
    pressed = button(window, "press", FIRST, change)
    assert [(each.kind, each.after) for each in press(window, pressed)] == [(ELSEWHERE, "TButton 'new'")]


def test_what_is_made_anew_means_the_same(window: Window) -> None:
    def change() -> None:
        pressed.destroy()
        button(window, "press", FIRST, change)

    pressed = button(window, "press", FIRST, change)
    assert press(window, pressed) == []


@pytest.mark.slow
def test_a_walk_tells_kinds_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path / "data"))
    report = walk(Walk(SIZE, "en", "medium", ("placement connect4",), most=3), tmp_path / "data")
    assert report.actions >= 3
    joined = Report()
    joined.join(report)
    assert joined.counts == report.counts
    assert any("moved while meaning the same" in line for line in joined.lines())
