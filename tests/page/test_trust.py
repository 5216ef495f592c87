"""Trust of phones in a real browser: offered while HTTPS is on, the phone's own steps first, and continued over HTTPS."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from fourth_seat.page.host import PageHost
from fourth_seat.page.hosted import HostedTable
from fourth_seat.page.https import https_settings
from fourth_seat.page.server.certificates import authority, sign_server
from fourth_seat.processes.extras import catalogue
from fourth_seat.processes.extras.catalogue import MissingExtra
from fourth_seat.table.analysis.review import Review
from tests.page.axe import violations
from tests.page.browser_phone import SIZES, BrowserPhone, phone
from tests.page.tables import HERE, table_of
from tests.page.test_page import LOCALES

IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 "
    "Mobile/15E148 Safari/604.1"
)
ANDROID = (
    "Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36"
)


@pytest.fixture
def host(tmp_path: Path) -> Iterator[PageHost]:
    table = table_of("connect4")
    with closing(PageHost([HERE], port=0, tls={"authority": str(tmp_path), "port": 0})) as host:
        host.attach(HostedTable(table, Review(table)))
        yield host


def open_trust(hand: BrowserPhone) -> None:
    hand.page.click("#menu")
    hand.page.click("#sheet .list button:nth-last-child(2)")
    hand.page.wait_for_selector("#sheet .steps")


@pytest.mark.slow
@pytest.mark.parametrize(("agent", "first", "file"), [(IPHONE, "iPhone", "mobileconfig"), (ANDROID, "Android", "crt")])
def test_the_phones_own_steps_come_first(browser: Browser, host: PageHost, agent: str, first: str, file: str) -> None:
    with phone(browser, host, 1, user_agent=agent) as hand:
        open_trust(hand)
        assert first in hand.page.inner_text("#sheet h3")
        assert len(hand.page.query_selector_all("#sheet > ol.steps > li")) == 3
        with hand.page.expect_download() as download:
            hand.page.click("#sheet > ol.steps a")
            hand.pass_time(0.3)
        assert download.value.suggested_filename == f"fourth-seat.{file}"
        assert hand.page.is_hidden("#sheet details ol")


@pytest.mark.slow
def test_a_phone_goes_on_over_https(browser: Browser, host: PageHost) -> None:
    with phone(browser, host, 1, ignore_https_errors=True) as hand:
        open_trust(hand)
        hand.page.click("#sheet button.main")
        hand.until(lambda: hand.page.url.startswith("https:") and hand.page.query_selector("#board .place"))
        assert hand.page.url == f"https://{HERE}:{host.secure_port}/"
        hand.tap("4")
        hand.until_covered("4")
        hand.page.click("#menu")
        assert "Trust" not in hand.page.inner_text("#sheet")  # it does already
        assert len(host.guests) == 1
        assert hand.errors == []


@pytest.mark.slow
def test_it_is_offered_once_https_is_spoken(browser: Browser, tmp_path: Path) -> None:
    table = table_of("connect4")
    with closing(PageHost([HERE], port=0)) as host:
        host.attach(HostedTable(table, Review(table)))
        with phone(browser, host, 1) as hand:
            port = host.port
            hand.page.click("#menu")
            assert "Trust" not in hand.page.inner_text("#sheet")
            hand.page.keyboard.press("Escape")
            host.speak_https({"authority": str(tmp_path), "port": 0})
            hand.page.wait_for_selector("#away:not([hidden])")
            hand.until(lambda: hand.page.is_hidden("#away"))
            assert host.port == port
            open_trust(hand)
            hand.page.keyboard.press("Escape")
            hand.tap("4")
            hand.until_covered("4")
            host.speak_https(None)
            hand.until(lambda: host.port == port and hand.page.evaluate("window.fourthSeat.hello.secure_port") == 0)
            assert not host.secure_port


@pytest.mark.slow
@pytest.mark.sample(3)
@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("language", LOCALES)
def test_the_steps_find_room_and_axe_finds_nothing(browser: Browser, host: PageHost, language: str, look: str) -> None:
    """On a screen of every size, one after the other, as joining takes longer than looking."""
    with phone(browser, host, 1, language=LOCALES[language], color_scheme=look, user_agent=IPHONE) as hand:
        for width, height in SIZES.values():
            hand.page.set_viewport_size({"width": width, "height": height})
            hand.page.evaluate("document.documentElement.dataset.text = 'medium'")
            open_trust(hand)
            hand.page.click("#sheet summary")
            assert violations(hand.page) == []
            for text in ("medium", "huge"):
                hand.page.evaluate("text => (document.documentElement.dataset.text = text)", text)
                wide, room = hand.page.evaluate(
                    "[document.querySelector('#sheet').scrollWidth, document.querySelector('#sheet').clientWidth]"
                )
                assert wide <= room
            hand.page.keyboard.press("Escape")
            hand.page.wait_for_selector("#sheet", state="hidden")


@pytest.mark.slow
def test_a_certificate_of_the_users_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, browser: Browser) -> None:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path))
    assert https_settings()["authority"] == str(tmp_path / "trust")
    certificate, key = sign_server(authority(tmp_path, "kitchen"), tmp_path, [HERE])
    written = f'[phones]\ncertificate = "{certificate}"\nkey = "{key}"\nname = "localhost"\n'
    (tmp_path / "settings.toml").write_text(written)
    tls = https_settings()
    assert (tls["certificate"], tls["key"], tls["name"]) == (str(certificate), str(key), "localhost")
    table = table_of("connect4")
    with closing(PageHost([HERE], port=0, tls=tls | {"port": 0})) as host:
        host.attach(HostedTable(table, Review(table)))
        with phone(browser, host, 1, ignore_https_errors=True) as hand:
            hand.page.click("#menu")
            hand.page.click("#sheet .list button:nth-last-child(2)")
            assert not hand.page.query_selector("#sheet .steps")  # browsers trust it already, or its owner knows how
            hand.page.click("#sheet button.main")
            hand.until(lambda: hand.page.url.startswith("https://localhost:") and hand.page.query_selector("#board .place"))


@pytest.mark.slow
def test_a_certificate_that_cannot_be_used_leaves_http(tmp_path: Path, browser: Browser) -> None:
    (tmp_path / "nonsense.pem").write_text("nonsense")
    wrong = {"certificate": str(tmp_path / "nonsense.pem"), "key": str(tmp_path / "missing.pem"), "port": 0}
    table = table_of("connect4")
    with closing(PageHost([HERE], port=0, tls=wrong)) as host:
        host.attach(HostedTable(table, Review(table)))
        with phone(browser, host, 1) as hand:
            assert host.trouble and "nonsense.pem" in str(host.trouble)
            assert hand.page.evaluate("window.fourthSeat.hello.secure_port") == 0


def test_without_the_package_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOURTH_SEAT_HOME", str(tmp_path))
    monkeypatch.setattr(catalogue, "find_spec", lambda _: None)
    with pytest.raises(MissingExtra) as raised:
        https_settings()
    assert raised.value.extra is catalogue.EXTRAS["trust"]
