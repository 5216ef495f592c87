"""A phone at the table, so far as the network is concerned: it scans a link, joins, and keeps a WebSocket open."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import aiohttp

from fourth_seat.page.host import PageHost

Json = dict[str, Any]
WAIT_S = 20.0


class Phone:
    """One phone.

    Attributes:
        messages: everything that was sent to the page.
    """

    def __init__(self, host: PageHost, link: str) -> None:
        parts = urlsplit(link)
        self.base, self.token = f"{parts.scheme}://{parts.netloc}", parts.fragment
        self.messages: list[Json] = []
        self._host = host
        self._session = aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._reading: asyncio.Task[None] | None = None
        self._number = 0

    async def join(self, language: str = "en") -> int:
        """Exchange the token for a cookie; return the status."""
        body = {"token": self.token, "language": language}
        async with self._session.post(f"{self.base}/join", json=body, headers={"Origin": self.base}) as answer:
            return answer.status

    async def connect(self) -> None:
        """Open the WebSocket."""
        self._socket = await self._session.ws_connect(f"{self.base}/ws", headers={"Origin": self.base})
        self._reading = asyncio.create_task(self._read(self._socket))

    async def film(self, picture: bytes) -> None:
        """Send a picture as the phone's camera does."""
        async with self._session.ws_connect(f"{self.base}/camera", headers={"Origin": self.base}) as camera:
            await camera.send_bytes(picture)

    async def drop(self) -> None:
        """Lose the connection."""
        assert self._socket and self._reading
        self._reading.cancel()
        with suppress(asyncio.CancelledError):
            await self._reading
        await self._socket.close()

    async def send(self, message: Json) -> None:
        assert self._socket
        await self._socket.send_str(json.dumps(message))

    async def do(self, what: str, **details: Any) -> Json:
        """Ask for something, and wait for the answer."""
        self._number += 1
        number = self._number
        await self.send(
            {"type": "do", "page": "test", "id": number, "moment": self.scene["moment"], "what": what, **details}
        )
        await self.until(lambda: any(answer.get("id") == number for answer in self.messages))
        answer: Json = next(answer for answer in self.messages if answer.get("id") == number)
        return answer

    async def get(self, path: str, **more: Any) -> tuple[int, bytes]:
        """Fetch a file."""
        async with self._session.get(self.base + path, **more) as answer:
            return answer.status, await answer.read()

    async def until(self, fits: Callable[[], bool]) -> None:
        """Let the host work until a condition holds."""
        await until(self._host, fits)

    @property
    def scene(self) -> Json:
        """The newest scene."""
        return next(message for message in reversed(self.messages) if message["type"] in ("scene", "nothing"))

    def last(self, kind: str) -> Json | None:
        """Return the newest message of a kind."""
        return next((message for message in reversed(self.messages) if message["type"] == kind), None)

    async def close(self) -> None:
        if self._socket:
            await self.drop()
        await self._session.close()

    async def _read(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async for message in socket:
            if message.type is aiohttp.WSMsgType.TEXT:
                self.messages.append(json.loads(message.data))


async def until(host: PageHost, fits: Callable[[], bool]) -> None:
    """Let the host work until a condition holds."""
    async with asyncio.timeout(WAIT_S):
        while True:
            host.step()
            if fits():
                return
            await asyncio.sleep(0.005)
