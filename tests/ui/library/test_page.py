"""The library page with real windows: finding, opening and continuing games, by finger and keys."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from fourth_seat.table.record.record_file import Record
from fourth_seat.table.settings.folders import records
from fourth_seat.ui.library.find_sheet import FindSheet
from fourth_seat.ui.library.listing import Kind
from fourth_seat.ui.library.page import LibraryPage
from fourth_seat.ui.library.replay_page import ReplayPage
from fourth_seat.ui.start.page import StartPage
from fourth_seat.ui.table.page import TablePage
from fourth_seat.ui.window import Window
from tests.boundary.test_files import make_strange
from tests.test_edition_1 import DATA, RECORDS
from tests.ui.conftest import MakeWindow, press, screenshot
from tests.ui.library.games import play, search, show, shown, some_games, tap
from tests.ui.patience import settle, wait_for


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


def test_games_with_a_handicap_say_so_and_are_found(window: Window) -> None:
    some_games()
    uneven = play("4 4 5", "human:Anna", "human:Ben", days=2, options="red-ahead=1")
    page = show(window)
    canvas = page.tiles.canvas
    drawn = (item for item in canvas.find_all() if canvas.tk.call(str(canvas), "type", item) == "text")
    said = [str(canvas.tk.call(str(canvas), "itemcget", item, "-text")) for item in drawn]
    assert said.count("Connect 4 · with a handicap") == 1
    assert search(window, page, "handicap") == [uneven]


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


def test_a_finger_continues_a_game(window: Window) -> None:
    games = some_games()
    page = show(window)
    tap(window, page, 1)
    assert page.tiles.chosen and page.tiles.chosen.path == games[1]
    page.bar.main.invoke()
    settle(window)
    assert type(window.page) is TablePage
    assert window.page.stage.table.record and window.page.stage.table.record.path == games[1]


def test_two_taps_open_a_game(window: Window) -> None:
    some_games()
    page = show(window)
    tap(window, page, 1, times=2)
    assert type(window.page) is TablePage


@pytest.mark.slow
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
    assert replay.stage.shown.viewing == 0
    press(window, "<Right>")
    replay.replay.buttons["forward"].invoke()
    assert replay.stage.shown.viewing == 2
    for action in ("undo", "redo", "hint", "correct", "stop", "resign", "reseat", "next"):
        assert not replay.actions.enabled(action), action
    replay.replay.buttons["play"].invoke()
    wait_for(window, lambda: replay.replay and replay.replay.at == 4)
    replay.replay.buttons["last"].invoke()
    assert replay.stage.shown.viewing is None
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
    assert page.tiles.pictures.get(path) is not None, "it has no picture"
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
    assert window.notices.shown and "ignored because" in window.notices.shown
    window.notices.drop()
    show(window)
    assert window.notices.shown is None
