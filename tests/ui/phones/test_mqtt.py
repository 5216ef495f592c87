"""The window's games, published to a broker that is entered next to the text display."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from fourth_seat.page.mqtt.broker import buttons_allowed, save_address, saved_address
from fourth_seat.ui.devices.broker import BrokerSection
from fourth_seat.ui.devices.page import HardwarePage
from fourth_seat.ui.launch import main
from fourth_seat.ui.table.page import TablePage
from fourth_seat.ui.window import Window
from tests.page.mqtt.broker import Follower, Mosquitto, needs_mosquitto, until
from tests.ui.conftest import begin_game, screenshot
from tests.ui.patience import settle, wait_for

pytestmark = needs_mosquitto


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    running = Mosquitto(tmp_path)
    yield running
    running.kill()


def opened(window: Window) -> BrokerSection:
    """Return the section on the hardware page."""
    window.show(HardwarePage, "connect4")
    settle(window)
    assert isinstance(window.page, HardwarePage) and window.page.content
    return window.page.content.broker


def enter(section: BrokerSection, address: str) -> None:
    section.field.delete(0, "end")
    section.field.insert(0, address)
    section.test.invoke()


def shows(section: BrokerSection, words: str) -> Callable[[], bool]:
    return lambda: words in section.message.cget("text")


@pytest.mark.slow
def test_a_broker_is_entered_and_each_game_goes_there(window: Window, broker: Mosquitto) -> None:
    section, address = opened(window), f"mqtt://127.0.0.1:{broker.port}"
    wait_for(window, shows(section, "Leave this empty if you have no broker"))
    assert window.phones.publisher is None
    enter(section, "mqtt://ann:secret@127.0.0.1")
    wait_for(window, shows(section, "Others can read a password"))
    assert saved_address() == ""
    enter(section, address)
    wait_for(window, shows(section, f"Each game is published to 127.0.0.1:{broker.port}"))
    screenshot(window, "mqtt")
    assert saved_address() == address
    with closing(Follower(broker.port)) as follower:
        wait_for(window, lambda: follower.state("game") is not None)
        assert follower.state("game")["game"] == ""
        begin_game(window, "connect4", "", ("human:Anna", "human:Ben"))
        assert isinstance(window.page, TablePage)
        window.page.stage.table.play("4")
        wait_for(window, lambda: follower.state("turn")["player"] == "Ben")
        assert follower.state("last")["text"] == "4"
        section = opened(window)
        wait_for(window, lambda: follower.state("game")["game"] == "")
        assert section.field.get() == address
        enter(section, "")
        wait_for(window, lambda: follower.state("availability") == "offline")
    assert window.phones.publisher is None and saved_address() == ""


@pytest.mark.slow
def test_buttons_work_once_they_are_switched_on(window: Window, broker: Mosquitto) -> None:
    section = opened(window)
    enter(section, f"mqtt://127.0.0.1:{broker.port}")
    wait_for(window, shows(section, "Each game is published"))
    assert not buttons_allowed()
    section.switch.invoke()
    assert buttons_allowed()
    wait_for(window, lambda: window.phones.publisher is not None and window.phones.publisher.here)
    with closing(Follower(broker.port)) as follower:
        begin_game(window, "connect4", "", ("human:Anna", "human:Ben"))
        assert isinstance(window.page, TablePage)
        table = window.page.stage.table
        table.play("4")
        wait_for(window, lambda: follower.state("last") is not None and follower.state("last")["text"] == "4")
        follower.press("undo")
        wait_for(window, lambda: table.history.at == 0)
        section = opened(window)
        section.switch.invoke()
        assert not buttons_allowed()
    enter(section, "")


def opens(monkeypatch: pytest.MonkeyPatch, meanwhile: Callable[[Window], None]) -> None:
    """Open the window for a while, as the program does."""

    def run(window: Window) -> None:
        try:
            meanwhile(window)
        finally:
            window.close()

    monkeypatch.setattr("fourth_seat.ui.launch.run", run)
    assert main("connect4", ["human:Anna", "human:Ben"]) == 0


def test_a_kept_address_is_published_to_from_the_start(
    home: Path, monkeypatch: pytest.MonkeyPatch, broker: Mosquitto
) -> None:
    home.mkdir(exist_ok=True)
    save_address(f"mqtt://127.0.0.1:{broker.port}/kept")
    with closing(Follower(broker.port, "kept")) as follower:
        opens(monkeypatch, lambda window: wait_for(window, lambda: (follower.state("turn") or {}).get("player") == "Anna"))
        until(lambda: follower.state("availability") == "offline")


def test_a_kept_address_that_cannot_be_meant_is_said(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home.mkdir(exist_ok=True)
    save_address("lamp")
    notices: list[str] = []

    def meanwhile(window: Window) -> None:
        wait_for(window, lambda: window.notices.shown)
        notices.append(window.notices.shown or "")
        assert window.phones.publisher is None

    opens(monkeypatch, meanwhile)
    assert "“lamp” is not the address of a broker" in notices[0]
