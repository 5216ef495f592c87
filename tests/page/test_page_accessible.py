"""The page for people who cannot see it, or not well: axe-core finds nothing, and whole games are played by keys alone."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Browser

from fourth_seat.games import game_names
from tests.page.axe import violations
from tests.page.browser_phone import BrowserPhone, phone
from tests.page.keyboard_player import KeyboardPlayer
from tests.page.tables import hosted, table_of
from tests.page.test_page import LOCALES

GAME_S = 1500.0  # that a game by keys may take
SHORTER = {"blokus": "variant=duo"}  # options of a game that would take much longer


def open_sheet(hand: BrowserPhone, *buttons: str) -> None:
    """Open a sheet by the buttons that lead there."""
    for button in buttons:
        hand.page.click(button)
    hand.page.wait_for_selector("#sheet[open]")


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("name", game_names())
def test_axe_finds_nothing(browser: Browser, name: str, language: str, look: str) -> None:
    options = {"language": LOCALES[language], "color_scheme": look}
    table = table_of(name, moves=7)
    seats = range(1, len(table.seats) + 1)
    with hosted(table) as host, phone(browser, host, *seats, **options) as hand:
        assert violations(hand.page) == []
        hand.tap(hand.page.eval_on_selector_all(".place", "all => all[0].dataset.place"))
        hand.pass_time(0.3)
        assert violations(hand.page) == []
        for way in (["#menu"], ["#menu", "#sheet .list button:last-child"], ["[data-action=ask]"]):
            open_sheet(hand, *way)
            assert violations(hand.page) == []
            hand.page.keyboard.press("Escape")
        with phone(browser, host, **options) as watcher:
            assert violations(watcher.page) == []
        host.attach(None)
        hand.until(lambda: hand.page.get_attribute("body", "data-state") == "empty")
        assert violations(hand.page) == []
        assert hand.errors == []


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("language", list(reversed(LOCALES)))  # Hebrew is the hardest
def test_axe_finds_nothing_on_the_joining_page(browser: Browser, language: str) -> None:
    table = table_of("connect4")
    with hosted(table) as host:
        context = browser.new_context(locale=LOCALES[language])
        visitor = BrowserPhone(context, host)
        visitor.until(lambda: host.port > 0)
        visitor.page.goto(f"http://127.0.0.1:{host.port}/")
        assert visitor.page.inner_text("#said")
        assert violations(visitor.page) == []
        context.close()


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", ["kalah"])  # with random moves a game of sheshbesh takes five minutes, of Blokus nine
def test_a_whole_game_is_played_by_keys_and_the_accessibility_tree(browser: Browser, name: str) -> None:
    played_by_keys(browser, name, GAME_S)


def test_a_short_game_is_played_by_keys_and_the_accessibility_tree(browser: Browser) -> None:
    played_by_keys(browser, "connect4", GAME_S)


def played_by_keys(browser: Browser, name: str, limit_s: float) -> None:
    table = table_of(name, option=SHORTER.get(name, ""))
    seats = range(1, len(table.seats) + 1)
    with hosted(table) as host, phone(browser, host, *seats, size="tablet") as hand:
        KeyboardPlayer(hand, Random(5)).play(limit_s)
        assert table.result is not None
        assert hand.errors == []
