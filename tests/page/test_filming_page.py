"""A phone as the camera in a real browser: from getUserMedia to a move that the table recognised."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from fourth_seat.page.camera.filming import PAUSE_S
from fourth_seat.page.host import PageHost
from fourth_seat.page.hosted import HostedTable
from fourth_seat.table.analysis.review import Review
from fourth_seat.table.table import Table
from fourth_seat.vision.camera_session import CameraSession
from fourth_seat.words import Text
from tests.page.axe import violations
from tests.page.browser_phone import CHROMIUM, SIZES, BrowserPhone, chromium, phone
from tests.page.tables import HERE, table_of
from tests.page.test_page import LOCALES
from tests.vision.tridice.drawings import board

SEEN_SIZE = (640, 480)
LONG = "The board doesn't match the game: row 1 of column 1, row 2 of column 1 and 5 more should be empty. " * 2
PHASE_S = 15  # of the board without the die, and with it, by turns
FAKE = "--use-fake-device-for-media-stream"

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs chromium")
MAY_FILM: dict[str, Any] = {"permissions": ["camera"]}


def film_of(path: Path) -> Path:
    """Return a film that a browser takes for its camera's: the empty board, then a die on it, a picture each second."""
    with path.open("wb") as file:
        file.write(b"YUV4MPEG2 W%d H%d F1:1 Ip A1:1 C420\n" % SEEN_SIZE)
        for dice in ({}, {"33": 1}):
            picture = cv2.resize(board(dice), SEEN_SIZE, interpolation=cv2.INTER_AREA)
            planes = cv2.cvtColor(np.asarray(picture), cv2.COLOR_BGR2YUV_I420).tobytes()
            for _ in range(PHASE_S):
                file.write(b"FRAME\n" + planes)
    return path


class WatchedTable:
    """A table that watches through a phone, as the window's does.

    Attributes:
        addresses: those that it was asked to watch.
        session: the camera; None while there is none.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.addresses: list[str] = []
        self.session: CameraSession | None = None
        self.said: list[Text] = []

    def film(self, address: str) -> None:
        self.addresses.append(address)
        if self.session:
            self.session.close()
        self.session = CameraSession(self.table, address, lambda text, _: self.said.append(text)) if address else None

    def hosted(self) -> HostedTable:
        return HostedTable(self.table, Review(self.table), film=self.film, watching=lambda: self.session)

    def close(self) -> None:
        if self.session:
            self.session.close()


def begin_filming(hand: BrowserPhone) -> None:
    hand.page.click("#menu")
    hand.page.get_by_role("button", name="camera").click()
    hand.page.wait_for_selector("#film[open]")


@pytest.mark.slow
@pytest.mark.timeout(200)
def test_the_table_sees_a_move_by_a_phone_over_https(tmp_path: Path) -> None:
    watched = WatchedTable(table_of("tridice"))
    tls = {"authority": str(tmp_path), "port": 0}
    film = film_of(tmp_path / "board.y4m")
    with (
        chromium(FAKE, f"--use-file-for-fake-video-capture={film}") as browser,
        closing(PageHost([HERE], port=0, tls=tls)) as host,
        closing(watched),
    ):
        host.attach(watched.hosted())
        with phone(browser, host, 1, ignore_https_errors=True, **MAY_FILM) as hand:
            hand.page.click("#menu")
            hand.page.click("#sheet .list button:nth-last-child(2)")
            hand.page.click("#sheet button.main")
            hand.until(lambda: hand.page.url.startswith("https:") and hand.page.query_selector("#board .place"))
            begin_filming(hand)

            def sees(true: Callable[[], Any]) -> None:
                def stepped() -> Any:
                    if watched.session:
                        watched.session.step()
                    return true()

                for _ in range(5):  # the film restarts every half minute
                    try:
                        return hand.until(stepped)
                    except AssertionError:
                        continue
                raise AssertionError([str(text) for text in watched.said])

            sees(lambda: hand.page.query_selector("#film .found"))
            assert violations(hand.page) == []
            sees(lambda: [str(entry.move) for entry in watched.table.history.standing] == ["@33"])
            hand.page.click("#film button")
            hand.until(lambda: watched.session is None)
            assert host.filming.guest is None
            assert hand.page.query_selector("#film") is None
            assert hand.text("said") == ""
            assert hand.errors == []


@pytest.fixture(scope="module")
def films() -> Iterator[Any]:
    with chromium(FAKE) as browser:
        yield browser


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["tridice", "blokus"])
@pytest.mark.parametrize("language", LOCALES)
def test_the_aim_and_the_words_find_room(films: Any, name: str, language: str) -> None:
    """On a screen of every size, one after the other, as joining takes longer than looking."""
    watched: list[str] = []
    table = table_of(name)
    with closing(PageHost([HERE], port=0)) as host:
        host.attach(HostedTable(table, Review(table), film=watched.append))
        with phone(films, host, 1, language=LOCALES[language], **MAY_FILM) as hand:
            for width, height in SIZES.values():
                hand.page.set_viewport_size({"width": width, "height": height})
                hand.page.evaluate("document.documentElement.dataset.text = 'medium'")
                hand.page.click("#menu")
                hand.page.click("#sheet .list button:nth-last-child(2)")
                hand.until(lambda: watched and watched[-1] and hand.page.query_selector("#film .aim"))
                assert violations(hand.page) == []
                for text in ("medium", "huge"):
                    hand.page.evaluate("text => (document.documentElement.dataset.text = text)", text)
                    button = hand.page.locator("#film button").bounding_box()
                    hand.page.evaluate("text => (document.querySelector('#film p').textContent = text)", LONG)
                    picture = hand.page.locator("#film video").bounding_box()
                    assert button and button["x"] >= 0 and button["x"] + button["width"] <= width
                    assert button["y"] + button["height"] <= height
                    assert picture and picture["height"] > (0.9 if width > height else 0.4) * height
                hand.page.keyboard.press("Escape")
                hand.until(lambda: watched[-1] == "" and not hand.page.query_selector("#film"))
            assert hand.errors == []


@pytest.mark.slow
def test_it_goes_on_after_the_server_died_and_ends_when_the_table_says_so(films: Any) -> None:
    watched: list[str] = []
    table = table_of("tridice")
    with closing(PageHost([HERE], port=0)) as host:
        host.attach(HostedTable(table, Review(table), film=watched.append))
        with phone(films, host, 1, **MAY_FILM) as hand:
            begin_filming(hand)
            hand.until(lambda: len(watched) == 1)
            os.kill(host.worker.process.pid, signal.SIGKILL)
            hand.until(lambda: "Not connected" in hand.page.inner_text("#film"))
            hand.until(lambda: len(watched) == 2)
            hand.until(lambda: "see the whole board" in hand.page.inner_text("#film"))
            assert watched[0] != watched[1]
            host.filming.stop()
            hand.until(lambda: "no longer the camera" in hand.text("said"))
            assert hand.page.query_selector("#film") is None
            begin_filming(hand)
            hand.until(lambda: watched[-1])
            host.put_out(next(iter(host.guests)))
            hand.until(lambda: "removed at the table" in hand.text("stage"))
            assert hand.page.query_selector("#film") is None


@pytest.mark.slow
def test_what_was_under_way_when_a_phone_stopped_is_ignored(films: Any) -> None:
    table = table_of("tridice")
    with closing(PageHost([HERE], port=0)) as host:
        host.attach(HostedTable(table, Review(table), film=lambda _: None))
        with phone(films, host, 1, **MAY_FILM) as hand:
            for _ in range(2):
                begin_filming(hand)
                hand.until(lambda: host.filming.url)
                hand.page.click("#film button")
                host.filming.begin_again()
                time.sleep(PAUSE_S)
                host.filming.step()  # tells the phone what the camera sees before the host knows that it has stopped
                assert host.filming.guest
                hand.until(lambda: host.filming.guest is None)
            begin_filming(hand)
            hand.until(lambda: host.filming.url and "see the whole board" in hand.page.inner_text("#film"))
            assert hand.text("said") == ""


def test_a_browser_that_may_not_use_the_camera_says_so(films: Any) -> None:
    table = table_of("tridice")
    with closing(PageHost([HERE], port=0)) as host:
        host.attach(HostedTable(table, Review(table), film=lambda _: None))
        with phone(films, host, 1) as hand:
            hand.page.click("#menu")
            hand.page.get_by_role("button", name="camera").click()
            hand.until(lambda: "allow it for this page" in hand.text("said"))
            assert hand.page.query_selector("#film") is None
