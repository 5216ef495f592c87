"""One open page: what waits to be sent to it, the newest board and scene in place of older ones."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress

from aiohttp import WSCloseCode, web

from page.server.members import Member

MAX_WAITING = 100  # messages; a page that leaves more unread is closed
SEND_TIMEOUT_S = 20.0
MAX_MESSAGES, MESSAGES_S = 40, 1.0  # from a page: so many within so many seconds
KEPT = ("hello", "board", "scene")  # kinds of which only the newest counts, in the order in which they are sent


class Connection:
    """Sends messages to one page, as fast as it reads them.

    Attributes:
        member: whose page it is.
    """

    def __init__(self, socket: web.WebSocketResponse, member: Member, clock: Callable[[], float]) -> None:
        self.member = member
        self._socket, self._clock = socket, clock
        self._newest: dict[str, str] = {}
        self._waiting: deque[str] = deque()
        self._wake = asyncio.Event()
        self._received: deque[float] = deque(maxlen=MAX_MESSAGES)  # when

    def put(self, kind: str, text: str) -> None:
        """Send a message soon; it takes the place of an older one of a kind of which only the newest counts."""
        if kind in KEPT:
            self._newest[kind] = text
        elif len(self._waiting) >= MAX_WAITING:
            self.close(WSCloseCode.TRY_AGAIN_LATER)
        else:
            self._waiting.append(text)
        self._wake.set()

    def may_say_more(self) -> bool:
        """Note that a message came; whether there were not too many of late."""
        now = self._clock()
        crowded = len(self._received) == MAX_MESSAGES and self._received[0] > now - MESSAGES_S
        self._received.append(now)
        return not crowded

    async def write(self) -> None:
        """Send what waits, until the page is closed."""
        while not self._socket.closed:
            await self._wake.wait()
            self._wake.clear()
            while text := self._next():
                try:
                    async with asyncio.timeout(SEND_TIMEOUT_S):
                        await self._socket.send_str(text)
                except (ConnectionError, RuntimeError, TimeoutError):
                    self.close(WSCloseCode.GOING_AWAY)
                    return

    def close(self, code: int = WSCloseCode.OK) -> None:
        """Close the page's connection without waiting for its answer."""
        task = asyncio.ensure_future(self._close(code))
        task.add_done_callback(lambda done: done.exception())

    async def _close(self, code: int) -> None:
        with suppress(ConnectionError, RuntimeError):
            await self._socket.close(code=code)

    def _next(self) -> str | None:
        for kind in KEPT:
            if kind in self._newest:
                return self._newest.pop(kind)
        return self._waiting.popleft() if self._waiting else None
