"""Things that the server process withstands: pages that say too much, or read nothing, and endless connections."""

from __future__ import annotations

import asyncio
import socket
import time
from contextlib import suppress

import aiohttp
import psutil
import pytest

from fourth_seat.page.server.connection import MAX_WAITING
from tests.page.server.running import HERE, RunningServer, Visitor, run, until

NO_MESSAGES: list[str | bytes] = [
    "x", "[]", "1", "{}", '{"type":1}', '{"type":"do"', '{"type":"do","x":NaN}', "[" * 9000, "x" * 20_000, b"\0",
]  # fmt: skip

SCENES = 300  # of 200 kB each: more than the buffers of a connection hold


def test_what_is_no_message_closes_the_page(server: RunningServer) -> None:
    async def test() -> None:
        async with Visitor(server.base) as anna:
            await anna.enter(server)
            for message in NO_MESSAGES:
                await anna.has("hello")
                assert anna.socket
                await (anna.socket.send_bytes(message) if isinstance(message, bytes) else anna.socket.send_str(message))
                await until(lambda: anna.closed in (1008, 1009))
                assert not server.received("message"), message
                anna.messages.clear()
                await anna.open()
            await anna.has("hello")

    run(test)


def test_messages_are_at_most_forty_a_second_and_pages_eight(server: RunningServer) -> None:
    async def test() -> None:
        async with Visitor(server.base) as anna:
            await anna.enter(server)
            begun = time.monotonic()
            with suppress(ConnectionError):
                for n in range(400):
                    await anna.say(type="do", id=n)
            # Unread data may cut the connection before its last frame arrives.
            cut = aiohttp.WSCloseCode.POLICY_VIOLATION, aiohttp.WSCloseCode.ABNORMAL_CLOSURE
            await until(lambda: anna.closed in cut)
            await until(lambda: len(server.received("message")) >= 40)
            seconds = time.monotonic() - begun  # a busy machine takes longer to send them
            assert len(server.received("message")) <= 40 * (seconds + 2)
            sockets = []
            for _ in range(8):
                await anna.open()
                sockets.append(anna.socket)
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await anna.open()
            assert refused.value.status == 429
            assert anna.socket
            for each in sockets:
                assert each
                await each.close()
            await asyncio.sleep(0.1)
            await anna.open()

    run(test)


def test_a_page_that_reads_nothing_takes_no_memory(server: RunningServer) -> None:
    """The newest scene replaces the one before; of everything else, this much is queued, and then the page is closed."""

    async def test() -> None:
        async with Visitor(server.base) as reader, Visitor(server.base) as asleep:
            await reader.enter(server)
            token = server.invite()
            while await asleep.join(token) == 403:
                await asyncio.sleep(0.02)
            await asleep.open(read=False)
            assert asleep.socket
            guest = (await server.receive("here", 2, here=True))["guest"]
            before = psutil.Process(server.process.pid).memory_info().rss
            for n in range(SCENES):  # one after the other, so that each is sent
                server.show(type="scene", n=n, filling="x" * 200_000)
                await reader.has("scene", n=n)
            grown = psutil.Process(server.process.pid).memory_info().rss - before
            assert grown < 30_000_000
            for n in range(MAX_WAITING + 1):
                server.send(do="reply", guest=guest, message={"type": "done", "id": n})
            await server.receive("here", here=False, guest=guest)
            server.show(type="scene", n=SCENES)
            await reader.has("scene", n=SCENES)

    run(test)


def test_connections_that_say_nothing_make_room_for_others(server: RunningServer) -> None:
    async def test() -> None:
        links = [socket.create_connection((HERE, server.port)) for _ in range(250)]
        for link in links:
            link.setblocking(False)
            link.sendall(b"GET / HTTP/1.1\r\nHost: ")
        async with Visitor(server.base) as anna:
            assert (await anna.get())[0] == 200
            await anna.enter(server)
            await anna.has("hello")
            alive = psutil.Process(server.process.pid).net_connections()
            assert len(alive) < 100
        for link in links:
            link.close()

    run(test)
