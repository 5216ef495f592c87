"""The window asks about an add-on once, before it runs any of its code."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from fourth_seat.boundary.additions import VARIABLE
from fourth_seat.games import forget_games
from fourth_seat.processes.installation import ROOT
from fourth_seat.table.settings import addons
from fourth_seat.ui.addons.sheet import AddOnSheet, ask_about_addons
from fourth_seat.ui.settings_page import SettingsPage
from fourth_seat.ui.start.page import StartPage
from fourth_seat.ui.window import Window
from tests.ui.conftest import screenshot
from tests.ui.patience import settle


@pytest.fixture
def othello(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Put the example add-on into the data folder."""
    (home / "addons").mkdir(parents=True)
    (home / "addons" / "othello").symlink_to(ROOT / "examples" / "othello")
    monkeypatch.setattr(sys, "path", sys.path[:])
    yield
    os.environ.pop(VARIABLE, None)
    forget_games()


def asked(window: Window) -> AddOnSheet:
    window.go_home()
    settle(window)
    ask_about_addons(window)
    settle(window)
    assert window.page and isinstance(window.page.sheet, AddOnSheet)
    return window.page.sheet


@pytest.mark.usefixtures("othello")
def test_allowed_it_is_there_at_once(window: Window) -> None:
    sheet = asked(window)
    screenshot(window, "add-on")
    sheet.buttons[1].invoke()
    settle(window)
    assert isinstance(window.page, StartPage) and window.page.sheet is None
    assert len(window.page.cards) == 6
    screenshot(window, "add-on-allowed")


@pytest.mark.usefixtures("othello")
def test_refused_it_is_not_asked_about_again(window: Window) -> None:
    asked(window).buttons[0].invoke()
    settle(window)
    assert isinstance(window.page, StartPage) and window.page.sheet is None
    assert len(window.page.cards) == 5 and addons.activate() == []


@pytest.mark.slow
@pytest.mark.usefixtures("othello")
def test_the_settings_change_the_answer(window: Window) -> None:
    asked(window).buttons[0].invoke()
    window.show(SettingsPage)
    settle(window)
    screenshot(window, "settings-add-on")
    assert isinstance(window.page, SettingsPage)
    window.page.addons.buttons["fourth-seat-othello"].invoke()
    settle(window)
    assert window.page.addons.buttons["fourth-seat-othello"]["text"] == "Do not use it"
    window.go_home()
    settle(window)
    assert isinstance(window.page, StartPage) and len(window.page.cards) == 6


@pytest.mark.usefixtures("othello")
def test_without_an_answer_it_is_asked_again(window: Window) -> None:
    asked(window).close()
    assert [addon.name for addon in addons.activate()] == ["fourth-seat-othello"]
