from __future__ import annotations

import socket
import struct
from collections.abc import Callable, Iterator

import pytest

from fourth_seat.hardware.lights.drivers.ddp import packets
from fourth_seat.hardware.lights.factory import make_strip
from fourth_seat.hardware.lights.strip import Strip
from tests.hardware.lights.conftest import eventually

Closing = Callable[[Strip], Strip]


@pytest.fixture
def receiver() -> Iterator[socket.socket]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp:
        udp.bind(("127.0.0.1", 0))
        udp.settimeout(5)
        yield udp


def test_a_frame_is_one_packet_up_to_480_leds() -> None:
    frame = bytes(range(256)) * 6
    first, second = packets(frame, 7)
    assert first[:10] == struct.pack(">BBBBIH", 0x40, 7, 0x0B, 1, 0, 1440)
    assert second[:10] == struct.pack(">BBBBIH", 0x41, 7, 0x0B, 1, 1440, 96)
    assert first[10:] + second[10:] == frame
    assert [packet[0] for packet in packets(bytes(1200), 1)] == [0x41]


def test_frames_arrive_and_come_again(receiver: socket.socket, closing: Closing) -> None:
    lights = closing(make_strip(f"ddp://127.0.0.1:{receiver.getsockname()[1]}", 2))
    assert receiver.recv(2000)[10:] == bytes(6)
    lights.show([(1, 2, 3), (4, 5, 6)])
    got = [receiver.recv(2000) for _ in range(2)]  # the second after a second, as WLED forgets
    assert [packet[10:] for packet in got] == [bytes((1, 2, 3, 4, 5, 6))] * 2
    assert [packet[1] for packet in got] == [2, 3]
    assert lights.trouble is None


def test_where_nobody_listens_it_is_said_and_goes_on_once_somebody_does(receiver: socket.socket, closing: Closing) -> None:
    place = receiver.getsockname()
    receiver.close()
    lights = closing(make_strip(f"ddp://127.0.0.1:{place[1]}", 1))
    assert eventually(lambda: "does not accept DDP" in str(lights.trouble))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp:
        udp.bind(place)
        udp.settimeout(5)
        assert udp.recv(2000)[10:] == bytes(3)
        assert eventually(lambda: lights.trouble is None)


def test_a_host_that_does_not_exist_is_told(closing: Closing) -> None:
    lights = closing(make_strip("ddp://no-such-host.invalid", 1))
    assert eventually(lambda: "lights at no-such-host.invalid cannot be found on this network" in str(lights.trouble), 10)
