"""The page in a real browser: what it keeps when its connection is cut, and which place at the table it has."""

from __future__ import annotations

import os
import signal
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.page.browser_phone import phone
from tests.page.tables import HERE, hosted, table_of

RELOAD_BYTES = 25_000  # of a page that has everything it needs: itself, its words and the state of the game


@pytest.mark.slow
def test_a_piece_in_hand_is_there_still_after_a_cut_and_in_another_language(browser: Browser) -> None:
    table = table_of("blokus")
    with hosted(table) as host, phone(browser, host, 1) as hand:
        hand.take("V5")
        hand.tap("a19")
        hand.until_said("a20", "the piece fits")
        hand.page.evaluate("window.before = fourthSeat.sent.scene; fourthSeat.line.renew()")
        hand.until(lambda: hand.page.evaluate("fourthSeat.sent.scene && fourthSeat.sent.scene !== window.before"))
        hand.until_said("a20", "the piece fits")
        hand.page.evaluate("fourthSeat.say({ type: 'language', language: 'de' })")
        hand.until(lambda: hand.page.get_attribute("html", "lang") == "de")
        hand.until_said("a20", "passt")
        hand.page.click("#main-action")
        hand.until(lambda: len(table.history.standing) == 1)
        assert hand.errors == []


@pytest.mark.slow
def test_a_page_that_is_loaded_again_asks_for_next_to_nothing(browser: Browser) -> None:
    table = table_of("blokus")
    with hosted(table) as host, phone(browser, host, 1) as hand:
        hand.until(lambda: hand.page.evaluate("fourthSeat.kept.tag"))
        session = hand.context.new_cdp_session(hand.page)
        came: list[tuple[str, float]] = []
        for event, what in (("Network.loadingFinished", "encodedDataLength"), ("Network.webSocketFrameReceived", "")):
            session.on(event, lambda told, event=event, what=what: came.append((event, size(told, what))))
        session.send("Network.enable")
        hand.page.reload()
        hand.until(lambda: hand.page.query_selector("#board .place"))
        hand.tap("a20")  # the previous board, with everything that it can do
        assert sum(length for _, length in came) < RELOAD_BYTES
        board = hand.page.evaluate("JSON.stringify(fourthSeat.sent.board).length")
        assert board > RELOAD_BYTES  # which has not been sent again
        hand.page.evaluate("fourthSeat.say({ type: 'language', language: 'de' })")
        hand.until(lambda: hand.page.evaluate("fourthSeat.sent.board.sides[0].name") == "Blau")
        hand.page.reload()
        hand.until(lambda: hand.page.evaluate("fourthSeat.sent.board?.sides[0].name") == "Blau")
        assert hand.errors == []


def size(told: dict[str, Any], what: str) -> float:
    """Return the bytes of a browser's report of what it has received."""
    return float(told[what]) if what else len(told["response"]["payloadData"])


@pytest.mark.slow
def test_more_taps_than_the_table_takes_at_once_are_all_answered_after_a_cut(browser: Browser) -> None:
    table = table_of("connect4")
    with hosted(table) as host, phone(browser, host, 1, 2) as hand:
        hand.page.evaluate(
            "() => { window.greeted = 0; const { greeted } = fourthSeat.line.constructor.prototype;"
            " fourthSeat.line.greeted = function () { window.greeted += !this.connected; greeted.call(this); }; }"
        )
        os.kill(host.worker.process.pid, signal.SIGKILL)
        hand.page.wait_for_selector("#away:not([hidden])")
        hand.page.evaluate("for (let n = 0; n < 70; n++) fourthSeat.send('tap', { cell: '4' })")
        hand.until(lambda: hand.page.evaluate("fourthSeat.line.kept.size") == 0)
        assert hand.page.evaluate("window.greeted") == 1
        hand.page.evaluate("for (let n = 0; n < 70; n++) fourthSeat.send('undo')")  # and while there is a connection
        hand.until(lambda: hand.page.evaluate("fourthSeat.line.kept.size") == 0)
        assert hand.page.evaluate("window.greeted") == 1
        assert table.history.at == 0


@pytest.mark.slow
def test_an_answer_to_another_page_of_the_same_phone_is_not_shown_here(browser: Browser) -> None:
    table = table_of("connect4")
    with hosted(table) as host, phone(browser, host, 2) as hand:
        other = hand.context.new_page()
        other.goto(hand.page.url)
        hand.until(lambda: other.query_selector("#board .place"))
        other.evaluate("fourthSeat.send('tap', { cell: '4' })")
        hand.until(lambda: "turn" in other.inner_text("#said"))
        hand.pass_time(0.3)
        assert hand.text("said") == ""


@pytest.mark.slow
def test_a_phone_that_has_a_place_takes_another_one_by_its_code(browser: Browser) -> None:
    table = table_of("connect4")
    with hosted(table) as host, phone(browser, host, 1) as hand:

        def plays(*seats: int) -> bool:
            return bool(hand.page.evaluate("fourthSeat.hello.seats") == list(seats))

        assert plays(1)
        for seat, starts in ((2, "about:blank"), (1, None)):  # in a new tab, and in the one that is open
            link = host.invite(HERE, [seat]).link
            hand.pass_time(0.2)
            if starts:
                hand.page.goto(starts)
            hand.page.goto(link)
            hand.until(lambda: plays(seat))  # noqa: B023
            assert "#" not in hand.page.url
        hand.page.goto("about:blank")
        hand.page.goto(link)  # which is used
        hand.until(lambda: hand.page.query_selector("#board .place"))
        assert plays(1)


def test_who_gives_up_is_whose_turn_it_is_and_is_named(browser: Browser) -> None:
    table = table_of("connect4", "human:Anna", "human:Ben", moves=1)
    with hosted(table) as host, phone(browser, host, 1, 2) as hand:
        hand.page.click("#menu")
        hand.page.click("text=Give up ...")
        assert "Ben" in hand.text("sheet") and "Anna" not in hand.text("sheet")
        hand.page.click("#sheet button.main")
        hand.until(lambda: table.result is not None)
        assert table.result and table.result.winners == (1,)
