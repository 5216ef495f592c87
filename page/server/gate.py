"""Who may ask at all: the right name of this computer, an address in the room, a page of ours, in good time."""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress

from aiohttp import web

MAX_CONNECTIONS = 96
IDLE_TIMEOUT_S = 15.0  # for a request to arrive whole, and between two
SWEEP_S = 2.0
SECURITY_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
    "Server": "Fourth Seat",
}
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Gate:
    """Refuses whatever could come from elsewhere than the pages of this table.

    Attributes:
        hosts: the names, with port, under which the server may be asked for.
    """

    def __init__(self, addresses: Iterable[str], *, private_only: bool) -> None:
        self._names = [*addresses, "localhost", "127.0.0.1", "::1"]
        self._private_only = private_only
        self.hosts: set[str] = set()
        self._idle: dict[asyncio.BaseProtocol, float] = {}  # connections on which no request is answered now, since when
        self._busy = 0

    def opened(self, port: int, *, usual: int) -> None:
        """The server listens on a port; names without one mean the usual port."""
        for name in self._names:
            host = f"[{name}]" if ":" in name else name
            self.hosts |= {f"{host}:{port}", *([host] if port == usual else [])}

    def is_ours(self, request: web.Request) -> bool:
        """Whether a request names this server and comes from the room."""
        return request.host.lower() in self.hosts and self._in_the_room(request.remote or "")

    @staticmethod
    def is_same_origin(request: web.Request) -> bool:
        """Whether a request was made by a page of this server itself."""
        return request.headers.get("Origin", "").lower() == f"{request.scheme}://{request.host}".lower()

    def _in_the_room(self, address: str) -> bool:
        try:
            peer = ipaddress.ip_address(address.partition("%")[0])
        except ValueError:
            return False
        mapped = getattr(peer, "ipv4_mapped", None)
        peer = mapped or peer
        return not self._private_only or peer.is_private or peer.is_loopback or peer.is_link_local

    # -- connections -------------------------------------------------------------------------------------------------------

    def protocol(self, server: web.Server) -> asyncio.BaseProtocol:
        """Return what speaks on a new connection; too many are refused."""
        if len(self._idle) + self._busy >= MAX_CONNECTIONS:
            return _Refusal()
        speaks = server()
        self._idle[speaks] = asyncio.get_running_loop().time()
        return speaks

    @web.middleware
    async def middleware(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse what is not ours, and watch over connections."""
        self._idle.pop(request.protocol, None)
        self._busy += 1
        try:
            if not self.is_ours(request):
                return web.Response(status=403)
            try:
                return await handler(request)
            except web.HTTPException as error:
                return web.Response(status=error.status)
        finally:
            self._busy -= 1
            if request.transport is not None:
                self._idle[request.protocol] = asyncio.get_running_loop().time()

    async def sweep(self) -> None:
        """Close connections on which no whole request arrives in good time, again and again."""
        while True:
            await asyncio.sleep(SWEEP_S)
            now = asyncio.get_running_loop().time()
            for speaks, since in list(self._idle.items()):
                transport = getattr(speaks, "transport", None)
                if transport is None:
                    del self._idle[speaks]
                elif now - since > IDLE_TIMEOUT_S:
                    del self._idle[speaks]
                    with suppress(RuntimeError):
                        transport.abort()


class _Refusal(asyncio.Protocol):
    """Closes a connection at once."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport.close()


async def add_headers(_: web.Request, response: web.StreamResponse) -> None:
    """Add what every answer carries."""
    for name, value in SECURITY_HEADERS.items():
        response.headers[name] = value
