"""Connections at the gate that are ended in good time: those without a request, and those beyond the limit."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from aiohttp import web

from fourth_seat.page.server import gate as gate_module
from fourth_seat.page.server.files import page_files
from fourth_seat.page.server.gate import Gate
from fourth_seat.page.server.own_names import OwnNames
from fourth_seat.page.server.refusals import Door
from tests.page.server.running import HERE, SENTENCES, WORDS, run

NETWORK_NAME = "raspberrypi.fritz.box"
SLOW_S = 0.8
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate_module, "IDLE_TIMEOUT_S", SLOW_S / 3)
    monkeypatch.setattr(gate_module, "SWEEP_S", 0.02)


@asynccontextmanager
async def open_gate() -> AsyncIterator[int]:
    """Let requests through a gate to a handler that takes its time; give its port."""

    async def named(_: str) -> str:
        return NETWORK_NAME

    async def answer(_: web.Request) -> web.Response:
        await asyncio.sleep(SLOW_S)
        return web.Response(text="at last")

    gate = Gate([HERE], Door(page_files().joining, WORDS), OwnNames("raspberrypi", named), private_only=True)
    application = web.Application(middlewares=[gate.middleware])
    application.router.add_get("/", answer)
    runner = web.AppRunner(application, access_log=None, handle_signals=False)
    await runner.setup()
    server = runner.server
    assert server is not None
    listening = await asyncio.get_running_loop().create_server(lambda: gate.protocol(server), HERE, 0)
    port: int = listening.sockets[0].getsockname()[1]
    gate.opened(port, usual=80)
    sweeper = asyncio.create_task(gate.sweep())
    try:
        yield port
    finally:
        sweeper.cancel()
        listening.close()
        await runner.cleanup()


async def ask(port: int, text: str) -> Streams:
    reader, writer = await asyncio.open_connection(HERE, port)
    writer.write(text.encode())
    return reader, writer


async def rest(streams: Streams) -> str:
    """Return everything that comes until the connection ends."""
    reader, writer = streams
    try:
        async with asyncio.timeout(10):
            return (await reader.read()).decode()
    except ConnectionError:
        return ""
    finally:
        writer.close()


def request(host: str) -> str:
    return f"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"


def test_a_connection_on_which_nothing_is_asked_ends_and_one_that_waits_for_its_answer_does_not() -> None:
    async def test() -> None:
        async with open_gate() as port:
            slow, silent = await ask(port, request(f"{HERE}:{port}")), await ask(port, "GET / HTTP/1.1\r\nHost: ")
            assert await rest(silent) == ""
            assert (await rest(slow)).endswith("at last")

    run(test)


def test_a_connection_too_many_ends_where_all_others_are_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate_module, "MAX_CONNECTIONS", 1)

    async def test() -> None:
        async with open_gate() as port:
            busy = await ask(port, request(f"{HERE}:{port}"))
            await asyncio.sleep(SLOW_S / 4)
            assert await rest(await ask(port, request(f"{HERE}:{port}"))) == ""
            assert (await rest(busy)).endswith("at last")

    run(test)


def test_the_name_that_the_network_gives_is_answered_to() -> None:
    async def test() -> None:
        async with open_gate() as port:
            assert (await rest(await ask(port, request(f"{NETWORK_NAME}:{port}")))).endswith("at last")
            assert (await rest(await ask(port, request(f"raspberrypi.evil.example:{port}")))).startswith("HTTP/1.1 403")

    run(test)


def test_what_is_no_request_is_answered_in_a_sentence() -> None:
    async def test() -> None:
        async with open_gate() as port:
            answer = await rest(await ask(port, "nonsense\r\n\r\n"))
            assert " 400 " in answer.partition("\r\n")[0] and answer.endswith(SENTENCES["en"]["door_misunderstood"])

    run(test)
