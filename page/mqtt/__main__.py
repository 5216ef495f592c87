"""The process that maintains the connection to a broker: `python -m fourth_seat.page.mqtt`.

The first line of standard input contains its settings. Commands follow, one JSON line each: `{"do": "retain", "topic",
"payload"}` for a state to be retained by the broker, `{"do": "publish", "topic", "payload"}` for an event. The events
listed in `page/mqtt/publisher.py` are written to standard output. After each interruption, it reconnects and republishes
all retained states. It subscribes only to two of its own topics, at the start of a connection, to detect whether another
table publishes there, and, if buttons are allowed, to the topic that receives them. It exits when its input ends.
"""

from __future__ import annotations

import asyncio
import secrets
import socket
import ssl
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from paho.mqtt.client import Client, DisconnectFlags, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from fourth_seat.boundary.json_forms import parse_message
from fourth_seat.hardware.boards.description import Button
from fourth_seat.processes.asyncio_worker import obey_input, run_worker, send_event

KEEPALIVE_S = 15  # after one and a half times as long without a packet, the broker publishes the last will
FIRST_PAUSE_S, LAST_PAUSE_S = 0.2, 5.0  # between two attempts to connect: doubled each time, up to the last
ANSWER_TIMEOUT_S = 4.0  # for a broker to accept a connection
STEADY_S = 5.0  # of a connection after which the next one is tried soon, and nothing is reported
PROBE_TIMEOUT_S = 1.5  # for a web server to show that it is one
READ_S = 2.0  # for the broker to send what another table has published
GOODBYE_S = 0.7  # for the broker to take the last message
MAX_PACKET_BYTES = 4096  # from the broker, which sends acknowledgements and two short topics
AT_LEAST_ONCE = 1  # quality of service
ONLINE, OFFLINE = "online", "offline"
LOGIN_REFUSED = ("Bad user name or password", "Not authorized")  # reason codes of MQTT
BUTTONS = frozenset(button.value for button in Button)
COMMANDS = {"retain": {"topic": str, "payload": str}, "publish": {"topic": str, "payload": str}}


class Trouble(Exception):
    """The reason why there is no connection, as a kind, which `page/mqtt/publisher.py` turns into a sentence, and an
    optional message.
    """

    def __init__(self, kind: str, said: str = "") -> None:
        super().__init__(kind)
        self.kind, self.said = kind, said


class SparingClient(Client):
    """A client that refuses packets larger than any that a broker should need to send."""

    def _sock_recv(self, bufsize: int) -> bytes:
        if bufsize > MAX_PACKET_BYTES:
            raise ConnectionError
        return super()._sock_recv(bufsize)


class BrokerConnection:
    """The connection to the broker. Paho's own thread only reads and writes; everything else runs in the event loop."""

    def __init__(self, settings: Mapping[str, Any]) -> None:
        """`settings` contains `host`, `port`, `tls`, `ca`, `user`, `password`, and the topics `availability`, `table` and
        `press`. The last is empty unless buttons are allowed.
        """
        self._settings, self._availability = settings, settings["availability"]
        # One name for all connections: a broker that has not noticed a disconnection then ends the old one, including its
        # last will, before it accepts the new one.
        self._name = f"fourth-seat-{secrets.token_hex(4)}"
        self._kept: dict[str, str] = {settings["table"]: self._name}  # payloads by topic
        self._client: Client | None = None  # while the broker takes messages
        self._trouble = ""

    async def hold(self) -> None:
        """Connect, and reconnect after each disconnection."""
        loop, pause = asyncio.get_running_loop(), FIRST_PAUSE_S
        cut = False  # whether the last connection was cut off soon
        while True:
            start = loop.time()
            try:
                await self._connect()
            except Trouble as trouble:
                self._report(trouble.kind, trouble.said)
            except (OSError, ValueError) as error:  # ValueError: an impossible name, such as one with an empty label
                self._report(*_kind(error))
            else:
                steady = loop.time() - start >= STEADY_S
                if cut and not steady:
                    self._report("cut")
                cut, pause = not steady, FIRST_PAUSE_S if steady else pause
            await asyncio.sleep(pause)
            pause = min(LAST_PAUSE_S, 2 * pause)

    def obey(self, line: str) -> None:
        """Carry out a command from the host."""
        if command := parse_message(line, "do", COMMANDS):
            topic, payload = command["topic"], command["payload"]
            retain = command["do"] == "retain"
            if retain:
                self._kept[topic] = payload
            if self._client:  # events during a disconnection are dropped; retained states are published after it
                self._client.publish(topic, payload, AT_LEAST_ONCE, retain=retain)

    async def end(self) -> None:
        """Publish that the table is offline, and disconnect."""
        if client := self._client:
            self._client = None
            last = client.publish(self._availability, OFFLINE, AT_LEAST_ONCE, retain=True)
            with suppress(RuntimeError, ValueError):  # the connection is lost; the broker publishes the last will
                await asyncio.to_thread(last.wait_for_publish, GOODBYE_S)
            client.disconnect()

    async def _connect(self) -> None:
        """Maintain one connection until it is lost.

        Raises:
            OSError, ValueError, Trouble: no connection can be made.
        """
        loop, lost = asyncio.get_running_loop(), asyncio.Event()
        answered: asyncio.Future[ReasonCode | None] = loop.create_future()

        def opened(client: Client, reason: ReasonCode) -> None:
            if not answered.done():
                answered.set_result(reason)
                if not reason.is_failure:
                    self._greet(client)

        def on_connect(client: Client, _: Any, __: Any, reason: ReasonCode, ___: Properties | None) -> None:
            loop.call_soon_threadsafe(opened, client, reason)

        def closed() -> None:
            lost.set()
            if not answered.done():
                answered.set_result(None)

        def on_disconnect(_: Client, __: Any, ___: DisconnectFlags, ____: ReasonCode, _____: Properties | None) -> None:
            loop.call_soon_threadsafe(closed)

        client = self._new_client()
        client.on_connect, client.on_disconnect = on_connect, on_disconnect
        await asyncio.to_thread(client.connect, self._settings["host"], self._settings["port"], KEEPALIVE_S)
        client.loop_start()  # its thread ends with the connection
        try:
            reason = await asyncio.wait_for(answered, ANSWER_TIMEOUT_S)
        except TimeoutError:
            reason = None
            client.disconnect()
        if reason is None and self._trouble in ("web", "no broker"):
            raise Trouble(self._trouble)
        if reason is None:  # it is not a broker, or it hangs
            raise Trouble("web" if await asyncio.to_thread(self._is_web_server) else "no broker")
        if reason.is_failure:
            raise Trouble("login") if str(reason) in LOGIN_REFUSED else Trouble("refused", str(reason))
        await lost.wait()
        if self._client:
            self._client = None
            send_event({"event": "here", "here": False})

    def _new_client(self) -> Client:
        """Return a new client, since one whose connection was lost would resend old states after the latest ones."""
        client = SparingClient(CallbackAPIVersion.VERSION2, self._name, reconnect_on_failure=False)
        client.will_set(self._availability, OFFLINE, AT_LEAST_ONCE, retain=True)
        if user := self._settings["user"]:
            client.username_pw_set(user, self._settings["password"] or None)
        if self._settings["tls"]:
            client.tls_set_context(self._encryption())
        return client

    def _encryption(self) -> ssl.SSLContext:
        try:
            context = ssl.create_default_context(cafile=self._settings["ca"] or None)
        except OSError:  # that file cannot be read, or contains no certificate
            raise Trouble("authority", self._settings["ca"]) from None
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        return context

    def _is_web_server(self) -> bool:
        """Return whether an HTTP request, sent without any login, is answered."""
        host, port = self._settings["host"], self._settings["port"]
        with (
            suppress(OSError),
            socket.create_connection((host, port), PROBE_TIMEOUT_S) as plain,
            self._encryption().wrap_socket(plain, server_hostname=host) if self._settings["tls"] else plain as link,
        ):
            link.sendall(b"GET / HTTP/1.0\r\n\r\n")
            return link.recv(5) == b"HTTP/"
        return False

    def _greet(self, client: Client) -> None:
        """Publish all retained states and then that the table is online, and detect whether another table is online."""
        found: dict[str, str] = {}
        topics, press = (self._availability, self._settings["table"]), self._settings["press"]

        def read(topic: str, payload: str) -> None:
            found[topic] = payload
            if found.get(topics[0]) == ONLINE and found.get(topics[1], self._name) != self._name:
                send_event({"event": "another"})

        def on_message(_: Client, __: Any, message: MQTTMessage) -> None:
            payload = message.payload.decode("utf-8", "replace")
            if press and message.topic == press:
                if payload in BUTTONS and not message.retain:  # a press that was retained is an old one
                    loop.call_soon_threadsafe(send_event, {"event": "pressed", "button": payload})
            elif message.retain:  # as it was before this connection
                loop.call_soon_threadsafe(read, message.topic, payload)

        loop = asyncio.get_running_loop()
        client.on_message = on_message
        client.subscribe([(topic, AT_LEAST_ONCE) for topic in (*topics, *filter(None, (press,)))])
        for topic, payload in self._kept.items():
            client.publish(topic, payload, AT_LEAST_ONCE, retain=True)
        client.publish(self._availability, ONLINE, AT_LEAST_ONCE, retain=True)
        loop.call_later(READ_S, client.unsubscribe, list(topics))
        self._client = client
        send_event({"event": "here", "here": True})
        loop.call_later(STEADY_S, self._forget, client)

    def _forget(self, client: Client) -> None:
        """Clear the trouble that preceded a connection, once the connection has lasted for some time."""
        if self._client is client:
            self._trouble = ""

    def _report(self, kind: str, said: str = "") -> None:
        """Report the reason for the lost connection, once per outage."""
        if kind + said != self._trouble:
            self._trouble = kind + said
            send_event({"event": "trouble", "kind": kind, "text": said})


def _kind(error: OSError | ValueError) -> tuple[str, str]:
    """Return the kind of trouble for a connection's error, and the system's message."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return "certificate", ""
    if isinstance(error, ssl.SSLError):
        return "plain", ""
    if isinstance(error, socket.gaierror | ValueError):
        return "host", ""
    if isinstance(error, TimeoutError):
        return "no answer", ""
    return "system", error.strerror or ""


async def serve(settings: Mapping[str, Any]) -> None:
    """Maintain the connection until standard input ends."""
    connection = BrokerConnection(settings)
    holding = asyncio.create_task(connection.hold())
    await obey_input(connection.obey)
    await connection.end()
    holding.cancel()


if __name__ == "__main__":
    sys.exit(run_worker(serve))
