"""Calls scheduled for a widget are cancelled with it: otherwise Tk would call an unknown name, or another function."""

from __future__ import annotations

from collections.abc import Callable
from tkinter import ttk

import pytest

from fourth_seat.games import find
from fourth_seat.table.seats import read_seat
from fourth_seat.table.table import Table
from fourth_seat.ui.after.keep import KeepSheet
from fourth_seat.ui.devices.page import HardwarePage
from fourth_seat.ui.phones.sheet import PhonesSheet
from fourth_seat.ui.settings_page import SettingsPage
from fourth_seat.ui.start.page import StartPage
from fourth_seat.ui.table.page import TablePage, sit_down
from fourth_seat.ui.table.report import ReportSheet
from fourth_seat.ui.table.stage import Stage
from fourth_seat.ui.widgets.sheet import Sheet
from fourth_seat.ui.widgets.timer import Timer
from fourth_seat.ui.window import Window
from tests.ui.conftest import clock, gone
from tests.ui.patience import settle


class TestTimer:
    @pytest.fixture
    def calls(self) -> list[str]:
        return []

    def test_calls_once(self, window: Window, calls: list[str]) -> None:
        timer = Timer(window.root)
        timer.start(1, lambda: calls.append("soon"))
        assert timer.due and not calls
        settle(window, 0.1)
        assert calls == ["soon"] and not timer.due

    def test_calls_what_was_said_last(self, window: Window, calls: list[str]) -> None:
        timer = Timer(window.root)
        timer.start(1, lambda: calls.append("soon"))
        timer.start("idle", lambda: calls.append("idle"))
        settle(window, 0.1)
        assert calls == ["idle"]

    def test_is_stopped(self, window: Window, calls: list[str]) -> None:
        timer = Timer(window.root)
        timer.start(1, lambda: calls.append("soon"))
        timer.stop()
        settle(window, 0.1)
        assert not calls and not timer.due

    def test_ends_with_its_widget(self, window: Window, calls: list[str]) -> None:
        frame = ttk.Frame(window.root)
        timer = Timer(frame)
        timer.start(1, lambda: calls.append("soon"))
        frame.destroy()
        settle(window, 0.1)
        assert not calls and not gone(window)


def test_the_hardware_page_leaves_nothing_behind(window: Window) -> None:
    window.show(HardwarePage, "connect4")
    window.root.update()
    window.show(SettingsPage)
    assert not gone(window)


def test_the_start_page_paints_no_more_once_it_is_left(window: Window) -> None:
    window.go_home()
    window.root.update()
    page = window.page
    assert isinstance(page, StartPage)
    page._lay_out_again()
    window.show(SettingsPage)
    assert not gone(window)


@pytest.mark.parametrize(
    "kind",
    [KeepSheet, ReportSheet, lambda stage: PhonesSheet(stage.page, stage.table, stage.window.phones)],
)
@pytest.mark.parametrize("page_too", [False, True])
def test_a_sheet_leaves_nothing_behind(
    window: Window, monkeypatch: pytest.MonkeyPatch, kind: Callable[[Stage], Sheet], page_too: bool
) -> None:
    monkeypatch.setattr("fourth_seat.page.host.DEFAULT_PORT", 0)
    game = find("connect4")
    sit_down(window, Table.begin(game, game.options(), [read_seat("human")] * 2, None, clock))
    page = window.page
    assert isinstance(page, TablePage)
    for move in "1212121":
        page.stage.table.play(move)
    window.phones.open()
    sheet = kind(page.stage)
    page.open_sheet(sheet)
    window.root.update()
    assert sheet.winfo_exists()
    if page_too:
        window.go_home()
    else:
        sheet.close()
    window.phones.close()
    assert not sheet.winfo_exists() and not gone(window)
