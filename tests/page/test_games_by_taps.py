"""Whole games by taps alone, a phone for each seat: upright, sideways and small."""

from __future__ import annotations

from contextlib import ExitStack
from random import Random

import pytest
from playwright.sync_api import Browser

from tests.page.browser_phone import phone
from tests.page.tables import hosted, table_of
from tests.page.tapping_player import play_out

GAME_S = 900.0
QUICK = [("kalah", ("upright", "across")), ("tridice", ("small",))]  # with random moves the others take many minutes


def played_by_taps(browser: Browser, name: str, *sizes: str) -> None:
    table = table_of(name)
    with hosted(table) as host, ExitStack() as stack:
        seats = range(1, len(table.seats) + 1)
        phones = [stack.enter_context(phone(browser, host, seat, size=sizes[seat % len(sizes)])) for seat in seats]
        play_out(phones, Random(11), GAME_S)
        assert table.result is not None
        assert [each.errors for each in phones] == [[]] * len(phones)


def test_a_short_game_is_played_by_taps(browser: Browser) -> None:
    played_by_taps(browser, "connect4", "upright", "across")


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(("name", "sizes"), QUICK)
def test_a_whole_game_is_played_by_taps(browser: Browser, name: str, sizes: tuple[str, ...]) -> None:
    played_by_taps(browser, name, *sizes)
