"""A table with phones: the real server process, real sockets, and pages that come, play, drop out and come back."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest

from fourth_seat.page.host import PageHost
from fourth_seat.page.hosted import HostedTable
from fourth_seat.page.server.files import page_files
from fourth_seat.table.analysis.review import Review
from fourth_seat.table.table import Table
from tests.page.guest_phone import Phone, until
from tests.page.tables import HERE, table_of


@pytest.fixture
def table() -> Table:
    return table_of("connect4")


@pytest.fixture
def host(table: Table) -> Iterator[PageHost]:
    with closing(PageHost([HERE], port=0)) as host:
        host.attach(HostedTable(table, Review(table)))
        yield host


@asynccontextmanager
async def joined(host: PageHost, *seats: int, language: str = "en") -> AsyncIterator[Phone]:
    """Yield a phone whose page is open."""
    await until(host, lambda: host.port > 0)
    phone = Phone(host, host.invite(HERE, seats).link)
    try:
        while (status := await phone.join(language)) == 403:  # it is quicker than the invitation
            await asyncio.sleep(0.02)
        assert status == 204
        await phone.connect()
        await phone.until(lambda: phone.last("board") is not None and phone.last("scene") is not None)
        yield phone
    finally:
        await phone.close()


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 60))


def test_two_phones_play_and_one_watches(table: Table, host: PageHost) -> None:
    async def test() -> None:
        async with joined(host, 1) as anna, joined(host, 2, language="he") as ben, joined(host) as watcher:
            hello = ben.last("hello")
            assert hello and hello["rtl"] and hello["seats"] == [2] and hello["words"]["done"]
            assert (await anna.do("tap", cell="4"))["type"] == "done"
            await until(host, lambda: all(phone.scene["cells"] for phone in (anna, ben, watcher)))
            assert (await ben.do("tap", cell="4"))["type"] == "done"
            assert (await watcher.do("undo"))["type"] == "refused"
            assert table.history.at == 2
            assert sum(guest.here for guest in host.guests.values()) == 3
            assert ben.last("board")["title"] != anna.last("board")["title"]  # type: ignore[index]

    run(test)


def test_hints_are_offered_only_where_there_are_some(table: Table, host: PageHost) -> None:
    async def test() -> None:
        async with joined(host, 1) as anna:
            assert "hint" not in anna.scene["can"] and "stop" in anna.scene["can"]
            host.attach(HostedTable(table, Review(table), ask_hint=lambda: None))
            await anna.until(lambda: "hint" in anna.scene["can"])

    run(test)


def test_an_invitation_is_good_once(host: PageHost) -> None:
    async def test() -> None:
        async with joined(host, 1) as anna:
            other = Phone(host, f"{anna.base}/#{anna.token}")
            assert await other.join() == 403
            assert (await other.get("/"))[0] == 200  # the joining page, and nothing else
            assert (await other.get("/page.css"))[0] == 404
            assert (await other.get("/ws"))[0] == 403
            await other.close()
            assert (await anna.get("/"))[0] == 200

    run(test)


def test_a_page_that_comes_back_sends_again_what_was_not_answered(table: Table, host: PageHost) -> None:
    async def test() -> None:
        async with joined(host, 1, 2) as phone:
            await phone.do("tap", cell="4")
            again = {"type": "do", "page": "test", "id": 2, "moment": phone.scene["moment"], "what": "tap", "cell": "5"}
            await phone.until(lambda: phone.scene["cells"] != {})
            again["moment"] = phone.scene["moment"]
            await phone.send(again)
            await phone.drop()
            await until(host, lambda: table.history.at == 2)
            phone.messages.clear()
            await phone.connect()
            await phone.until(lambda: phone.last("scene") is not None)
            await phone.send(again)
            await phone.until(lambda: phone.last("done") is not None)
            assert table.history.at == 2

    run(test)


@pytest.mark.slow
def test_a_server_that_dies_is_replaced_and_pages_come_back(table: Table, host: PageHost) -> None:
    async def test() -> None:
        async with joined(host, 1, 2) as phone:
            for n in range(3):
                port = host.port
                os.kill(host.worker.process.pid, signal.SIGKILL)
                await until(host, lambda: host.port == 0)
                await until(host, lambda: host.port == port)  # noqa: B023
                phone.messages.clear()
                await phone.connect()
                await phone.until(lambda: phone.last("scene") is not None)
                assert (await phone.do("tap", cell="4"))["type"] == "done"
                assert table.history.at == n + 1
            assert host.trouble is None

    run(test)


def test_who_is_put_out_is_out(host: PageHost) -> None:
    async def test() -> None:
        async with joined(host, 1) as phone:
            host.put_out(next(iter(host.guests)))
            await asyncio.sleep(0.3)
            status, _ = await phone.get("/ws")
            assert status == 403
            assert (await phone.get(next(iter(page_files().parts))))[0] == 404

    run(test)


@pytest.mark.slow
def test_a_page_that_is_restarted_twice_keeps_its_port(host: PageHost) -> None:
    async def test() -> None:
        await until(host, lambda: host.port > 0)
        port = host.port
        host.speak_https(None)
        host.speak_https(None)  # before the first of the new servers listens
        await until(host, lambda: host.port > 0)
        assert host.port == port and not host.trouble

    run(test)


def test_guests_follow_to_the_next_table(host: PageHost) -> None:
    async def test() -> None:
        async with joined(host, 1) as phone:
            host.attach(None)
            await phone.until(lambda: phone.scene["type"] == "nothing")
            other = table_of("kalah")
            host.attach(HostedTable(other, Review(other)))
            await phone.until(lambda: (phone.last("board") or {}).get("game") == "kalah")
            await phone.until(lambda: phone.scene["type"] == "scene")
            assert (await phone.do("tap", cell="a"))["type"] == "done"
            assert other.history.at >= 1

    run(test)


def test_another_language_in_mid_game(host: PageHost) -> None:
    async def test() -> None:
        async with joined(host, 1) as phone:
            english = phone.scene["turn"]["text"]
            await phone.send({"type": "language", "language": "de"})
            await phone.until(lambda: phone.scene["turn"]["text"] != english)
            assert phone.last("hello")["language"] == "de"  # type: ignore[index]

    run(test)


@pytest.mark.slow
def test_a_phone_films_again_and_https_is_there_again_after_the_server_died(table: Table, tmp_path: Path) -> None:
    async def test() -> None:
        with closing(PageHost([HERE], port=0, tls={"authority": str(tmp_path), "port": 0})) as host:
            host.attach(HostedTable(table, Review(table)))
            async with joined(host, 1) as phone:
                guest = next(iter(host.guests))
                host.filming.start(host.guests[guest])
                ports, addresses = (host.port, host.secure_port), set()
                assert all(ports)
                for _ in range(2):
                    await phone.until(lambda: bool((phone.last("hello") or {}).get("camera")))
                    await phone.film(b"\xff\xd8 a picture")
                    await until(host, lambda: bool(host.filming.url))
                    addresses.add(host.filming.url)
                    os.kill(host.worker.process.pid, signal.SIGKILL)
                    await until(host, lambda: host.port == 0)
                    assert not host.filming.url
                    await until(host, lambda: host.port > 0)
                    assert (host.port, host.secure_port) == ports
                    phone.messages.clear()
                    await phone.connect()
                assert len(addresses) == 2
                await phone.until(lambda: bool((phone.last("hello") or {}).get("camera")))
                host.filming.stop()
                await phone.until(lambda: not (phone.last("hello") or {}).get("camera"))
                assert host.trouble is None

    run(test)


def test_nothing_listens_any_more_once_it_is_closed() -> None:
    async def test() -> None:
        with closing(PageHost([HERE], port=0)) as host:
            await until(host, lambda: host.port > 0)
            port = host.port
        with pytest.raises(OSError):
            await asyncio.open_connection(HERE, port)

    run(test)
