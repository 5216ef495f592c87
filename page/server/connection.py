"""The connection to an open page, with a queue of messages in which the latest board and scene replace older ones."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress

from aiohttp import WSCloseCode, web

from fourth_seat.page.server.gate import address_of
from fourth_seat.page.server.members import Member

MAX_WAITING = 100  # messages; a page that leaves more unread is closed
SEND_TIMEOUT_S = 20.0
CLOSE_TIMEOUT_S = 2.0  # for a page to answer the closing handshake
KEPT_KINDS = ("hello", "board", "scene")  # kinds of which only the newest counts, in the order in which they are sent


class Connection:
    """Sends messages to one page, as fast as it reads them.

    Attributes:
        member: the member who has opened the page.
        board: the tag of the board that the page has cached from an earlier connection; empty for none.
        names: the name of this computer that the page knows, and the address that its requests arrive at.
    """

    def __init__(self, socket: web.WebSocketResponse, request: web.Request, member: Member) -> None:
        self.member = member
        self.board = request.query.get("board", "")
        own = request.transport.get_extra_info("sockname") if request.transport else None
        arrived_at = address_of(own[0]) if own else None
        self.names = [request.url.host or "", *([str(arrived_at)] if arrived_at else [])]
        self._socket, self._transport = socket, request.transport
        self._newest: dict[str, str] = {}
        self._waiting: deque[str] = deque()
        self._wake = asyncio.Event()
        self._closing: asyncio.Task[None] | None = None

    def put(self, kind: str, text: str) -> None:
        """Queue a message for sending; it replaces an older one if only the latest of its kind counts."""
        if self._closing:
            return
        if kind in KEPT_KINDS:
            self._newest[kind] = text
        elif len(self._waiting) >= MAX_WAITING:
            self.close(WSCloseCode.TRY_AGAIN_LATER)
        else:
            self._waiting.append(text)
        self._wake.set()

    async def write(self) -> None:
        """Send queued messages until the page is closed."""
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

    def close(self, code: int = WSCloseCode.OK, last: str = "") -> asyncio.Task[None]:
        """Close the page's connection after an optional last message; abort it if the page does not answer in time."""
        if self._closing is None:
            self._waiting.clear()
            self._newest.clear()
            self._closing = asyncio.create_task(self._close(code, last))
        return self._closing

    async def _close(self, code: int, last: str) -> None:
        try:
            with suppress(ConnectionError, RuntimeError, TimeoutError):
                async with asyncio.timeout(CLOSE_TIMEOUT_S):
                    if last:
                        await self._socket.send_str(last)
                    await self._socket.close(code=code)
        finally:
            if self._transport:
                self._transport.abort()

    def _next(self) -> str | None:
        for kind in KEPT_KINDS:
            if kind in self._newest:
                return self._newest.pop(kind)
        return self._waiting.popleft() if self._waiting else None
