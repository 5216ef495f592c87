"""The start page: five pictures, games to go on with, the evening's scores; by mouse and by keys."""

from __future__ import annotations

import tkinter as tk
from dataclasses import replace
from pathlib import Path

import pytest

from fourth_seat.games import all_games, find
from fourth_seat.table.seats import read_seat
from fourth_seat.table.settings.folders import records
from fourth_seat.table.table import Table
from fourth_seat.ui.library.wording import when_it_was
from fourth_seat.ui.seats.page import SeatsPage
from fourth_seat.ui.start.page import StartPage
from fourth_seat.ui.table.page import TablePage, resume
from fourth_seat.ui.window import Window
from tests.ui.conftest import MakeWindow, clock, press, screenshot
from tests.ui.patience import settle, wait_for

SIZES = [(1280, 800), (1920, 1080), (1024, 700), (960, 640)]


def start(window: Window) -> StartPage:
    window.go_home()
    page = window.page
    assert isinstance(page, StartPage)
    wait_for(window, lambda: page.side.filled)
    return page


def play(seats: tuple[str, str], moves: str, evening: str = "") -> Path:
    game = find("connect4")
    table = Table.begin(game, game.options(), [read_seat(seat) for seat in seats], records(), clock, evening)
    for move in moves:
        table.play(move)
    table.close()
    assert table.record is not None
    return table.record.path


@pytest.mark.sample(2)
@pytest.mark.parametrize("mode", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_everything_fits(make_window: MakeWindow, mode: str, width: int, height: int) -> None:
    window = make_window(mode=mode, width=width, height=height)
    first = play(("human:Anna", "human:Ben"), "1212121")
    play(("human:Ben", "human:Anna"), "12121", first.stem)
    play(("human:Mia+Anna", "human:Grandfather"), "44")
    page = start(window)
    bottom = window.root.winfo_rooty() + height
    for tile in (*page.cards, page.side):
        assert tile.winfo_rooty() + tile.winfo_height() <= bottom, "a card is cut off"
    image = screenshot(window, f"start-{mode}-{width}")
    assert len(image.resize((160, 100)).getcolors(1 << 24) or ()) > 100, "the pictures are missing"


def test_text_for_the_living_room_scrolls_instead_of_being_cut(make_window: MakeWindow) -> None:
    window = make_window(text="huge", width=1280, height=800)
    page = start(window)
    screenshot(window, "start-huge")
    for card in page.cards:
        for label in labels(card):
            assert label.winfo_reqwidth() <= label.winfo_width() + 1, f"cut off: {label.cget('text')}"
    page.cards[-1].focus_set()
    press(window, "<Left>")
    press(window, "<Right>")
    last = page.cards[-1]
    assert last.winfo_rooty() + last.winfo_height() <= window.root.winfo_rooty() + 800 + 1


def labels(widget: tk.Misc) -> list[tk.Misc]:
    found = [widget] if widget.winfo_class() == "TLabel" else []
    return found + [label for child in widget.winfo_children() for label in labels(child)]


@pytest.mark.sample(2)
@pytest.mark.parametrize(("number", "name"), list(enumerate(game.name for game in all_games())))
def test_a_click_asks_who_plays(window: Window, number: int, name: str) -> None:
    page = start(window)
    page.cards[number].board.event_generate("<ButtonRelease-1>", x=5, y=5)
    settle(window)
    assert isinstance(window.page, SeatsPage)
    assert window.page.game is find(name)


def test_digits_arrows_and_enter(window: Window) -> None:
    page = start(window)
    window.root.focus_force()
    press(window, "<Key-3>")
    assert isinstance(window.page, SeatsPage)
    assert window.page.game is all_games()[2]
    press(window, "<Escape>")
    page = window.page  # type: ignore[assignment]
    assert isinstance(page, StartPage)
    press(window, "<Right>")
    press(window, "<Right>")
    press(window, "<Down>")
    press(window, "<Left>")
    columns = sum(card.winfo_y() == page.cards[0].winfo_y() for card in page.cards)
    assert page.focus_get() is page.cards[columns]
    press(window, "<Return>")
    assert isinstance(window.page, SeatsPage)
    assert window.page.game is all_games()[columns]


def test_a_game_that_was_left_goes_on(window: Window) -> None:
    play(("human:Anna", "human:Ben"), "445")
    page = start(window)
    assert [card.winfo_exists() for card in page.continued] == [1]
    page.continued[0].command()
    settle(window)
    assert isinstance(window.page, TablePage)
    assert len(window.page.stage.table.history.entries) == 3


def test_games_and_scores_find_the_room_that_there_is(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    first = play(("human:Anna", "human:Ben"), "1212121")
    for _ in range(5):
        play(("human:Anna", "human:Ben"), "445")
    monkeypatch.setattr("fourth_seat.table.analysis.session.current_session", lambda *_: first.stem)
    page = start(window)
    scores = page.side._scores
    assert scores
    shown = []
    for height in (2000, 480, 330, 120, 330, 2000):
        page.side.fit(height)
        page.update_idletasks()
        shown.append((len(page.side.cards), bool(scores.winfo_manager())))
        if len(page.side.cards) > 1:
            assert page.side.winfo_reqheight() <= height
    most, *smaller = shown
    assert most == (4, True) and shown[-1] == most and shown[2] == shown[4], "what was dropped comes back"
    assert [games for games, _ in smaller[:3]] == sorted((games for games, _ in smaller[:3]), reverse=True)
    assert smaller[2] == (1, False)


def test_the_last_game_lies_across_the_page_with_its_board(window: Window) -> None:
    play(("human:Anna", "human:Ben"), "44")
    play(("human:Mia", "human:Ben"), "445")
    page = start(window)
    settle(window, 0.2)
    assert page.last is not None
    wait_for(window, lambda: page.last is None or page.last._picture.painted)
    assert page.last.winfo_width() > 2 * max(card.winfo_width() for card in page.cards), "nothing else is as wide"
    assert page.last.winfo_rooty() + page.last.winfo_height() <= page.cards[0].winfo_rooty()
    said = [str(label.cget("text")) for label in labels(page.last)]
    assert said[-3:] == ["Connect 4", "Mia, Ben", "Unfinished, 3 moves · today, 20:15"] or "Mia, Ben" in said
    assert len(page.side.cards) == 1, "the one before it stands beside the games"
    window.root.focus_force()
    press(window, "<Right>")
    press(window, "<Up>")
    assert page.focus_get() is page.last
    press(window, "<Down>")
    assert page.focus_get() is page.cards[0]
    page.last.go_on.invoke()
    settle(window)
    assert isinstance(window.page, TablePage)
    assert len(window.page.stage.table.history.entries) == 3


@pytest.mark.sample(2)
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_all_games_that_fit_are_shown(make_window: MakeWindow, width: int, height: int) -> None:
    window = make_window(width=width, height=height)
    for _ in range(4):
        play(("human:Anna", "human:Ben"), "445")
    page = start(window)
    settle(window, 0.2)
    side = page.side
    bottom = max((card.winfo_rooty() + card.winfo_height() for card in side.cards), default=side.winfo_rooty())
    below = side.winfo_rooty() + side.winfo_height() - bottom
    needed = page.continued[-1].winfo_height() + 2 * window.theme.space(1)  # between two, and below the last one
    assert len(page.continued) == 4 or below < needed, "another one would fit"


def test_a_damaged_record_is_said_with_the_place_of_the_damage_and_where_play_goes_on(window: Window) -> None:
    path = play(("human:Anna", "human:Ben"), "445")
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:2], lines[2][:-5], *lines[3:], ""]))
    resume(window, path)
    damage, where = str(window.notices.shown).splitlines()
    assert damage.startswith(f"Line 3 of {path.name}") and where.startswith(f"{path.name} is left unchanged")


def test_a_game_open_elsewhere_is_refused_in_one_sentence(window: Window) -> None:
    path = play(("human:Anna", "human:Ben"), "445")
    other = Table.resume(path, clock)
    page = start(window)
    page.continued[0].focus_force()
    press(window, "<Return>")
    settle(window)
    assert window.page is page
    assert window.notices.shown is not None
    assert "open in another window" in window.notices.shown
    other.close()


def test_the_evening_s_scores_are_added_up(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    first = play(("human:Anna", "human:Ben"), "1212121")
    play(("human:Ben", "human:Anna"), "1212121", first.stem)
    play(("human:Anna", "human:Ben"), "1212121", first.stem)
    monkeypatch.setattr("fourth_seat.table.analysis.session.current_session", lambda *_: first.stem)
    page = start(window)
    shown = [label.cget("text") for label in labels(page.side)]
    assert [shown[shown.index(name) + 1 : shown.index(name) + 3] for name in ("Anna", "Ben")] == [
        ["2 wins", "3 games"],
        ["one win", "3 games"],
    ]


def test_when_it_was() -> None:
    now = clock()
    assert str(when_it_was(now.replace(hour=9, minute=5), now)) == "today, 09:05"
    assert str(when_it_was(now.replace(day=20), now)) == "yesterday, 20:15"
    assert str(when_it_was(now.replace(day=17), now)) == "Tuesday, 20:15"
    assert str(when_it_was(now.replace(day=2), now)) == "2 November 2026, 20:15"


def test_the_page_is_drawn_anew_in_other_colours_and_sizes(window: Window) -> None:
    page = start(window)
    light = screenshot(window, "start-switched").resize((64, 40)).getpixel((62, 38))
    window.change(replace(window.settings, mode="dark", text="large"))
    settle(window, 0.3)
    dark = screenshot(window, "start-switched").resize((64, 40)).getpixel((62, 38))
    assert light != dark
    assert page.winfo_exists()
