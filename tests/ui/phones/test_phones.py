"""The page for phones, from the window: opened by a tap, joined with its code, shown each table, closed with the window."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from tkinter import ttk
from typing import Any

import aiohttp
import cv2
import pytest

from fourth_seat.calibration.camera_settings import CameraSettings
from fourth_seat.games import find
from fourth_seat.page.addresses import RoomAddress
from fourth_seat.processes.extras.catalogue import EXTRAS
from fourth_seat.table.seats import read_seat
from fourth_seat.table.table import Table
from fourth_seat.ui.extras.sheet import OfferSheet
from fourth_seat.ui.phones import sheet as sheets
from fourth_seat.ui.phones.sheet import PhonesSheet, code_picture
from fourth_seat.ui.table.page import TablePage, sit_down
from fourth_seat.ui.window import Window
from fourth_seat.words.direction import without_marks
from tests.page.offered import do_all
from tests.ui.conftest import screenshot
from tests.ui.patience import settle, wait_for
from tests.vision.connect4.drawings import drawn


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Isolate this computer in a network of its own."""
    places = [RoomAddress("127.0.0.1", "eth0"), RoomAddress("::1", "wlan0")]
    monkeypatch.setattr(sheets, "room_addresses", lambda: places)
    monkeypatch.setattr("fourth_seat.page.host.DEFAULT_PORT", 0)


def at_table(window: Window, name: str = "connect4") -> TablePage:
    game = find(name)
    seats = ["human:Anna", "human:Ben"]
    sit_down(window, Table.begin(game, game.options(), list(map(read_seat, seats)), None, datetime.now))
    assert isinstance(window.page, TablePage)
    settle(window, 0.2)
    return window.page


def opened(window: Window, page: TablePage) -> PhonesSheet:
    """Return the sheet, with a code to scan."""
    page.actions.invoke("phones")
    assert isinstance(page.sheet, PhonesSheet) and window.phones.host is None
    settle(window, 0.1)
    screenshot(window, "phones-ask")
    page.sheet.buttons[0].invoke()
    sheet = page.sheet
    assert isinstance(sheet, PhonesSheet)
    wait_for(window, lambda: sheet.invitation)
    return sheet


def phone(window: Window, work: Callable[[aiohttp.ClientSession, str], Coroutine[Any, Any, Any]], link: str) -> Any:
    """Let a phone do something with a link, while the window runs."""
    done: list[Any] = []

    async def run() -> None:
        async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
            done.append(await work(session, link))

    thread = threading.Thread(target=lambda: asyncio.run(run()), daemon=True)
    thread.start()
    wait_for(window, lambda: not thread.is_alive())
    assert done, "the phone has failed"
    return done[0]


async def join(session: aiohttp.ClientSession, base: str, token: str) -> None:
    body = {"token": token, "language": "en"}
    async with session.post(f"{base}/join", json=body, headers={"Origin": base}) as joined:
        assert joined.status == 204


async def plays(session: aiohttp.ClientSession, link: str) -> list[dict[str, Any]]:
    """Join, and tap column 4 once the board is there; return everything that came."""
    base, _, token = link.partition("/#")
    await join(session, base, token)
    came = []
    async with session.ws_connect(f"{base}/ws", headers={"Origin": base}) as socket:
        while True:
            message = await socket.receive_json(timeout=10)
            came.append(message)
            if message["type"] == "scene" and message["cells"]:
                return came
            if message["type"] == "scene":
                moment = message["moment"]
                tap = {"type": "do", "page": "p", "id": 1, "moment": moment, "what": "tap", "cell": "4"}
                await socket.send_json(tap)


@pytest.mark.slow
def test_a_phone_joins_by_the_code_and_plays(window: Window) -> None:
    page = at_table(window)
    sheet = opened(window, page)
    assert sheet.invitation and sheet.seats.value == (1,)
    settle(window, 0.2)
    assert sheet.body.winfo_reqwidth() <= sheet.body.winfo_width()  # nothing next to the code is cut off
    assert all(each in sheet.link.cget("text") for each in (sheet.invitation.place, sheet.invitation.code))
    came = phone(window, plays, sheet.invitation.link)
    assert {message["type"] for message in came} >= {"hello", "board", "scene"}
    assert page.stage.table.history.at == 1
    wait_for(window, lambda: page.stage.board.cells == page.stage.table.state.cells())
    wait_for(window, lambda: sheet.seats.value == (2,))  # the next phone is for anybody who has none
    assert [guest.seats for guest in window.phones.host.guests.values()] == [(1,)]  # type: ignore[union-attr]
    screenshot(window, "phones")


@pytest.mark.slow
def test_guests_stay_from_game_to_game_and_the_page_ends_with_the_window(window: Window) -> None:
    page = at_table(window)
    sheet = opened(window, page)
    assert sheet.invitation
    phone(window, plays, sheet.invitation.link)
    other = at_table(window, "kalah")
    host = window.phones.host
    assert host and len(host.guests) == 1 and other.stage.table.game.name == "kalah"
    window.go_home()
    assert window.phones.host is host
    pid = host.worker.process.pid
    window.phones.close()
    assert window.phones.host is None
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.slow
def test_put_out(window: Window) -> None:
    page = at_table(window)
    sheet = opened(window, page)
    assert sheet.invitation
    phone(window, plays, sheet.invitation.link)
    wait_for(window, lambda: [row for row in sheet.people.winfo_children() if row.winfo_children()])
    host = window.phones.host
    assert host
    host.put_out(next(iter(host.guests)))
    wait_for(window, lambda: not host.guests)


@pytest.mark.slow
def test_a_link_that_is_copied_is_good_for_its_whole_time_and_leaves_the_code_alone(window: Window) -> None:
    page = at_table(window)
    sheet = opened(window, page)
    assert sheet.invitation
    shown = sheet.invitation.link
    (copy,) = [each for each in sheet.code.master.winfo_children() if isinstance(each, ttk.Button)]
    copy.invoke()
    copied = window.root.clipboard_get()
    assert copied != shown and copied.partition("#")[0] == shown.partition("#")[0]
    assert sheet.invitation.link == shown and sheet.invitation.code in sheet.link.cget("text")
    settle(window, 0.2)
    phone(window, plays, shown)
    page.stage.table.undo()
    settle(window, 0.1)
    phone(window, plays, copied)


@pytest.mark.slow
def test_the_names_of_guests_are_shown_and_change_nothing_else(window: Window) -> None:
    page = at_table(window)
    sheet = opened(window, page)
    assert sheet.invitation

    async def names(session: aiohttp.ClientSession, link: str) -> bool:
        base, _, token = link.partition("/#")
        await join(session, base, token)
        async with session.ws_connect(f"{base}/ws", headers={"Origin": base}) as socket:
            await socket.send_json({"type": "name", "name": "Oma\n\x1b[2J"})
            await socket.receive_json(timeout=10)
        return True

    def described() -> list[str]:
        rows = [row.winfo_children() for row in sheet.people.winfo_children()]
        return [without_marks(each.cget("text")) for row in rows for each in row if type(each) is ttk.Label]

    phone(window, names, sheet.invitation.link)
    wait_for(window, lambda: described() == ["Oma \ufffd[2J: Anna, currently not connected"])


@pytest.mark.slow
def test_each_choice_has_a_code_of_its_own(window: Window) -> None:
    page = at_table(window)
    sheet = opened(window, page)
    assert set(sheet.seats.names) == {(1,), (2,), (1, 2), ()}
    assert sheet.address and sheet.invitation
    links = {sheet.invitation.link}
    for seats in sheet.seats.names:
        sheet.seats._choose(seats)
        settle(window)
        assert sheet.invitation.seats == seats
        links.add(sheet.invitation.link)
    sheet.address._choose("::1")
    settle(window)
    assert "[::1]" in sheet.invitation.link
    assert len(links) == 5


@pytest.mark.slow
def test_https_is_spoken_when_it_is_switched_on(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fourth_seat.page.https.DEFAULT_PORT", 0)
    page = at_table(window)
    sheet = opened(window, page)
    host = window.phones.host
    assert host and sheet.https and sheet.invitation and not host.secure_port
    phone(window, plays, sheet.invitation.link)
    port, used = host.port, sheet.invitation
    sheet.https.invoke()
    wait_for(window, lambda: host.secure_port)
    wait_for(window, lambda: sheet.invitation and sheet.invitation is not used)
    assert host.port == port and len(host.guests) == 1
    screenshot(window, "phones-https")
    page.open_sheet(PhonesSheet(page, page.stage.table, window.phones))
    assert isinstance(page.sheet, PhonesSheet) and page.sheet.https
    assert page.sheet.https.instate(["selected"])
    page.sheet.https.invoke()
    wait_for(window, lambda: host.port and not host.secure_port)


@pytest.mark.slow
def test_a_phone_is_the_camera_until_the_window_stops_it(window: Window) -> None:
    page = at_table(window)
    sheet = opened(window, page)
    assert sheet.invitation
    empty = cv2.imencode(".jpg", drawn({})[0])[1].tobytes()
    stopped = threading.Event()

    async def films(session: aiohttp.ClientSession, link: str) -> list[dict[str, Any]]:
        base, _, token = link.partition("/#")
        await join(session, base, token)
        messages: list[dict[str, Any]] = []
        async with session.ws_connect(f"{base}/ws", headers={"Origin": base}) as socket:
            await socket.send_json({"type": "film", "on": True})
            while not messages:
                message = await socket.receive_json(timeout=10)
                messages += [message] if message["type"] == "camera" else []
            async with session.ws_connect(f"{base}/camera", headers={"Origin": base}) as camera:
                while messages[-1]["on"]:
                    with suppress(ConnectionError):  # the page closes this connection before it says that it has stopped
                        await camera.send_bytes(empty)
                    with suppress(TimeoutError):
                        message = await socket.receive_json(timeout=0.1)
                        messages += [message] if message["type"] == "camera" else []
                    if messages[-1]["corners"]:
                        stopped.set()
        return messages

    def stop() -> None:
        if page.camera.watching and page.camera.watching.grid and stopped.is_set():
            page.camera.panel.more.entries()["Stop the camera"]()  # type: ignore[union-attr]
            return
        window.root.after(100, stop)

    stop()
    messages = phone(window, films, sheet.invitation.link)
    assert messages[0]["on"] and "see the whole board" in messages[0]["text"]
    assert any(len(each["cells"]) == len(page.stage.geometry.cells) for each in messages)
    assert "no longer" in messages[-1]["text"]
    assert page.camera.watching is None and page.camera.chosen == CameraSettings()
    assert window.phones.host and window.phones.host.filming.guest is None


def test_without_the_package_the_sheet_offers_it(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    page = at_table(window)
    monkeypatch.setitem(EXTRAS, "trust", replace(EXTRAS["trust"], modules=("a_package_that_nobody_has",)))
    page.actions.invoke("phones")
    assert isinstance(page.sheet, PhonesSheet) and page.sheet.https is None
    (add,) = [child for child in page.sheet.body.winfo_children() if isinstance(child, ttk.Button)]
    add.invoke()
    assert isinstance(page.sheet, OfferSheet)


def test_nothing_of_it_is_there_until_it_is_opened(window: Window) -> None:
    page = at_table(window)
    page.actions.invoke("phones")
    assert page.sheet
    page.sheet.buttons[1].invoke()
    settle(window, 0.1)
    assert window.phones.host is None


def test_a_code_has_squares_of_one_size_and_quiet_ground() -> None:
    squares = [[(row + column) % 2 == 0 for column in range(25)] for row in range(25)]
    picture = code_picture(squares, 210)
    assert picture.width == picture.height == 33 * 6
    assert picture.getpixel((0, 0)) == 255 and picture.getpixel((4 * 6, 4 * 6)) == 0


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["connect4", "blokus"])
def test_the_window_does_what_its_phones_are_offered(window: Window, name: str) -> None:
    game = find(name)
    seats = [read_seat("human")] * game.seats(game.options())
    sit_down(window, Table.begin(game, game.options(), seats, None, datetime.now))
    assert isinstance(window.page, TablePage)
    sheet = opened(window, window.page)
    sheet.seats._choose(next(seats for seats in sheet.seats.names if len(seats) > 1))
    settle(window, 0.2)
    assert sheet.invitation

    async def all_of_it(_: aiohttp.ClientSession, link: str) -> tuple[set[str], list[str]]:
        return await do_all(link, types=name == "connect4")

    done, refused = phone(window, all_of_it, sheet.invitation.link)
    assert not refused
    assert {"undo", "hint", "resign", "next"} <= done


def test_the_seat_of_a_table_that_was_linked_is_offered_again(window: Window) -> None:
    game = find("connect4")
    seats = list(map(read_seat, ["human:Anna", "table:guest"]))
    sit_down(window, Table.begin(game, game.options(), seats, None, datetime.now))
    assert isinstance(window.page, TablePage)
    sheet = opened(window, window.page)
    assert (2,) in sheet.seats.names and sheet.other_table is None


def _other(sheet: PhonesSheet, seats: tuple[int, ...]) -> bool:
    return sheet.seats.value != seats


@pytest.mark.slow
def test_a_removed_phone_leaves_its_seat_to_the_next_one(window: Window) -> None:
    sheet = opened(window, at_table(window))
    host = window.phones.host
    assert host
    for seats in ((1,), (2,)):
        assert sheet.invitation and sheet.invitation.seats == seats
        phone(window, plays, sheet.invitation.link)
        wait_for(window, partial(_other, sheet, seats))
    assert sheet.seats.value == ()
    host.put_out(next(iter(host.guests)))
    wait_for(window, lambda: sheet.seats.value == (1,))


@pytest.mark.slow
def test_the_other_table_is_joined_again_by_a_new_link(window: Window) -> None:
    game = find("connect4")
    seats = list(map(read_seat, ["table:localhost:1", "human:Ben"]))
    sit_down(window, Table.begin(game, game.options(), seats, None, datetime.now))
    page = window.page
    assert isinstance(page, TablePage) and window.phones.links.link is None
    page.actions.invoke("phones")
    sheet = page.sheet
    assert isinstance(sheet, PhonesSheet) and sheet.other_table
    sheet.other_table.link.insert(0, "nonsense")
    sheet.other_table.join.invoke()
    assert "not a link" in sheet.other_table.answer.cget("text")
    sheet.other_table.link.delete(0, "end")
    sheet.other_table.link.insert(0, "http://localhost:2/#ToKeN")
    sheet.other_table.join.invoke()
    assert window.phones.links.link and page.stage.table.seat(1) == read_seat("table:localhost:2")


@pytest.mark.slow
def test_a_page_that_was_opened_from_the_command_line_shows_its_code_and_stays_in_sight(window: Window) -> None:
    window.phones.open()
    page = at_table(window)
    assert isinstance(page.sheet, PhonesSheet)
    sheet = page.sheet
    wait_for(window, lambda: sheet.invitation)
    page.sheet.close()
    wait_for(window, lambda: "phones_open" in page.actions.toolbar.shown)
    screenshot(window, "phones-sign")
    page.actions.toolbar.buttons["phones_open"].invoke()
    assert isinstance(page.sheet, PhonesSheet)
    page.sheet.close()
    other = at_table(window, "kalah")
    assert other.sheet is None  # it was seen
    wait_for(window, lambda: "phones_open" in other.actions.toolbar.shown)
    window.phones.close()
    wait_for(window, lambda: "phones_open" not in other.actions.toolbar.shown)
