"""The server's gate, which accepts only timely requests from the room and from our own pages, with a valid host name."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import sys
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from fourth_seat.boundary.faults import fault
from fourth_seat.page.private import IpAddress, is_private
from fourth_seat.page.server.own_names import OwnNames
from fourth_seat.page.server.refusals import Door, Refused

MAX_CONNECTIONS = 192
MAX_IDLE = 32  # connections of one address on which no request is answered
IDLE_TIMEOUT_S = 15.0  # for a request to arrive completely, and between two requests
SWEEP_S = 2.0
MAX_HEAD_BYTES = 4096  # of a request's line, and of each of its headers
LINGER_S = 2.0  # for a request that was refused to end
SECURITY_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
    "Server": "Fourth Seat",
}
SECURE_HEADERS = {"Cross-Origin-Opener-Policy": "same-origin"}  # over HTTP, browsers complain that they ignore it
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
SILENT = logging.getLogger("fourth_seat.page.server.silent")  # requests are not logged anywhere: they contain cookies
SILENT.addHandler(logging.NullHandler())
SILENT.propagate = False


class Gate:
    """Refuses requests that might come from pages other than this table's own.

    Attributes:
        hosts: the host names, with their ports, that requests may contain.
    """

    def __init__(self, addresses: Iterable[str], door: Door, own: OwnNames, *, private_only: bool) -> None:
        """`door` answers refused requests with the reason; `own` holds this computer's names, apart from the given
        addresses.
        """
        self._names = [*addresses, *own.known, "localhost", "127.0.0.1", "::1"]
        self._door, self._own, self._private_only = door, own, private_only
        self.hosts: set[str] = set()
        self._usual: set[int] = set()  # ports that addresses leave out
        self._visits: dict[asyncio.BaseProtocol, _Visit] = {}  # all connections, the oldest first

    def opened(self, port: int, *, usual: int) -> None:
        """Accept host names with a port that the server listens on, or without a port if it is the usual one."""
        if port == usual:
            self._usual.add(port)
        for name in self._names:
            self.hosts |= self._at_port(name, port)

    def _at_port(self, name: str, port: int) -> set[str]:
        """Return the forms that a host and a port take in requests."""
        host = f"[{name}]" if ":" in name else name
        return {f"{host}:{port}", *([host] if port in self._usual else [])}

    async def _is_named(self, host: str, visit: _Visit) -> bool:
        """Return whether a request names this server: by one of its names; as localhost with any port (for tunnels), since
        no other host can be called localhost; by the address at which it arrived, which is never the name of a foreign
        page; or by the network's name for that address.
        """
        if host in self.hosts or host in visit.hosts or host.rpartition(":")[0] == "localhost":
            return True
        name = await self._own.of_network(host.partition(":")[0], visit.here)
        if not name:
            return False
        visit.hosts |= self._at_port(name, visit.port)
        return host in visit.hosts

    @staticmethod
    def is_same_origin(request: web.Request) -> bool:
        """Return whether a request was made by one of this server's own pages."""
        return request.headers.get("Origin", "").lower() == f"{request.scheme}://{request.host}".lower()

    # -- connections -------------------------------------------------------------------------------------------------------

    def protocol(self, server: web.Server) -> asyncio.BaseProtocol:
        """Return the protocol of a new connection; if there are too many, close the one that has been idle the longest."""
        if len(self._visits) >= MAX_CONNECTIONS and not self._end_one(None):
            return _Refusal()
        speaker = GateHandler(self, server)
        self._visits[speaker] = _Visit(_now())
        return speaker

    def arrived(self, speaker: asyncio.BaseProtocol, transport: asyncio.Transport) -> None:
        """Register a connection, or abort it if it comes from outside the room."""
        peer = transport.get_extra_info("peername")
        address = address_of(peer[0]) if peer else None
        if address is None or not self._in_the_room(address):
            transport.abort()
            return
        visit = self._visits.setdefault(speaker, _Visit(_now()))
        visit.transport, visit.address = transport, address
        own = transport.get_extra_info("sockname")
        if own and (arrived_at := address_of(own[0])):
            visit.here, visit.port = str(arrived_at), own[1]
            visit.hosts = self._at_port(visit.here, visit.port)
        if sum(other.address == address and other.idle_since is not None for other in self._visits.values()) > MAX_IDLE:
            self._end_one(address)

    def left(self, speaker: asyncio.BaseProtocol) -> None:
        """Remove a connection that has ended."""
        self._visits.pop(speaker, None)

    async def sweep(self) -> None:
        """Periodically close connections that have not sent a complete request in time."""
        while True:
            await asyncio.sleep(SWEEP_S)
            for speaker, visit in list(self._visits.items()):
                if visit.idle_since is not None and _now() - visit.idle_since > IDLE_TIMEOUT_S:
                    self._end(speaker)

    def _end_one(self, address: IpAddress | None) -> bool:
        """Close the connection that has been idle the longest, among those of one address or all; return whether there was
        one.
        """
        idle = {
            speaker: visit.idle_since
            for speaker, visit in self._visits.items()
            if visit.idle_since is not None and visit.transport and address in (None, visit.address)
        }
        if idle:
            self._end(min(idle, key=idle.__getitem__))
        return bool(idle)

    def _end(self, speaker: asyncio.BaseProtocol) -> None:
        transport = self._visits.pop(speaker).transport
        if transport:
            transport.abort()

    def _in_the_room(self, address: IpAddress) -> bool:
        return not self._private_only or is_private(address)

    # -- requests ----------------------------------------------------------------------------------------------------------

    @web.middleware
    async def middleware(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer a request; refusals state the reason."""
        visit = self._visits.get(request.protocol)
        if visit is None:
            return self._door.refuse(request, 403)
        visit.idle_since = None
        here = f"{request.scheme}://{min(self._at_port(visit.here, visit.port), key=len)}"
        try:
            if not await self._is_named(request.host.lower(), visit):
                raise Refused(403, "door_elsewhere")
            return await handler(request)
        except Refused as error:
            return self._door.refuse(request, error.status, error.sentence, here)
        except web.HTTPException as error:
            return self._door.refuse(request, error.status, here=here)
        except Exception as error:
            # Nothing about the request, which contains a cookie.
            sys.stderr.write(f"{fault(error)}\n")
            return self._door.refuse(request, 500)
        finally:
            visit.idle_since = _now()

    def malformed(self, status: int) -> web.Response:
        """Return the answer to data that is not a request."""
        return self._door.refuse(None, status)


class GateHandler(web.RequestHandler):
    """An HTTP connection."""

    __slots__ = ("_gate",)

    def __init__(self, gate: Gate, server: web.Server) -> None:
        super().__init__(
            server,
            loop=asyncio.get_running_loop(),
            access_log=None,  # type: ignore[arg-type]
            logger=SILENT,
            keepalive_timeout=IDLE_TIMEOUT_S,
            lingering_time=LINGER_S,
            max_line_size=MAX_HEAD_BYTES,
            max_field_size=MAX_HEAD_BYTES,
        )
        self._gate = gate

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        assert isinstance(transport, asyncio.Transport)
        self._gate.arrived(self, transport)

    def connection_lost(self, exc: BaseException | None) -> None:
        self._gate.left(self)
        super().connection_lost(exc)

    def handle_error(
        self, request: Any, status: int = 500, exc: BaseException | None = None, message: str | None = None
    ) -> web.StreamResponse:
        """Return the answer to data that is not a request."""
        if request.writer.output_size > 0:
            raise ConnectionError("an answer has begun already")
        response = self._gate.malformed(status)
        response.force_close()
        return response


@dataclass(slots=True)
class _Visit:
    """A guest's connection.

    Attributes:
        idle_since: the time when the last answer ended; None while a request is being answered.
        transport: None until the connection is made.
        here, port: the address of this computer at which it arrived, and the port.
        hosts: the forms that these take in requests.
    """

    idle_since: float | None
    transport: asyncio.Transport | None = None
    address: IpAddress | None = None
    here: str = ""
    port: int = 0
    hosts: set[str] = field(default_factory=set)


class _Refusal(asyncio.Protocol):
    """Closes a connection immediately."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.abort()


def address_of(text: str) -> IpAddress | None:
    """Parse an address, or return None if it is invalid. An IPv4-mapped IPv6 address is returned as an IPv4 address."""
    with suppress(ValueError):
        address = ipaddress.ip_address(text.partition("%")[0])
        return getattr(address, "ipv4_mapped", None) or address
    return None


async def add_headers(request: web.Request, response: web.StreamResponse) -> None:
    """Add the headers common to all responses."""
    for name, value in {**SECURITY_HEADERS, **(SECURE_HEADERS if request.secure else {})}.items():
        response.headers[name] = value


def _now() -> float:
    return asyncio.get_running_loop().time()
