"""The server process: `python -m page.server`; its settings are the first line of standard input.

Commands of the host follow, a JSON line each; events go to standard output (`page/server/hub.py`). It ends with its input.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from aiohttp import web

from page.server.app import PageServer
from page.server.cameras import Cameras
from page.server.gate import Gate
from page.server.hub import Hub
from page.server.members import Members
from processes.asyncio_worker import obey_input, run_worker, send_event
from words import error_text

HANDSHAKE_S = 5.0  # of TLS
HTTP, HTTPS = 80, 443  # ports that addresses leave out


async def serve(settings: Mapping[str, Any]) -> None:
    """Answer requests until standard input ends."""
    loop = asyncio.get_running_loop()
    gate = Gate(settings["addresses"], private_only=settings["private_only"])
    members = Members(settings["guests"], time.monotonic)
    cameras = Cameras()
    hub = Hub(members, cameras, send_event)
    context, trust = _security(settings["tls"], settings["addresses"])
    runner = web.AppRunner(PageServer(hub, gate, cameras, trust).application(), access_log=None, handle_signals=False)
    await runner.setup()
    port = await _listen(runner, gate, settings["port"], None)
    hub.trust = bool(trust)
    hub.secure_name = (settings["tls"] or {}).get("name", "")
    if context:
        hub.secure_port = await _listen(runner, gate, settings["tls"]["port"], context)
    pictures = web.Application()
    pictures.router.add_get("/{secret}.mjpeg", cameras.stream)
    own = web.AppRunner(pictures, access_log=None, handle_signals=False)
    await own.setup()
    assert own.server is not None
    listening = await loop.create_server(own.server, "127.0.0.1", 0)
    hub.pictures_port = listening.sockets[0].getsockname()[1]
    send_event({"event": "listening", "port": port, "secure_port": hub.secure_port})
    sweeper = asyncio.create_task(gate.sweep())
    await obey_input(hub.obey)
    await hub.end()
    sweeper.cancel()


async def _listen(runner: web.AppRunner, gate: Gate, port: int, context: ssl.SSLContext | None) -> int:
    """Listen on a port, or on any where it is taken; return which."""
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


def _security(tls: Mapping[str, Any] | None, addresses: list[str]) -> tuple[ssl.SSLContext | None, dict[str, bytes]]:
    """Return how HTTPS is spoken, and the files by which phones come to trust this computer, by their path.

    `tls` names a certificate and its key, or the folder of our own authority.
    """
    if tls is None:
        return None, {}
    trust: dict[str, bytes] = {}
    certificate, key = tls.get("certificate"), tls.get("key")
    if folder := tls.get("authority"):
        try:
            from page.server.certificates import authority, sign_server  # with a package that is optional
        except ImportError:
            send_event({"event": "trouble", "text": "the package cryptography is missing"})
            return None, {}
        try:
            signer = authority(Path(folder), socket.gethostname())
            certificate, key = sign_server(signer, Path(folder), addresses)
        except OSError as error:
            send_event({"event": "trouble", "text": f"{folder}: {error_text(error)}"})
            return None, {}
        trust = {"/trust/fourth-seat.crt": signer.der, "/trust/fourth-seat.mobileconfig": signer.profile}
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        context.load_cert_chain(str(certificate), str(key), password=lambda: "")  # nobody could be asked for one
    except OSError as error:
        send_event({"event": "trouble", "text": f"{certificate}: {error_text(error)}"})
        return None, {}
    return context, trust


def _socket(port: int) -> socket.socket:
    """Return a socket that takes connections of IPv4 and, where the system has it, IPv6 on one port."""
    if socket.has_dualstack_ipv6():
        return socket.create_server(("", port), family=socket.AF_INET6, dualstack_ipv6=True)
    return socket.create_server(("", port))


if __name__ == "__main__":
    sys.exit(run_worker(serve))
