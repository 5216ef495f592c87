"""The window in other languages: chosen in the settings, laid out from the right where they are read so, and nothing cut
off."""

from __future__ import annotations

import re
import tkinter as tk
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from random import Random
from tkinter import ttk

import pytest

from fourth_seat.games import find, game_names
from fourth_seat.table.table import Table
from fourth_seat.ui.devices.page import HardwarePage
from fourth_seat.ui.help_page import HelpPage
from fourth_seat.ui.seats.page import SeatsPage
from fourth_seat.ui.settings_page import SettingsPage
from fourth_seat.ui.table.page import TablePage
from fourth_seat.ui.window import Window
from tests.ui.conftest import MakeWindow, begin_game, screenshot
from tests.ui.patience import settle, wait_for


@pytest.mark.slow
def test_a_language_is_chosen_and_kept(window: Window) -> None:
    window.show(SettingsPage)
    settle(window)
    page = window.page
    assert isinstance(page, SettingsPage)
    left = page.language.winfo_rootx()
    page.language.value = "he"
    page.language.event_generate("<<ComboboxSelected>>")
    settle(window, 0.2)
    assert window.settings.language == "he"
    assert window.catalogue.right_to_left
    assert "הגדרות" in texts(window.root)
    page = window.page
    assert isinstance(page, SettingsPage)
    assert page.language.winfo_rootx() > left  # in the mirror
    window.change(replace(window.settings, language="de"))
    window.show(SettingsPage)
    settle(window, 0.2)
    assert "Einstellungen" in texts(window.root)
    assert isinstance(window.page, SettingsPage)
    assert window.page.language.winfo_rootx() < window.root.winfo_rootx() + window.root.winfo_width() / 2


@pytest.mark.parametrize("language", [pytest.param("de", marks=pytest.mark.slow), "he"])
@pytest.mark.parametrize("text", [pytest.param("medium", marks=pytest.mark.slow), "large"])
def test_pages_have_room_for_their_words(make_window: MakeWindow, language: str, text: str) -> None:
    """A label that is narrower than its text is cut off."""
    window = make_window(text=text)
    window.change(replace(window.settings, language=language))
    pages: dict[str, Callable[[], object]] = {
        "start": window.go_home,
        "settings": partial(window.show, SettingsPage),
        "help": partial(window.show, HelpPage),
        "seats": partial(window.show, SeatsPage, find("blokus")),
        "hardware": partial(window.show, HardwarePage, "blokus"),
    }
    for name, show in pages.items():
        show()
        settle(window, 0.3)
        screenshot(window, f"{name}-{language}-{text}")
        assert not cut_off(window.root), name


LATIN_WORD = re.compile("[A-Za-z]{3,}")
MOVES_SEEN = 24


@pytest.mark.parametrize(("game", "options"), [*((name, "") for name in game_names()), ("backgammon", "match=3,cube=yes")])
def test_no_english_word_is_on_a_hebrew_page(make_window: MakeWindow, game: str, options: str) -> None:
    """Neither on the board nor in the list of moves, on a button or in a sentence; Latin letters there are notation."""
    window = make_window(width=1600, height=1000)
    window.change(replace(window.settings, language="he"))
    found = find(game)
    begin_game(window, game, options, ["human:דנה"] * found.seats(found.options(options)))
    page, rng, seen = window.page, Random(5), set[str]()
    assert isinstance(page, TablePage)
    for _ in range(MOVES_SEEN):
        settle(window)
        seen |= {word for text in everything_drawn(page) for word in LATIN_WORD.findall(text)}
        if page.stage.table.result is None:
            page.stage.do(lambda: page.stage.table.play(str(rng.choice(list(page.stage.table.state.legal())))))
    assert not seen


def everything_drawn(page: TablePage) -> Iterator[str]:
    """Yield all the texts of a table's page: of labels and buttons, on the board, and in the list of moves."""
    yield from texts(page)
    board = page.stage.board
    drawn = (item for item in board.find_all() if str(board.type(item)) == "text")
    yield from (str(board.tk.call(str(board), "itemcget", item, "-text")) for item in drawn)
    yield from page.stage.panel.moves.words()


@pytest.mark.slow
@pytest.mark.parametrize("language", ["de", "he"])
def test_a_game(make_window: MakeWindow, language: str) -> None:
    window = make_window()
    window.change(replace(window.settings, language=language))
    begin_game(window, "kalah", "", ["computer:1", "human:דנה"])
    page = window.page
    assert isinstance(page, TablePage)
    table: Table = page.stage.table
    wait_for(window, lambda: table.pending)
    settle(window, 0.3)
    screenshot(window, f"game-{language}")
    shown = " ".join(texts(window.root))
    assert {"de": "säe je einen in", "he": "קחו את 4 הזרעים"}[language] in shown
    assert "דנה" in shown
    if language == "he":  # the record is on the left, the instruction on the right, and the board is as on the table
        assert page.stage.panel.record.winfo_rootx() < page.stage.panel.present.winfo_rootx()
    assert not cut_off(page.stage.panel)
    moves = page.stage.panel.moves
    here = moves.canvas.bbox("here")
    board_of_it = next(box for item in moves.canvas.find_all() if str(moves.canvas.type(item)) == "image"
                       for box in [moves.canvas.bbox(item)] if here[1] <= box[1] and box[3] <= here[3])  # fmt: skip
    before, after = board_of_it[0] - here[0], here[2] - board_of_it[2]
    assert (after < before) == (language == "he"), "a place begins with its picture"


def texts(widget: tk.Misc) -> list[str]:
    """Return the texts of the labels and buttons on a page."""
    shown = [str(widget.cget("text"))] if isinstance(widget, (ttk.Label, ttk.Button)) and widget.winfo_ismapped() else []
    return shown + [text for child in widget.winfo_children() for text in texts(child)]


def cut_off(widget: tk.Misc) -> list[str]:
    """Return the texts that have too little room."""
    found: list[str] = []
    if isinstance(widget, (ttk.Label, ttk.Button, ttk.Checkbutton)) and widget.winfo_ismapped():
        narrow = widget.winfo_width() < widget.winfo_reqwidth() or widget.winfo_height() < widget.winfo_reqheight()
        found = [str(widget.cget("text"))] if narrow and str(widget.cget("text")) else []
    return found + [text for child in widget.winfo_children() for text in cut_off(child)]
