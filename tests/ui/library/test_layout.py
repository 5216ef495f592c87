"""The library page at every size, and with many games."""

from __future__ import annotations

import _tkinter
import time
from dataclasses import replace
from tkinter import ttk

import pytest

from fourth_seat.games import all_games
from fourth_seat.table.seats import read_seat
from fourth_seat.table.settings.folders import records
from fourth_seat.table.table import Table
from fourth_seat.ui.library.page import LibraryPage
from fourth_seat.ui.window import Window
from fourth_seat.words.catalogue import languages
from tests.ui.conftest import MakeWindow, clock, screenshot
from tests.ui.library.games import buttons, play, show, shown, some_games
from tests.ui.patience import settle, wait_for

SIZES = [(960, 600), (1024, 600), (1366, 768), (1900, 1150)]
FINGER_MM = 9


@pytest.mark.sample(6)
@pytest.mark.parametrize("text", ["small", "medium", "large", "huge"])
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("mode", "size"), [(mode, size) for mode in ("light", "dark") for size in SIZES])
def test_everything_is_in_sight_and_large_enough(
    make_window: MakeWindow, text: str, language: str, mode: str, size: tuple[int, int]
) -> None:
    window = make_window(mode=mode, text=text, width=size[0], height=size[1])
    window._speak(language)
    some_games()
    page = show(window)
    page.delete()
    settle(window, 0.2)
    root = window.root
    box = root.winfo_rootx(), root.winfo_rooty(), root.winfo_rootx() + size[0], root.winfo_rooty() + size[1]
    for button in buttons(page):
        if not button.winfo_ismapped():
            continue
        x, y = button.winfo_rootx(), button.winfo_rooty()
        assert box[0] <= x and x + button.winfo_width() <= box[2] + 1, button.cget("text")
        assert box[1] <= y and y + button.winfo_height() <= box[3] + 1, button
        assert button.winfo_width() + 1 >= button.winfo_reqwidth() or isinstance(button, ttk.Entry)
        assert button.winfo_height() >= round(button.winfo_fpixels(f"{FINGER_MM}m")) - 1, button
    first = page.tiles._drawn[0]
    canvas = page.tiles.canvas
    assert canvas.winfo_height() > 0.5 * (canvas.bbox(first.tag)[3] - canvas.bbox(first.tag)[1]), "no room for a game"
    screenshot(window, f"library-{size[0]}-{mode}-{language}-{text}")


def test_it_follows_colours_and_sizes(window: Window) -> None:
    some_games()
    page = show(window)
    window.change(replace(window.settings, mode="dark", text="large"))
    wait_for(window, lambda: not page.busy)
    assert str(page.tiles.canvas.cget("background")) == window.theme.palette.surface
    settle(window, 0.1)
    assert page.tiles.pictures.get(page.tiles.games[0].path)


@pytest.mark.slow
def test_two_thousand_games(window: Window) -> None:
    source = play("1 2 1 2 1 2 1", "human:Anna", "human:Ben").read_bytes()
    for number in range(2000):
        (records() / f"2026-01-01-copy-{number}.jsonl").write_bytes(source)
    window.show(LibraryPage)
    page = window.page
    assert isinstance(page, LibraryPage)
    longest, start = 0.0, time.perf_counter()
    while page._timer:
        slept = time.process_time()
        window.root.tk.dooneevent(_tkinter.DONT_WAIT)
        longest = max(longest, time.process_time() - slept)
        assert time.perf_counter() - start < 60
    assert len(page.tiles.games) == 2001
    assert longest < 0.2, "the window stood still"
    assert len(page.tiles._drawn) < 60, "only what is in sight is drawn"
    canvas = page.tiles.canvas
    canvas.event_generate("<ButtonPress-1>", x=200, y=300)
    for y in range(300, 100, -20):
        canvas.event_generate("<B1-Motion>", x=200, y=y)
    canvas.event_generate("<ButtonRelease-1>", x=200, y=100)
    assert page.tiles._top >= 200
    assert page.tiles.number == 0, "a finger that pushes does not choose"
    page.tiles.choose(2000)
    settle(window)
    assert 2000 in page.tiles._drawn
    page.tiles.scroll(-1e9)
    assert page.tiles._top == 0


def test_every_game_has_a_picture(window: Window) -> None:
    for game in all_games():
        people = ["human"] * game.seats(game.options())
        table = Table.begin(game, game.options(), [read_seat(seat) for seat in people], records(), clock)
        for _ in range(3):
            table.play(str(table.state.legal()[-1]))
        table.close()
    page = show(window)
    assert len(shown(page)) == len(all_games())
    for path in shown(page):
        photo = page.tiles.pictures.get(path)
        assert photo is not None
        assert photo.width() > 40
