"""Sheets over a page: the page behind them is dimmed, their card has round corners, and neither leaves anything behind."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

import pytest

from fourth_seat.games import find
from fourth_seat.table.seats import read_seat
from fourth_seat.table.table import Table
from fourth_seat.ui.files.open_sheet import OpenSheet
from fourth_seat.ui.guide.sheets import HelpSheet
from fourth_seat.ui.seats.page import SeatsPage
from fourth_seat.ui.start.page import StartPage
from fourth_seat.ui.table.page import TablePage, sit_down
from fourth_seat.ui.widgets.scrim import LIGHT_SHARE, Scrim
from fourth_seat.ui.window import Window
from fourth_seat.words import say
from tests.ui.conftest import MakeWindow, clock, press, screenshot
from tests.ui.patience import settle


def table_page(window: Window) -> TablePage:
    """Begin a game in a window, and return its page."""
    game = find("kalah")
    sit_down(window, Table.begin(game, game.options(), [read_seat("human")] * 2, None, clock))
    assert isinstance(window.page, TablePage)
    return window.page


def scrims(page: TablePage) -> list[Scrim]:
    return [child for child in page.winfo_children() if isinstance(child, Scrim)]


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_a_page_has_less_light_behind_a_sheet(make_window: MakeWindow, mode: str) -> None:
    window = make_window(width=1024, height=600, mode=mode)
    page = table_page(window)
    before = screenshot(window, f"sheet-before-{mode}").convert("RGB")
    page.help()
    settle(window, 0.1)
    during = screenshot(window, f"sheet-{mode}").convert("RGB")
    sheet = page.sheet
    assert sheet is not None
    (scrim,) = scrims(page)
    left, top, right, _ = scrim.card
    corner, beside = (left + 1, top + 1), (left - 8, top - 8)
    raised = window.root.winfo_rgb(window.theme.palette.raised)
    assert during.getpixel(((left + right) // 2, top + 6)) == tuple(value >> 8 for value in raised)
    for place in (corner, beside, (5, 5)):
        lit = before.getpixel(place)
        assert isinstance(lit, tuple)
        assert during.getpixel(place) == pytest.approx([LIGHT_SHARE * value for value in lit], abs=3)
    sheet.close()
    settle(window, 0.1)
    assert not scrims(page)
    assert screenshot(window, f"sheet-after-{mode}").convert("RGB").getpixel((5, 5)) == before.getpixel((5, 5))


def test_a_sheet_that_follows_another_takes_its_scrim_over(make_window: MakeWindow) -> None:
    window = make_window(width=1024, height=600)
    page = table_page(window)
    settle(window)
    page.help()
    first = scrims(page)
    page.help()
    assert scrims(page) == first
    settle(window)
    assert scrims(page) == first


def test_no_notice_is_left_behind_a_sheet_when_it_has_gone(make_window: MakeWindow) -> None:
    window = make_window(width=1024, height=600)
    page = table_page(window)
    window.notice(say("Something went wrong ({error}); the moves played so far are saved.", error="a test"))
    settle(window, 0.1)
    notice = window.notices.notice
    assert notice
    left, top = notice.winfo_rootx() - window.root.winfo_rootx(), notice.winfo_rooty() - window.root.winfo_rooty()
    box = left, top, left + notice.winfo_width(), top + notice.winfo_height()
    page.help()
    settle(window, 0.1)
    window.notices.drop()
    settle(window, 0.1)
    (scrim,) = scrims(page)
    assert scrim.find_withtag("ground")
    seen = screenshot(window, "sheet-after-a-notice").convert("RGB")
    assert len(seen.crop(box).getcolors() or ()) == 1, "nothing of it, and nothing that it hid"
    assert len(seen.getcolors(maxcolors=seen.width * seen.height) or ()) > 50, "the board, with less light"


def test_a_sheet_lies_on_its_card_over_a_page_that_keeps_to_the_middle(make_window: MakeWindow) -> None:
    window = make_window(width=1280, height=800)
    window.show(SeatsPage, find("connect4"))
    page = window.page
    assert page
    settle(window)
    sheet = OpenSheet(page, say("A photo of the board"), lambda _: None)
    sheet.open()
    settle(window, 0.1)
    screenshot(window, "sheet-middle")
    (scrim,) = [child for child in page.winfo_children() if isinstance(child, Scrim)]
    assert (scrim.winfo_width(), scrim.winfo_rootx()) == (page.winfo_width(), page.winfo_rootx())
    left, _, right, _ = (scrim.winfo_rootx() + edge for edge in scrim.card)
    assert left < sheet.winfo_rootx() < sheet.winfo_rootx() + sheet.winfo_width() < right


def test_a_sheet_fits_the_page_when_its_size_changes(make_window: MakeWindow) -> None:
    window = make_window(width=1280, height=800)
    page = table_page(window)
    window.root.minsize(1, 1)
    page.help()
    settle(window, 0.1)
    for width, height in ((700, 300), (1280, 800)):
        window.root.geometry(f"{width}x{height}")
        settle(window, 0.3)
        assert page.sheet
        assert page.winfo_height() == height
        assert page.sheet.winfo_height() <= height - 2 * window.theme.space(1)
        assert page.sheet.winfo_width() <= width


def test_nothing_of_a_closed_sheet_stays(make_window: MakeWindow) -> None:
    window = make_window(width=1024, height=600)
    page = table_page(window)
    bound = page.bind("<Configure>")
    page.help()
    settle(window)
    assert page.sheet
    first = weakref.ref(page.sheet)
    page.help()
    settle(window)
    page.back()
    settle(window)
    gc.collect()
    assert first() is None and page.bind("<Configure>") == bound


def test_the_keyboard_stays_in_a_sheet(make_window: MakeWindow) -> None:
    window = make_window(width=1280, height=800)
    window.show(SeatsPage, find("connect4"))
    page = window.page
    assert page
    sheet = OpenSheet(page, say("A photo of the board"), lambda _: None)
    sheet.open()
    settle(window)
    sheet.buttons[0].focus_force()
    settle(window)
    passed = []
    for key in ["<Tab>"] * 4 + ["<<PrevWindow>>"] * 4:
        focus = window.root.focus_get()
        assert focus
        focus.event_generate(key)
        settle(window)
        passed.append(str(window.root.focus_get()))
    assert all(path.startswith(f"{sheet}.") for path in passed) and len(set(passed)) > 1
    sheet.close()
    page.focus_force()
    settle(window)
    page.event_generate("<Tab>")
    settle(window)
    assert window.root.focus_get() is not page, "without a sheet, Tab goes on as usual"


def test_no_shortcut_reaches_the_page_below_a_sheet(make_window: MakeWindow) -> None:
    window = make_window(width=1024, height=600)
    page = table_page(window)
    page.stage.table.play("a")
    page.help()
    settle(window)
    assert page.sheet
    page.sheet.buttons[0].focus_force()
    for key in ("<Control-z>", "<Control-w>", "<F10>"):
        press(window, key)
    assert page.stage.table.history.at == 1 and window.page is page and isinstance(page.sheet, HelpSheet)
    press(window, "<Escape>")
    page.stage.board.focus_force()
    press(window, "<Control-z>")
    assert page.sheet is None and page.stage.table.history.at == 0
    window.go_home()
    start = window.page
    assert isinstance(start, StartPage)
    start.take_photo(Path("board.jpg"))
    settle(window)
    assert start.sheet
    start.sheet.buttons[0].focus_force()
    press(window, "1")
    assert window.page is start, "the digit is of a card that the sheet covers"


def test_escape_closes_a_sheet_whatever_on_it_has_the_keyboard(make_window: MakeWindow) -> None:
    window = make_window(width=1024, height=600)
    window.show(SeatsPage, find("connect4"))
    page = window.page
    assert page
    settle(window)
    sheet = OpenSheet(page, say("A photo of the board"), lambda _: None)
    page.open_sheet(sheet)
    settle(window)
    sheet.focus_force()
    press(window, "<Escape>")
    assert page.sheet is None and window.page is page
