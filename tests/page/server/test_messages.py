"""The messages that the server process passes on between the host and pages, on real sockets."""

from __future__ import annotations

import asyncio
import time

import aiohttp
import pytest

from tests.page.server.running import SENTENCES, RunningServer, Visitor, run, until


def test_whoever_comes_gets_the_newest_board_and_scene_of_their_language(server: RunningServer) -> None:
    async def test() -> None:
        for n in range(3):
            server.show(type="board", n=n)
            server.show(type="scene", n=n)
            server.show("de", type="scene", n=-n)
        async with Visitor(server.base) as anna, Visitor(server.base) as ben:
            await anna.enter(server)
            await anna.has("scene", n=2)
            assert [message["type"] for message in anna.messages] == ["hello", "board", "scene"]
            await ben.enter(server, language="de")
            await ben.has("scene", n=-2)
            assert [message["type"] for message in ben.messages] == ["hello", "scene"]
            server.show(type="nothing", text="no game")
            await anna.has("nothing")
            async with Visitor(server.base) as later:
                await later.enter(server)
                await later.has("nothing")
                assert "scene" not in [message["type"] for message in later.messages]
            await ben.say(type="language", language="en")
            await ben.has("nothing")
            await ben.has("hello", language="en", words=SENTENCES["en"])
            assert (await server.receive("message"))["message"] == {"type": "language", "language": "en"}
            await ben.say(type="language", language=[])
            await ben.say(type="language", language="xx")
            await ben.say(type="ping")
            await ben.has("pong")
            assert (await ben.has("hello"))["language"] == "en"

    run(test)


def test_messages_reach_the_host_and_answers_their_guest(server: RunningServer) -> None:
    async def test() -> None:
        async with Visitor(server.base) as anna, Visitor(server.base) as ben:
            await anna.enter(server, 1)
            await ben.enter(server, 2)
            guest = server.wait_for("joined", seats=[1])["guest"]
            await anna.say(type="do", page="p", id=1, moment=1, what="tap", cell="e5")
            event = await server.receive("message")
            assert (event["guest"], event["message"]["cell"]) == (guest, "e5")
            server.send(do="reply", guest=guest, message={"type": "done", "page": "p", "id": 1})
            await anna.has("done", id=1)
            await anna.say(type="name", name="Anna" * 100)
            assert len((await anna.has("hello", name="Anna" * 10))["name"]) == 40
            assert not [message for message in ben.messages if message["type"] == "done"]

    run(test)


def test_who_is_here_is_said_once_for_all_pages_of_a_guest(server: RunningServer) -> None:
    async def test() -> None:
        async with Visitor(server.base) as anna:
            await anna.enter(server)
            first = anna.socket
            await anna.open()
            await server.receive("here", here=True)
            assert first
            await first.close()
            await anna.say(type="ping")
            await anna.has("pong")
            assert not server.received("here", here=False)
            assert anna.socket
            await anna.socket.close()
            await server.receive("here", here=False)

    run(test)


def test_a_phone_does_not_become_another_table(server: RunningServer) -> None:
    """It would lose its seat's name, and nobody could enter its moves: a program joins by a link of its own."""

    async def test() -> None:
        async with Visitor(server.base) as anna, Visitor(server.base) as program:
            await anna.enter(server, 1)
            assert (await anna.get("/"))[0] == 200
            await anna.say(type="table", new=True)
            await until(lambda: anna.closed == aiohttp.WSCloseCode.POLICY_VIOLATION)
            assert not server.received("message")
            await program.enter(server, 2)
            await program.say(type="table", new=True)
            assert (await server.receive("message"))["message"] == {"type": "table", "new": True}

    run(test)


def test_who_is_put_out_hears_nothing_more(server: RunningServer) -> None:
    async def test() -> None:
        async with Visitor(server.base) as anna:
            await anna.enter(server, 1)
            guest = (await server.receive("here", here=True))["guest"]
            server.send(do="put_out", guest=guest)
            await until(lambda: anna.closed == aiohttp.WSCloseCode.POLICY_VIOLATION)
            assert await anna.has("bye", text=SENTENCES["en"]["removed"])
            async with Visitor(server.base) as stranger:
                assert await anna.get("/") == await stranger.get("/")
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await anna.open()

    run(test)


def test_pages_hear_that_the_table_closes() -> None:
    async def test() -> None:
        with RunningServer() as server:
            async with Visitor(server.base) as anna:
                await anna.enter(server, language="de")
                server.send(do="close")
                start = time.monotonic()
                await asyncio.to_thread(server.process.close)
                assert time.monotonic() - start < 5
                await anna.has("bye", text=SENTENCES["de"]["closed"])
                await until(lambda: anna.closed == aiohttp.WSCloseCode.GOING_AWAY)

    run(test)
