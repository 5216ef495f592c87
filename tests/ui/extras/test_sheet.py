"""Extras in the window: offered where they are needed, added while progress is shown, listed and removed in the
settings."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from fourth_seat.processes.extras.catalogue import EXTRAS, need, used
from fourth_seat.processes.extras.folder import ExtrasFolder
from fourth_seat.table.settings.folders import home as home_folder
from fourth_seat.ui.extras.sheet import AddingSheet, OfferSheet, with_extra
from fourth_seat.ui.settings_page import SettingsPage
from fourth_seat.ui.table.page import TablePage
from fourth_seat.ui.window import Window
from tests.processes.extras.wheels import MODULE, MadeExtra, made_extra, only_from
from tests.ui.conftest import begin_game, screenshot
from tests.ui.patience import settle, wait_for


@pytest.fixture
def tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MadeExtra]:
    extra = made_extra(tmp_path)
    only_from(tmp_path, monkeypatch)
    monkeypatch.setitem(EXTRAS, extra.name, extra)
    kept = list(sys.path)
    yield extra
    sys.path[:] = kept
    used.clear()
    sys.modules.pop(MODULE, None)


def at_table(window: Window) -> TablePage:
    begin_game(window, "connect4", "", ["human:Anna", "human:Ben"])
    settle(window)
    assert isinstance(window.page, TablePage)
    return window.page


@pytest.mark.slow
def test_it_is_offered_added_and_then_used(window: Window, tried: MadeExtra) -> None:
    page, done = at_table(window), []
    with_extra(page, tried.name, lambda: done.append(True))
    assert isinstance(page.sheet, OfferSheet) and not done
    settle(window, 0.3)
    screenshot(window, "extra-offered")
    page.sheet.buttons[0].invoke()
    assert isinstance(page.sheet, AddingSheet)
    settle(window, 0.3)
    screenshot(window, "extra-being-added")
    wait_for(window, lambda: bool(done))
    assert tried.there and page.sheet is None


def test_not_now_changes_nothing(window: Window, tried: MadeExtra) -> None:
    page = at_table(window)
    with_extra(page, tried.name, lambda: pytest.fail("it is not there"))
    assert page.sheet
    page.sheet.buttons[1].invoke()
    settle(window)
    assert not tried.there and page.sheet is None


def test_cancelled_nothing_is_left(window: Window, tried: MadeExtra) -> None:
    page = at_table(window)
    with_extra(page, tried.name, lambda: pytest.fail("it was cancelled"))
    assert page.sheet
    page.sheet.buttons[0].invoke()
    adding = page.sheet
    assert isinstance(adding, AddingSheet)
    adding.buttons[0].invoke()
    wait_for(window, lambda: adding.adding.done)
    assert ExtrasFolder(home_folder()).added() == []


def test_why_it_failed_is_said_where_it_was_offered(
    window: Window, tried: MadeExtra, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = replace(tried, asked=("fourth-seat-nothing",))
    monkeypatch.setitem(EXTRAS, broken.name, broken)
    page = at_table(window)
    with_extra(page, broken.name, lambda: pytest.fail("it is not there"))
    assert page.sheet
    page.sheet.buttons[0].invoke()
    wait_for(window, lambda: isinstance(page.sheet, OfferSheet))
    text = " ".join(str(child.cget("text")) for child in page.sheet.body.winfo_children())
    assert "could not be added" in text
    screenshot(window, "extra-not-added")


def test_whatever_needs_it_offers_it(window: Window, tried: MadeExtra) -> None:
    page = at_table(window)
    window.root.after_idle(lambda: need(tried.name))
    wait_for(window, lambda: isinstance(page.sheet, OfferSheet))


@pytest.mark.slow
def test_the_settings_add_and_remove_it(window: Window, tried: MadeExtra) -> None:
    window.show(SettingsPage)
    settle(window)
    assert isinstance(window.page, SettingsPage)
    before = window.page
    with_extra(before, tried.name, partial(window.show, SettingsPage))
    offered = next(child for child in before.winfo_children() if isinstance(child, OfferSheet))
    offered.buttons[0].invoke()
    wait_for(window, lambda: tried.there and window.page is not before)
    screenshot(window, "settings-extras")
    assert str(window.page.extras.buttons["tried"].cget("text")).startswith("Remove (")
    window.page.extras.buttons["tried"].invoke()
    settle(window)
    assert not tried.there and str(window.page.extras.buttons["tried"].cget("text")).startswith("Add (")
