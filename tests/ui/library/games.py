"""Games for the library, and hands for its page."""

from __future__ import annotations

import os
import tkinter as tk
from datetime import timedelta
from pathlib import Path
from tkinter import ttk

from fourth_seat.games import find
from fourth_seat.table.seats import read_seat
from fourth_seat.table.settings.folders import records
from fourth_seat.table.table import Table
from fourth_seat.ui.library.page import LibraryPage
from fourth_seat.ui.window import Window
from tests.ui.conftest import clock
from tests.ui.patience import settle, wait_for


def play(moves: str, *seats: str, days: float = 0, game: str = "connect4", options: str = "") -> Path:
    """Return a record of a game whose last move was this many days before the tests' evening."""
    rules = find(game)
    table = Table.begin(rules, rules.options(options), [read_seat(seat) for seat in seats], records(), clock)
    for move in moves.split():
        table.play(move)
    table.close()
    assert table.record
    changed = (clock() - timedelta(days=days)).timestamp()
    os.utime(table.record.path, (changed, changed))
    return table.record.path


def some_games() -> list[Path]:
    """Return four games, the latest first."""
    return [
        play("4 4 5", "human:Anna", "human:Ben"),
        play("a A", "human:Anna", "human:Mia", days=1, game="kalah"),
        play("1 2 1 2 1 2 1", "human:Müller", "human:Ben", days=3),
        play("1", "human:Noa", "human", days=40),
    ]


def show(window: Window, chosen: Path | None = None) -> LibraryPage:
    window.show(LibraryPage, chosen)
    page = window.page
    assert isinstance(page, LibraryPage)
    window.root.focus_force()
    page.focus_set()
    settle(window)
    wait_for(window, lambda: not page.busy)
    return page


def shown(page: LibraryPage) -> list[Path]:
    return [saved.path for saved in page.tiles.games]


def tap(window: Window, page: LibraryPage, number: int, times: int = 1) -> None:
    """Tap a tile."""
    canvas = page.tiles.canvas
    tile = page.tiles._drawn[number]
    x, y = (round(place) + 20 for place in canvas.coords(tile.card))
    for _ in range(times):
        canvas.event_generate("<ButtonPress-1>", x=x, y=y)
        if window.page is page:
            canvas.event_generate("<ButtonRelease-1>", x=x, y=y)
    settle(window)


def search(window: Window, page: LibraryPage, words: str) -> list[Path]:
    page.find(words)
    settle(window)
    return shown(page)


def buttons(widget: tk.Misc) -> list[ttk.Button]:
    found = [widget] if isinstance(widget, (ttk.Button, ttk.Radiobutton, ttk.Entry)) else []
    return [*found, *(button for child in widget.winfo_children() for button in buttons(child))]  # type: ignore[list-item]
