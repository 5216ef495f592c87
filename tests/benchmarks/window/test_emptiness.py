"""The measure of empty rectangles: it finds the largest, and a painted box does not fill one."""

from __future__ import annotations

import os
import tkinter as tk
from itertools import product
from pathlib import Path
from random import Random
from tkinter import ttk

import numpy as np
import pytest
from PIL import Image, ImageTk

from benchmarks.window.emptiness import MOST_SHARE, VIEWS, emptiest, largest_empty, look, report
from benchmarks.window.emptiness import Look as LookAt
from benchmarks.window.geometry.views import views
from fourth_seat.ui.main_window import MainWindow
from fourth_seat.ui.window import Page
from tests.ui.conftest import MakeWindow, home, make_window
from tests.ui.patience import settle

__all__ = ["home", "make_window"]  # the fixtures


@pytest.mark.quick
@pytest.mark.parametrize("seed", range(8))
def test_the_largest_rectangle_is_found(seed: int) -> None:
    rng = Random(seed)
    found = np.array([[rng.random() < 0.2 for _ in range(9)] for _ in range(7)])
    left, top, right, bottom = largest_empty(found)
    assert not found[top:bottom, left:right].any()
    areas = [
        (x1 - x0) * (y1 - y0)
        for x0, y0, x1, y1 in product(range(9), range(7), range(10), range(8))
        if x0 < x1 and y0 < y1 and not found[y0:y1, x0:x1].any()
    ]
    assert (right - left) * (bottom - top) == max(areas)


def half_filled(window: MainWindow, fill: str) -> float:
    """Return the share of the largest empty rectangle of a page with this in its right half."""
    page = window.show(Page)
    ttk.Label(page, text="words " * 4000, wraplength=640).place(x=0, y=0, relheight=1)
    right = ttk.Frame(page, style="Card.TFrame")
    right.place(relx=0.5, y=0, relwidth=0.5, relheight=1)
    if fill == "words":
        ttk.Label(right, text="words " * 4000, wraplength=620).pack()
    elif fill == "stretched button":
        ttk.Button(right, text="Start").pack(fill="both", expand=True)
    elif fill == "plain picture":
        page.photo = ImageTk.PhotoImage(Image.new("RGB", (640, 800), "#336699"), master=page)  # type: ignore[attr-defined]
        ttk.Label(right, image=page.photo).pack()  # type: ignore[attr-defined]
    elif fill == "canvas":
        canvas = tk.Canvas(right, background="#336699")
        canvas.create_rectangle(0, 0, 1280, 800, fill="#cc8844")
        canvas.pack(fill="both", expand=True)
    settle(window, 0.2)
    return emptiest(window, "half", fill).share


def test_a_painted_box_leaves_a_half_empty(make_window: MakeWindow) -> None:
    window = make_window(width=1280, height=800)
    window.root.geometry("1280x800+0+0")
    settle(window, 0.1)
    assert "DISPLAY" in os.environ
    for fill in ("card", "plain picture", "canvas", "stretched button"):
        assert half_filled(window, fill) > MOST_SHARE, fill
    assert half_filled(window, "words") < MOST_SHARE


def test_every_view_there_is_named() -> None:
    assert VIEWS.keys() <= views().keys()


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["seats connect4", "start", "settings"])
def test_no_page_has_an_empty_fifth(home: Path, name: str) -> None:  # noqa: ARG001 - the data folder
    found = look(LookAt((1280, 800), "en", "medium", (name,)))
    assert found and report(found) == 0
