"""A real broker, and a subscriber to everything published there."""

from __future__ import annotations

import getpass
import json
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

WAIT_S = 30.0
MOSQUITTO = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin:/opt/homebrew/sbin")
needs_mosquitto = pytest.mark.skipif(MOSQUITTO is None, reason="mosquitto is not installed (Debian: apt install mosquitto)")


class Mosquitto:
    """Debian's broker, which forgets everything when it ends.

    Attributes:
        port: where it listens, on this computer alone.
        log: its log file.
    """

    def __init__(self, folder: Path, *lines: str) -> None:
        """Start it; `lines` are added to its settings."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.log = folder / "mosquitto.log"
        self._settings = folder / "mosquitto.conf"
        own = (f"user {getpass.getuser()}",)  # root would become another user, who cannot read the files of the test
        access = () if any("password_file" in line for line in lines) else ("allow_anonymous true",)
        self._settings.write_text(
            "\n".join((f"listener {self.port} 127.0.0.1", "persistence false", "log_type all", *own, *access, *lines))
            + "\n"
        )
        self._process = self._start()

    def kill(self) -> None:
        """Kill it; everything it retained is lost."""
        self._process.kill()
        self._process.wait()

    def hang(self, *, on: bool) -> None:
        """Suspend it, or let it go on."""
        self._process.send_signal(signal.SIGSTOP if on else signal.SIGCONT)

    def start_again(self) -> None:
        """Restart it on the same port."""
        self._process = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        assert MOSQUITTO
        with self.log.open("ab") as log:
            process = subprocess.Popen((MOSQUITTO, "-c", str(self._settings)), stdout=log, stderr=log)
        until(self._listens)
        return process

    def _listens(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0


class Follower:
    """Subscribes to everything.

    Attributes:
        retained: the newest payload of each topic except the events'.
        events: payloads of events, in order.
    """

    def __init__(self, port: int, prefix: str = "fourth-seat") -> None:
        self.retained: dict[str, str] = {}
        self.events: list[Any] = []
        self._prefix = prefix
        self._client = Client(CallbackAPIVersion.VERSION2)
        self._client.on_connect = lambda client, *_: client.subscribe("#", 1)
        self._client.on_message = self._take
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()

    def _take(self, _: Client, __: Any, message: MQTTMessage) -> None:
        if message.topic == f"{self._prefix}/event":
            assert not message.retain
            self.events.append(json.loads(message.payload))
        else:
            self.retained[message.topic] = message.payload.decode()

    def state(self, name: str) -> Any:
        """Return the present state under a topic of the table; None for nothing."""
        payload = self.retained.get(f"{self._prefix}/{name}")
        return None if payload is None else json.loads(payload) if payload.startswith("{") else payload

    def press(self, payload: str, topic: str = "press", *, retain: bool = False) -> None:
        """Publish as a button does."""
        self._client.publish(f"{self._prefix}/{topic}", payload, 1, retain=retain).wait_for_publish(WAIT_S)

    def close(self) -> None:
        """Leave the broker."""
        self._client.disconnect()
        self._client.loop_stop()


def until(done: Callable[[], bool], meanwhile: Callable[[], object] = lambda: None) -> None:
    """Wait until something holds."""
    deadline = time.monotonic() + WAIT_S
    while not done():
        assert time.monotonic() < deadline, "it takes too long"
        meanwhile()
        time.sleep(0.01)
