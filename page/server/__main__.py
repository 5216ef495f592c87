"""The server process: `python -m fourth_seat.page.server`.

The first line of standard input contains its settings. Commands from the host follow, one JSON line each; events are
written to standard output (`page/server/hub.py`). The process exits when its input ends.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
import sys
import time
from collections.abc import Mapping
from typing import Any

from aiohttp import web

from fourth_seat.page.server.app import PageServer
from fourth_seat.page.server.cameras import Cameras
from fourth_seat.page.server.files import page_files
from fourth_seat.page.server.gate import Gate
from fourth_seat.page.server.hub import Hub
from fourth_seat.page.server.members import Members
from fourth_seat.page.server.own_names import OwnNames
from fourth_seat.page.server.refusals import Door
from fourth_seat.page.server.security import Security
from fourth_seat.processes.asyncio_worker import obey_input, run_worker, send_event

HANDSHAKE_S = 5.0  # of TLS
HTTP, HTTPS = 80, 443  # ports that addresses leave out


async def serve(settings: Mapping[str, Any]) -> None:
    """Answer requests until standard input ends."""
    loop = asyncio.get_running_loop()
    own = OwnNames(socket.gethostname())
    security = Security(
        settings["tls"], [*settings["addresses"], *own.known], lambda text: send_event({"event": "trouble", "text": text})
    )
    cameras = Cameras()
    hub = Hub(Members(settings["guests"], time.monotonic), cameras, security, settings["words"], send_event)
    files = page_files()
    door = Door(files.joining, settings["words"])
    gate = Gate(settings["addresses"], door, own, private_only=settings["private_only"])
    runner = web.AppRunner(
        PageServer(hub, gate, cameras, door, files, security.trust).application(), access_log=None, handle_signals=False
    )
    await runner.setup()
    port = await _listen(runner, gate, settings["port"], None)
    if security.context:
        hub.secure_port = await _listen(runner, gate, settings["tls"]["port"], security.context)
    pictures = web.Application()
    pictures.router.add_get("/{secret}.mjpeg", cameras.stream)
    inside = web.AppRunner(pictures, access_log=None, handle_signals=False)
    await inside.setup()
    assert inside.server is not None
    listening = await loop.create_server(inside.server, "127.0.0.1", 0)
    hub.pictures_port = listening.sockets[0].getsockname()[1]
    send_event({"event": "listening", "port": port, "secure_port": hub.secure_port})
    sweeper = asyncio.create_task(gate.sweep())
    await obey_input(hub.obey)
    await hub.end()
    sweeper.cancel()


async def _listen(runner: web.AppRunner, gate: Gate, port: int, context: ssl.SSLContext | None) -> int:
    """Listen on a port, or on any other if it is taken; return its number."""
    loop, server = asyncio.get_running_loop(), runner.server
    assert server is not None
    for wanted in (port, 0):
        try:
            listening = await loop.create_server(
                lambda: gate.protocol(server),
                sock=_socket(wanted),
                ssl=context,
                ssl_handshake_timeout=HANDSHAKE_S if context else None,
            )
        except OSError:
            if not wanted:
                raise
            continue
        found: int = listening.sockets[0].getsockname()[1]
        gate.opened(found, usual=HTTPS if context else HTTP)
        return found
    raise AssertionError("unreachable")


def _socket(port: int) -> socket.socket:
    """Return a socket that accepts connections over IPv4 and, if the system has it, IPv6 on one port."""
    if socket.has_dualstack_ipv6():
        return socket.create_server(("", port), family=socket.AF_INET6, dualstack_ipv6=True)
    return socket.create_server(("", port))


if __name__ == "__main__":
    sys.exit(run_worker(serve))
