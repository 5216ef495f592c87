"""The process that holds the connection to a broker: `python -m page.mqtt`; its settings are the first line.

Commands follow on standard input, a JSON line each: `{"do": "retain", "topic", "payload"}` for a state that the broker
retains, `{"do": "publish", "topic", "payload"}` for an event. To standard output go the events of `page/mqtt/publisher.py`.
It reconnects after each cut, and then publishes all that is retained again; it subscribes to nothing. It ends with
its input.
"""

from __future__ import annotations

import asyncio
import errno
import os
import secrets
import ssl
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from paho.mqtt.client import Client, DisconnectFlags
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from boundary.json_forms import parse_message
from processes.asyncio_worker import obey_input, run_worker, send_event

KEEPALIVE_S = 15  # after one and a half times as long without a packet, the broker publishes the last will
FIRST_PAUSE_S, LAST_PAUSE_S = 0.2, 5.0  # between two attempts to connect: doubled each time, up to the last
GOODBYE_S = 0.7  # for the broker to take the last message
AT_LEAST_ONCE = 1  # quality of service
HUNG_UP = os.strerror(errno.ECONNRESET)  # Paho calls it an unspecified error
ONLINE, OFFLINE = "online", "offline"
COMMANDS = {"retain": {"topic": str, "payload": str}, "publish": {"topic": str, "payload": str}}


class Connection:
    """The connection to the broker. Paho's own thread only reads and writes; all else happens in the loop."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        """`settings`: `host`, `port`, `tls`, `ca`, `user`, `password`, and the topic `availability`."""
        self._settings, self._availability = settings, settings["availability"]
        # One name for all connections: a broker that has not noticed a cut then ends the old one, its last will included,
        # before it takes the new one.
        self._name = f"fourth-seat-{secrets.token_hex(4)}"
        self._kept: dict[str, str] = {}  # payloads by topic
        self._client: Client | None = None  # while the broker takes messages
        self._trouble = ""

    async def hold(self) -> None:
        """Connect, and connect again after each cut."""
        pause = FIRST_PAUSE_S
        while True:
            try:
                if await self._connect():
                    pause = FIRST_PAUSE_S
            except (OSError, ValueError) as error:  # ValueError: a name that is none, such as one with an empty label
                self._report(getattr(error, "strerror", None) or str(error) or type(error).__name__)
            await asyncio.sleep(pause)
            pause = min(LAST_PAUSE_S, 2 * pause)

    def obey(self, line: str) -> None:
        """Carry out a command of the host."""
        if command := parse_message(line, "do", COMMANDS):
            topic, payload = command["topic"], command["payload"]
            retain = command["do"] == "retain"
            if retain:
                self._kept[topic] = payload
            if self._client:  # events during a cut are dropped; what is retained is published after it
                self._client.publish(topic, payload, AT_LEAST_ONCE, retain=retain)

    async def end(self) -> None:
        """Publish that the table is offline, and disconnect."""
        if client := self._client:
            self._client = None
            last = client.publish(self._availability, OFFLINE, AT_LEAST_ONCE, retain=True)
            with suppress(RuntimeError, ValueError):  # the connection is lost; the broker publishes the last will
                await asyncio.to_thread(last.wait_for_publish, GOODBYE_S)
            client.disconnect()

    async def _connect(self) -> bool:
        """Hold one connection until it is lost. Returns whether the broker took it.

        Raises:
            OSError, ValueError: there is none.
        """
        loop, lost = asyncio.get_running_loop(), asyncio.Event()
        answered = accepted = False

        def opened(client: Client, reason: ReasonCode) -> None:
            nonlocal answered, accepted
            answered = True
            if reason.is_failure:
                self._report(str(reason))
                lost.set()
            else:
                accepted = True
                self._greet(client)

        def on_connect(client: Client, _: Any, __: Any, reason: ReasonCode, ___: Properties | None) -> None:
            loop.call_soon_threadsafe(opened, client, reason)

        def closed(reason: ReasonCode) -> None:
            if not answered:  # it is no broker, or one that hangs
                self._report(HUNG_UP if reason == "Unspecified error" else str(reason))
            lost.set()

        def on_disconnect(_: Client, __: Any, ___: DisconnectFlags, reason: ReasonCode, ____: Properties | None) -> None:
            loop.call_soon_threadsafe(closed, reason)

        client = self._new_client()
        client.on_connect, client.on_disconnect = on_connect, on_disconnect
        await asyncio.to_thread(client.connect, self._settings["host"], self._settings["port"], KEEPALIVE_S)
        client.loop_start()  # its thread ends with the connection
        await lost.wait()
        if self._client:
            self._client = None
            send_event({"event": "here", "here": False})
        return accepted

    def _new_client(self) -> Client:
        """Return a client that has sent nothing: one that was cut would send old states again, after the newest."""
        client = Client(CallbackAPIVersion.VERSION2, self._name, reconnect_on_failure=False)
        client.will_set(self._availability, OFFLINE, AT_LEAST_ONCE, retain=True)
        if user := self._settings["user"]:
            client.username_pw_set(user, self._settings["password"] or None)
        if self._settings["tls"]:
            context = ssl.create_default_context(cafile=self._settings["ca"] or None)
            context.minimum_version = ssl.TLSVersion.TLSv1_2
            client.tls_set_context(context)
        return client

    def _greet(self, client: Client) -> None:
        """Publish all that is retained, and then that the table is online."""
        for topic, payload in self._kept.items():
            client.publish(topic, payload, AT_LEAST_ONCE, retain=True)
        client.publish(self._availability, ONLINE, AT_LEAST_ONCE, retain=True)
        self._client, self._trouble = client, ""
        send_event({"event": "here", "here": True})

    def _report(self, reason: str) -> None:
        """Report why there is no connection: once in each outage."""
        if reason != self._trouble:
            self._trouble = reason
            send_event({"event": "trouble", "text": reason})


async def serve(settings: Mapping[str, Any]) -> None:
    """Hold the connection until standard input ends."""
    connection = Connection(settings)
    holding = asyncio.create_task(connection.hold())
    await obey_input(connection.obey)
    await connection.end()
    holding.cancel()


if __name__ == "__main__":
    sys.exit(run_worker(serve))
