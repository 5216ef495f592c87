"""The server process of the page, run the way the host runs it, and its messages."""

from __future__ import annotations

import asyncio
import hashlib
import re
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

import aiohttp

from fourth_seat.page.host import read_message
from fourth_seat.page.wording import in_every_language
from fourth_seat.processes.worker import WorkerProcess

WORDS = in_every_language()
SENTENCES = {language: sentences for language, (sentences, _) in WORDS.items()}
REFUSALS = re.compile(
    "|".join(
        re.escape(text).replace(r"\{address\}", r"http://[\w.:\[\]]+")
        for sentences in SENTENCES.values()
        for key, text in sentences.items()
        if key.startswith("door_")
    )
)
HERE = "127.0.0.1"
WAIT_S = 30.0
Json = dict[str, Any]


class RunningServer:
    """A server process.

    Attributes:
        settings: those with which it was started.
        events: everything that it has said.
        port: where it listens.
    """

    def __init__(self, **changed: Any) -> None:
        """`changed` are settings that differ from the usual ones."""
        self.settings: Json = {
            "port": 0, "addresses": [HERE], "tls": None, "guests": [], "private_only": True, "words": WORDS, **changed,
        }  # fmt: skip
        self.events: list[Json] = []
        self.process = WorkerProcess("fourth_seat.page.server", (), self.settings, read_message, niceness=0)
        self.port = self.secure_port = 0

    def __enter__(self) -> Self:
        listening = self.wait_for("listening")
        self.port, self.secure_port = listening["port"], listening["secure_port"]
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.process.close()

    @property
    def base(self) -> str:
        """The address of the page."""
        return f"http://{HERE}:{self.port}"

    def send(self, **command: Any) -> None:
        """Send a command of the host."""
        self.process.send(command)

    def show(self, language: str = "en", **message: Any) -> None:
        """Send pages a message."""
        self.send(do="send", language=language, message=message)

    def invite(self, *seats: int, seconds: float = 120, name: str = "", code: str = "") -> str:
        """Return a token that admits one phone, as does the `code`, if there is one."""
        token = secrets.token_urlsafe(16)
        token_hash = hashlib.sha256(token.encode()).hexdigest()
        code_hash = hashlib.sha256(code.encode()).hexdigest() if code else ""
        self.send(do="invite", token_hash=token_hash, code_hash=code_hash, seats=list(seats), name=name, seconds=seconds)
        return token

    def received(self, event: str, **details: Any) -> list[Json]:
        """Return its messages of this kind."""
        self.events += self.process.lines()
        wanted = {"event": event, **details}
        return [each for each in self.events if wanted.items() <= each.items()]

    def wait_for(self, event: str, count: int = 1, **details: Any) -> Json:
        """Wait until it has said something this many times; return the last message."""
        end = time.monotonic() + WAIT_S
        while len(found := self.received(event, **details)) < count:
            if time.monotonic() > end:
                raise TimeoutError(f"{event} {details}: {self.events[-5:]}")
            time.sleep(0.005)
        return found[-1]

    async def receive(self, event: str, count: int = 1, **details: Any) -> Json:
        """Wait in the same way, while others work."""
        return await asyncio.to_thread(self.wait_for, event, count, **details)


def refuses(answer: tuple[int, bytes], *statuses: int) -> bool:
    """Return whether an answer is a refusal with one of these statuses, or any, and one sentence as its body."""
    status, body = answer
    return status in (statuses or range(400, 500)) and REFUSALS.fullmatch(body.decode()) is not None


class Visitor:
    """A browser, so far as the network is concerned.

    Attributes:
        base: the address that it requests.
        origin: that of the requesting page.
        messages: those received over its WebSocket.
        closed: the code with which that was closed; None while it is open.
    """

    def __init__(self, base: str, *, source: str | None = None, **more: Any) -> None:
        """`source` is the address from which it comes."""
        self.base = self.origin = base
        self.messages: list[Json] = []
        self.closed: int | None = None
        connector = aiohttp.TCPConnector(local_addr=(source, 0) if source else None, force_close=True, **more)
        self.session = aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.CookieJar(unsafe=True))
        self.socket: aiohttp.ClientWebSocketResponse | None = None
        self._sockets: list[aiohttp.ClientWebSocketResponse] = []
        self._readings: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        for reading in self._readings:
            reading.cancel()
            with suppress(asyncio.CancelledError):
                await reading
        for each in self._sockets:
            await each.close()
        await self.session.close()

    async def get(self, path: str = "/", **headers: str) -> tuple[int, bytes]:
        """Fetch a file."""
        async with self.session.get(self.base + path, headers=headers, allow_redirects=False) as answer:
            return answer.status, await answer.read()

    async def join(self, token: str, language: str = "en", **headers: str) -> int:
        """Exchange a token for a cookie; return the status."""
        return await self._join({"token": token, "language": language}, headers)

    async def join_by_code(self, code: str) -> int:
        """Exchange a short code for a cookie; return the status."""
        return await self._join({"code": code, "language": "en"}, {})

    async def _join(self, body: Json, headers: Mapping[str, str]) -> int:
        headers = {"Origin": self.origin, **headers}
        async with self.session.post(f"{self.base}/join", json=body, headers=headers) as answer:
            return answer.status

    async def enter(self, server: RunningServer, *seats: int, language: str = "en") -> Self:
        """Join by a fresh invitation, and open the page."""
        token = server.invite(*seats)
        while (status := await self.join(token, language)) == 403:  # it is quicker than the invitation
            await asyncio.sleep(0.02)
        assert status == 204, status
        return await self.open()

    async def open(self, path: str = "/ws", *, read: bool = True) -> Self:
        """Open the WebSocket."""
        self.closed = None
        self.socket = await self.session.ws_connect(
            self.base + path, headers={"Origin": self.origin}, max_msg_size=0, autoping=True
        )
        self._sockets.append(self.socket)
        if read:
            self._readings.append(asyncio.create_task(self._read(self.socket)))
        return self

    async def say(self, **message: Any) -> None:
        """Send a message over the WebSocket."""
        assert self.socket
        await self.socket.send_json(message)

    async def has(self, kind: str, **details: Any) -> Json:
        """Wait until the newest message of a kind is like this."""
        wanted: Mapping[str, Any] = {"type": kind, **details}
        newest: Json = {}

        def found() -> bool:
            nonlocal newest
            newest = next((message for message in reversed(self.messages) if message["type"] == kind), {})
            return wanted.items() <= newest.items()

        await until(found)
        return newest

    async def _read(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async for message in socket:
            if message.type is aiohttp.WSMsgType.TEXT:
                self.messages.append(message.json())
        self.closed = socket.close_code or 0


async def until(fits: Callable[[], bool]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(WAIT_S):
        while not fits():
            await asyncio.sleep(0.005)


def run(test: Callable[[], Awaitable[None]]) -> None:
    """Run a test that waits for several at once."""
    asyncio.run(asyncio.wait_for(test(), 90))
