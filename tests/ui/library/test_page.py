"""The library page with real windows: by finger and keys, with many games, strange files and games of the first edition."""

from __future__ import annotations

import _tkinter
import os
import shutil
import time
import tkinter as tk
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from tkinter import ttk

import pytest

from games import all_games, find
from table.library.deletion import deleted_folder
from table.record.record_file import Record
from table.seats import read_seat
from table.settings.folders import records
from table.table import Table
from tests.boundary.test_files import make_strange
from tests.test_edition_1 import DATA, RECORDS
from tests.ui.conftest import MakeWindow, clock, press, screenshot, settle, wait_for
from ui.files.open_sheet import OpenSheet
from ui.files.save_sheet import SaveSheet
from ui.library.find_sheet import FindSheet
from ui.library.listing import Kind
from ui.library.page import LibraryPage
from ui.library.replay_page import ReplayPage
from ui.start.page import StartPage
from ui.table.page import TablePage
from ui.window import Window
from words.catalogue import languages

SIZES = [(960, 600), (1024, 600), (1366, 768), (1900, 1150)]
FINGER_MM = 9


def play(moves: str, *seats: str, days: float = 0, game: str = "connect4") -> Path:
    """A record of a game whose last move was so many days before the tests' evening."""
    rules = find(game)
    table = Table.begin(rules, rules.options(), [read_seat(seat) for seat in seats], records(), clock)
    for move in moves.split():
        table.play(move)
    table.close()
    assert table.record
    changed = (clock() - timedelta(days=days)).timestamp()
    os.utime(table.record.path, (changed, changed))
    return table.record.path


def some_games() -> list[Path]:
    """Four games, the latest first."""
    return [
        play("4 4 5", "human:Anna", "human:Ben"),
        play("a A", "human:Anna", "human:Mia", days=1, game="kalah"),
        play("1 2 1 2 1 2 1", "human:Müller", "human:Ben", days=3),
        play("1", "human:Noa", "human", days=40),
    ]


def show(window: Window, chosen: Path | None = None) -> LibraryPage:
    window.show_library(chosen)
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
    """A finger on a tile."""
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


# -- the list --------------------------------------------------------------------------------------------------------------


def test_no_game_falls_off_the_list(window: Window) -> None:
    games = some_games()
    page = show(window)
    assert shown(page) == games
    page.set_kind(Kind.UNFINISHED)
    assert shown(page) == [games[0], games[1], games[3]]
    page.set_kind(Kind.FINISHED)
    assert shown(page) == [games[2]]
    page.set_kind(Kind.DELETED)
    assert shown(page) == []


def test_the_first_day(window: Window) -> None:
    page = show(window)
    assert shown(page) == []
    assert page.bar.main.instate(["disabled"])
    press(window, "<Return>")
    press(window, "<Delete>")
    assert window.page is page
    screenshot(window, "library-empty")


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        ("anna", [0, 1]),
        ("ANNA ben", [0]),
        ("muller", [2]),
        ("kalah", [1]),
        ("yesterday", [1]),
        ("today", [0]),
        ("this week", [0, 1, 2]),
        ("november", [0, 1, 2]),
        ("2026-10", [3]),
        ("18.11.2026", [2]),
        ("wednesday", [2]),
        ("won", [2]),
        ("nobody", []),
        ("", [0, 1, 2, 3]),
    ],
)
def test_games_are_found_by_name_game_and_date(window: Window, words: str, numbers: list[int]) -> None:
    games = some_games()
    page = show(window)
    assert search(window, page, words) == [games[number] for number in numbers]


@pytest.mark.parametrize(
    ("language", "words"), [("de", ["gestern", "vier", "gewonnen"]), ("he", ["אתמול", "ארבע", "ניצחון"])]
)
def test_words_are_those_of_the_language(make_window: MakeWindow, language: str, words: list[str]) -> None:
    window = make_window(language=language)
    window.change(window.settings)
    window._speak(language)
    games = some_games()
    page = show(window)
    day, game, won = words
    assert search(window, page, day) == [games[1]]
    assert games[1] not in search(window, page, game)
    assert len(shown(page)) == 3
    assert search(window, page, won) == [games[2]]


def test_letters_over_the_tiles_search_and_escape_clears(window: Window) -> None:
    games = some_games()
    page = show(window)
    for letter in "mia":
        press(window, f"<Key-{letter}>")
    wait_for(window, lambda: shown(page) == [games[1]])
    press(window, "<Escape>")
    assert shown(page) == games
    press(window, "<Escape>")
    assert isinstance(window.page, StartPage)


def test_what_can_be_found_is_offered_to_a_finger(window: Window) -> None:
    games = some_games()
    page = show(window)
    page.search.find.invoke()
    assert isinstance(page.sheet, FindSheet)
    settle(window, 0.1)
    screenshot(window, "library-find")
    assert {"Anna", "Ben", "Kalah", "today", "November 2026", "October 2026"} <= page.sheet.choices.keys()
    page.sheet.choices["October 2026"].invoke()
    settle(window)
    assert shown(page) == [games[3]]
    page.search.clear.invoke()
    assert shown(page) == games


# -- going on, looking through ---------------------------------------------------------------------------------------------


def test_a_finger_continues_a_game(window: Window) -> None:
    games = some_games()
    page = show(window)
    tap(window, page, 1)
    assert page.tiles.chosen and page.tiles.chosen.path == games[1]
    page.bar.main.invoke()
    settle(window)
    assert type(window.page) is TablePage
    assert window.page.table.record and window.page.table.record.path == games[1]


def test_two_taps_open_a_game(window: Window) -> None:
    some_games()
    page = show(window)
    tap(window, page, 1, times=2)
    assert type(window.page) is TablePage


def test_keys_choose_and_open(window: Window) -> None:
    games = some_games()
    page = show(window)
    for key in ("<End>", "<Home>", "<Right>", "<Left>", "<Next>", "<Prior>"):
        press(window, key)
    page.tiles.choose(2)
    before = games[2].read_bytes(), games[2].stat().st_mtime_ns
    press(window, "<Return>")
    replay = window.page
    assert isinstance(replay, ReplayPage)
    assert replay.replay
    settle(window, 0.2)
    screenshot(window, "library-replay")
    assert replay.replay.at == 7
    press(window, "<Home>")
    assert replay.shown.viewing == 0
    press(window, "<Right>")
    replay.replay.buttons["forward"].invoke()
    assert replay.shown.viewing == 2
    for action in ("undo", "redo", "hint", "correct", "stop", "resign", "reseat", "next"):
        assert not replay.actions.enabled(action), action
    replay.replay.buttons["play"].invoke()
    wait_for(window, lambda: replay.replay and replay.replay.at == 4)
    replay.replay.buttons["last"].invoke()
    assert replay.shown.viewing is None
    press(window, "<Control-w>")
    page = window.page
    assert isinstance(page, LibraryPage)
    wait_for(window, lambda: page.tiles.chosen and page.tiles.chosen.path == games[2])
    assert (games[2].read_bytes(), games[2].stat().st_mtime_ns) == before


@pytest.mark.sample(6)
@pytest.mark.parametrize("name", RECORDS)
def test_games_of_the_first_edition_are_opened(window: Window, name: str) -> None:
    records().mkdir(parents=True)
    path = Path(shutil.copy(DATA / "records" / name, records()))
    before = path.read_bytes()
    page = show(window)
    assert shown(page) == [path]
    assert page.tiles._pictures.get(path) is not None, "it has no picture"
    over = page.tiles.games[0].end is not None
    page.bar.main.invoke()
    settle(window, 0.1)
    assert isinstance(window.page, TablePage)
    assert isinstance(window.page, ReplayPage) == over
    if over:
        assert path.read_bytes() == before


def test_a_game_that_is_open_elsewhere_stays_as_it_is(window: Window) -> None:
    games = some_games()
    other = Record(games[0])
    page = show(window)
    for action in (page.open, page.delete):
        action()
        settle(window)
        assert window.page is page
        assert "open in another window" in (window.notices.shown or "")
    assert games[0].exists()
    other.close()


# -- deleting --------------------------------------------------------------------------------------------------------------


def test_a_deleted_game_is_brought_back_with_one_tap(window: Window) -> None:
    games = some_games()
    page = show(window)
    tap(window, page, 1)
    press(window, "<Delete>")
    assert shown(page) == [games[0], games[2], games[3]]
    assert page.tiles.chosen and page.tiles.chosen.path == games[2], "the next one is chosen"
    assert not games[1].exists()
    page.bar.back.invoke()
    wait_for(window, lambda: shown(page) == games)
    wait_for(window, lambda: page.tiles.chosen and page.tiles.chosen.path == games[1])
    page.bar.delete.invoke()
    press(window, "<Control-z>")
    wait_for(window, lambda: shown(page) == games)


def test_deleted_games_can_be_brought_back_later(window: Window) -> None:
    games = some_games()
    page = show(window)
    page.delete()
    page.delete()
    page = show(window)
    assert shown(page) == games[2:]
    page.search.kinds[Kind.DELETED].invoke()
    wait_for(window, lambda: shown(page) == games[:2] or not page.busy)
    assert [path.name for path in shown(page)] == [path.name for path in games[:2]]
    assert page.bar.delete.instate(["disabled"])
    screenshot(window, "library-deleted")
    page.bar.main.invoke()
    wait_for(window, lambda: not page.busy)
    assert shown(page) == [games[0], *games[2:]]
    assert page.kind is Kind.ALL
    assert [path.name for path in deleted_folder(records()).glob("*.jsonl")] == [games[1].name]


# -- files -----------------------------------------------------------------------------------------------------------------


def test_a_game_is_exported_and_imported(window: Window, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "Documents").mkdir()
    monkeypatch.setattr("ui.files.save_sheet.documents", lambda: tmp_path / "Documents")
    games = some_games()
    page = show(window)
    for number, suffix in ((0, ".txt"), (2, ".moves"), (1, ".moves")):
        page.tiles.choose(number)
        page.bar.export.invoke()
        assert isinstance(page.sheet, SaveSheet)
        page.sheet.kind.set(suffix)
        path = page.sheet.path
        assert path.parent == tmp_path / "Documents"
        settle(window, 0.1)
        screenshot(window, "library-export")
        page.sheet.buttons[0].invoke()
        settle(window)
        assert path.exists(), window.notices.shown
    monkeypatch.setattr("ui.files.open_sheet.documents", lambda: tmp_path / "Documents")
    page.search.import_button.invoke()
    assert isinstance(page.sheet, OpenSheet)
    settle(window, 0.1)
    screenshot(window, "library-import")
    page.sheet.list.rows[path].invoke()
    wait_for(window, lambda: len(shown(page)) == 5)
    wait_for(window, lambda: page.tiles.chosen and page.tiles.chosen.path not in games)
    assert page.tiles.chosen and str(page.tiles.chosen.game.name) == "kalah"
    (tmp_path / "no.moves").write_text("game chess")
    page.search.import_button.invoke()
    page.sheet.list.rows[tmp_path].invoke()
    page.sheet.list.rows[tmp_path / "no.moves"].invoke()
    assert "no.moves" in (window.notices.shown or "")


def test_no_file_is_replaced_unasked(window: Window, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("ui.files.save_sheet.documents", lambda: tmp_path)
    some_games()
    page = show(window)
    for answer, expected in ((2, 1), (0, 2), (1, 2)):  # cancel, keep both, replace
        page.ask_export()
        assert isinstance(page.sheet, SaveSheet)
        path = page.sheet.path
        path.touch()
        page.sheet.buttons[0].invoke()
        settle(window)
        assert path.read_text() == ""
        page.sheet.buttons[answer].invoke()
        settle(window)
        assert len(list(tmp_path.glob("*.txt"))) == expected
    assert path.read_text() == "445\n"


# -- strange folders -------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name != "posix", reason="such files are of POSIX")
def test_strange_files_are_left_aside_with_one_notice(window: Window) -> None:
    games = some_games()
    for number, kind in enumerate(("folder", "FIFO", "huge", "circle")):
        make_strange(records() / f"{number}.jsonl", kind)
    (records() / "half.jsonl").write_bytes(games[0].read_bytes()[:40])
    (records() / "nested.jsonl").write_text("[" * 100_000)
    (records() / "damaged.jsonl").write_bytes(games[2].read_bytes().replace(b'"move"', b'"mmmm"', 1))
    page = show(window)
    assert set(games) < set(shown(page))
    assert records() / "damaged.jsonl" in shown(page), "its sound part can be played on"
    assert window.notices.shown and "left aside" in window.notices.shown
    window.notices.drop()
    show(window)
    assert window.notices.shown is None


# -- how it looks ----------------------------------------------------------------------------------------------------------


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
    assert page.tiles._pictures.get(page.tiles.games[0].path)


# -- many games ------------------------------------------------------------------------------------------------------------


def test_two_thousand_games(window: Window) -> None:
    source = play("1 2 1 2 1 2 1", "human:Anna", "human:Ben").read_bytes()
    for number in range(2000):
        (records() / f"2026-01-01-copy-{number}.jsonl").write_bytes(source)
    window.show_library()
    page = window.page
    assert isinstance(page, LibraryPage)
    longest, begun = 0.0, time.perf_counter()
    while page._timer:
        slept = time.process_time()
        window.root.tk.dooneevent(_tkinter.DONT_WAIT)
        longest = max(longest, time.process_time() - slept)
        assert time.perf_counter() - begun < 60
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
    records().mkdir(parents=True)
    for game in all_games():
        shutil.copy(next(iter((DATA / "records").glob(f"{game.name}-*finished*"))), records())
    page = show(window)
    assert len(shown(page)) == len(all_games())
    for path in shown(page):
        photo = page.tiles._pictures.get(path)
        assert photo is not None
        assert photo.width() > 40
