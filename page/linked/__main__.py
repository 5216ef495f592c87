"""The process that maintains the connection to another table: `python -m fourth_seat.page.linked`.

The first line of its input contains its settings. It uses the token to join once, keeps the WebSocket open, and reopens it
whenever the connection is lost. JSON lines are exchanged in both directions: the table sends `{"do": "send", "message":
{...}}`, and receives the events listed in `page/linked/client.py`. The process exits when its input ends.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Mapping
from math import inf
from typing import Any

import aiohttp

from fourth_seat.boundary.json_forms import fits, parse_json, parse_message
from fourth_seat.processes.asyncio_worker import obey_input, run_worker, send_event
from fourth_seat.words import error_text

PING_S = 5.0  # between two pings of the other table
FIRST_PAUSE_S, LAST_PAUSE_S = 0.1, 1.0  # between two attempts to connect: doubled each time, up to the last
TIMEOUT_S = 5.0  # of an attempt to join or to connect
QUIET_S = 3.0  # an outage is reported once it lasts longer
MAX_MESSAGE_BYTES = 2_000_000  # from the other table
REFUSED_STATUSES = (401, 403, 404)
FORMER_COOKIE = "seat"  # of tables that were joined before the name was kept with the cookie
COMMANDS = {"send": {"message": dict}}


class TableConnection:
    """The connection to the other table."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        self._base, self._token, self._cookie = settings["base"], settings["token"], settings["cookie"]
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._out_since: float | None = None  # when the outage began; infinite once it was reported

    async def hold(self) -> None:
        """Join, connect, and reconnect after each disconnection, until the other table refuses."""
        pause = FIRST_PAUSE_S
        timeout = aiohttp.ClientTimeout(total=None, sock_connect=TIMEOUT_S)
        async with aiohttp.ClientSession(timeout=timeout, headers={"Origin": self._base}) as session:
            while True:
                try:
                    if not self._cookie:
                        await self._join(session)
                    await self._listen(session)
                    pause = FIRST_PAUSE_S
                except aiohttp.WSServerHandshakeError as error:
                    if error.status in REFUSED_STATUSES:
                        send_event({"event": "refused"})
                        return
                except PermissionError:
                    send_event({"event": "refused"})
                    return
                except (aiohttp.ClientError, OSError) as error:
                    self._report(error)
                await asyncio.sleep(pause)
                pause = min(LAST_PAUSE_S, 2 * pause)

    async def send(self, message: Any) -> None:
        """Send a message. Without a connection, it is lost; the latest line is resent after reconnecting."""
        if self._socket is not None and not self._socket.closed:
            try:
                await self._socket.send_str(json.dumps(message, separators=(",", ":")))
            except (aiohttp.ClientError, ConnectionError, RuntimeError):
                return

    async def _join(self, session: aiohttp.ClientSession) -> None:
        body = {"token": self._token, "language": "en"}
        async with asyncio.timeout(TIMEOUT_S), session.post(f"{self._base}/join", json=body) as answer:
            if answer.status in REFUSED_STATUSES or (answer.ok and not answer.cookies):
                raise PermissionError
            answer.raise_for_status()
            self._cookie = next(f"{name}={given.value}" for name, given in answer.cookies.items())
            send_event({"event": "joined", "cookie": self._cookie})

    async def _listen(self, session: aiohttp.ClientSession) -> None:
        cookie = {"Cookie": self._cookie if "=" in self._cookie else f"{FORMER_COOKIE}={self._cookie}"}
        async with asyncio.timeout(TIMEOUT_S):
            socket = await session.ws_connect(
                f"{self._base}/ws", headers=cookie, heartbeat=PING_S, max_msg_size=MAX_MESSAGE_BYTES
            )
        self._socket, self._out_since = socket, None
        send_event({"event": "here", "here": True})
        try:
            async for message in socket:
                if message.type is aiohttp.WSMsgType.TEXT:
                    self._pass_on(message.data)
        finally:
            self._socket = None
            send_event({"event": "here", "here": False})
            await socket.close()

    def _report(self, error: Exception) -> None:
        """Report that the other table cannot be reached, once per prolonged outage."""
        now = asyncio.get_running_loop().time()
        self._out_since = now if self._out_since is None else self._out_since
        if now - self._out_since > QUIET_S:
            send_event({"event": "unreachable", "reason": str(error_text(error))})
            self._out_since = inf

    @staticmethod
    def _pass_on(text: str) -> None:
        try:
            message = parse_json(text)
        except ValueError:
            return
        if fits(message, {"type": str}) and message["type"] == "line":
            send_event({"event": "message", "message": message})


async def serve(settings: Mapping[str, Any]) -> None:
    """Maintain the connection until standard input ends."""
    connection = TableConnection(settings)
    sending: set[asyncio.Task[None]] = set()

    def obey(line: str) -> None:
        if command := parse_message(line, "do", COMMANDS):
            task = asyncio.create_task(connection.send(command["message"]))
            sending.add(task)
            task.add_done_callback(sending.discard)

    holding = asyncio.create_task(connection.hold())
    await obey_input(obey)
    for task in (holding, *sending):
        task.cancel()


if __name__ == "__main__":
    sys.exit(run_worker(serve))
