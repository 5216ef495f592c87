from __future__ import annotations

import os
import socket
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from fourth_seat.hardware.lights.drivers import adalight
from fourth_seat.hardware.lights.errors import LightsUnavailable
from fourth_seat.hardware.lights.factory import make_strip
from fourth_seat.hardware.lights.serial_port import SerialPort
from fourth_seat.hardware.lights.strip import Strip
from tests.hardware.emulation.serial_lines import other_end
from tests.hardware.lights.conftest import eventually

Closing = Callable[[Strip], Strip]
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are POSIX's")


def test_lines_and_bytes_travel() -> None:
    port = SerialPort("loop://", 115_200)
    port.write(b"one\r\ntwo\nthr")
    assert [port.line(1), port.line(1), port.line(0.1)] == [b"one", b"two", None]
    port.write(b"ee\n")
    assert port.line(1) == b"three"
    port.write(b"gone\n")
    port.forget()
    assert port.line(0.1) is None
    assert port.seconds(1152) == 0.1
    port.close()
    port.close()


def test_who_talks_without_end_is_not_remembered() -> None:
    port = SerialPort("loop://", 115_200)
    for _ in range(10):
        port.write(b"x" * 100)
        port.line(0.01)
    port.write(b"\n")
    line = port.line(1)
    assert line is not None
    assert len(line) < 256


def test_a_network_port_that_goes_away_is_lost() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = SerialPort(f"socket://127.0.0.1:{server.getsockname()[1]}", 115_200)
        far, _ = server.accept()
        far.close()
        with pytest.raises(LightsUnavailable, match=r"The device at socket://.* does not respond"):
            for _ in range(10):
                port.write(b"x")
                port.line(0.05)
        port.close()


def test_a_line_that_takes_nothing_is_lost_soon() -> None:
    with other_end(None) as name:
        port = SerialPort(name, 115_200)
        start = time.monotonic()
        with pytest.raises(LightsUnavailable):
            for _ in range(200):
                port.write(bytes(1000))
        assert time.monotonic() - start < 2
        start = time.monotonic()
        port.close()
        assert time.monotonic() - start < 0.5


def test_a_port_is_used_by_one_program_only(closing: Closing) -> None:
    with other_end(lambda received: b"Fourth Seat lights 1\n" if b"v" in received else b"") as name:
        first = SerialPort(name, 115_200)
        second = closing(make_strip(f"adalight://{name}", 1))
        assert eventually(lambda: str(second.trouble).startswith(f"{name} is in use by another program"))
        first.close()


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can give permissions up and take them back")
def test_who_may_not_use_a_port_is_told_what_to_do() -> None:
    with other_end(lambda _: b"") as name:
        Path(name).chmod(0o600)
        os.seteuid(65534)
        try:
            with pytest.raises(LightsUnavailable, match="no permission"):
                SerialPort(name, 115_200)
        finally:
            os.seteuid(0)


def test_nothing_but_a_question_is_sent_to_a_device_for_something_else(
    closing: Closing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adalight, "GREETING_TIMEOUT_S", 0.7)
    sent = bytearray()

    def receiver(received: bytes) -> bytes:
        sent.extend(received)
        return b"$GPGGA,,,,\n" if received else b""

    with other_end(receiver) as name:
        lights = closing(make_strip(f"adalight://{name}", 3))
        lights.show([(200, 0, 0)] * 3)
        assert eventually(lambda: "does not seem to drive lights" in str(lights.trouble))
        assert set(sent) == {ord("v")}


def test_the_end_does_not_wait_for_a_greeting() -> None:
    with other_end(lambda _: b"") as name:
        lights = make_strip(f"adalight://{name}", 3)
        time.sleep(0.1)
        start = time.monotonic()
        lights.close()
        assert time.monotonic() - start < 1
        assert not [thread for thread in threading.enumerate() if thread.name == "lights" and thread.is_alive()]
