"""DDP, the Distributed Display Protocol, over UDP, for a WLED device on the network.

The colours are preceded by a ten-byte header with the version 1 (and the `push` flag to show the frame now), a sequence
number 1..15, the data type (8-bit RGB), the destination 1 (the display), and the offset and length in bytes. See
http://www.3waylabs.com/ddp/. The device does not reply.
"""

from __future__ import annotations

import errno
import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from threading import Event

from fourth_seat.hardware.device_url import DeviceUrl
from fourth_seat.hardware.lights.drivers import LedDriver, OpenDriver, baud_of
from fourth_seat.hardware.lights.errors import LightsUnavailable
from fourth_seat.hardware.lights.usb_lookup import UsbDevice
from fourth_seat.words import Text, say

DDP_PORT = 4048
DDP_REPEAT_S = 1.0  # seconds; WLED goes out after 2.5 s without a frame, and a packet may be lost
MAX_PACKET_BYTES = 1440  # bytes of colours in a packet: 480 LEDs, which fit into an Ethernet frame
VERSION, PUSH = 0x40, 0x01
RGB_8 = 0x0B
DISPLAY = 1
REFUSAL_TIMEOUT_S = 0.02  # in which a host of the same network says that nobody listens
HOST_RETRY_S = 1.0  # until a host that is not there is tried again


def packets(frame: bytes, sequence: int) -> Iterator[bytes]:
    """Yield the packets of a frame; the last one tells the device to show it."""
    for offset in range(0, len(frame), MAX_PACKET_BYTES):
        part = frame[offset : offset + MAX_PACKET_BYTES]
        flags = VERSION | (PUSH if offset + MAX_PACKET_BYTES >= len(frame) else 0)
        yield struct.pack(">BBBBIH", flags, sequence, RGB_8, DISPLAY, offset, len(part)) + part


def _unreachable(host: str) -> Text:
    return say("the lights at {host} cannot be found on this network: switch them on, or check the address", host=host)


class DdpDriver(LedDriver):
    """A WLED device on the network."""

    scheme = "ddp"
    examples = ("ddp://wled.local",)
    drives = say("WLED on the network")
    repeat = DDP_REPEAT_S

    def __init__(self, host: str, port: int, _: Event) -> None:
        """Resolve the host name. A missing listener is detected only once something is sent, if at all."""
        self._host = host
        self._sequence = 0
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_DGRAM)[0]
            self._udp = socket.socket(found[0], found[1])
            self._udp.connect(found[4])  # so that a refusal comes back
            self._udp.settimeout(REFUSAL_TIMEOUT_S)
        except OSError as error:
            raise LightsUnavailable(_unreachable(host), HOST_RETRY_S) from error

    @classmethod
    def open_at(cls, url: DeviceUrl, _: UsbDevice | None) -> OpenDriver:
        baud_of(url)  # which says nothing here, and was always allowed
        return partial(cls, *url.host(DDP_PORT))

    def send(self, frame: bytes) -> bool:
        """Send a frame, assuming that it arrives."""
        self._sequence = self._sequence % 15 + 1
        try:
            for packet in packets(frame, self._sequence):
                self._udp.send(packet)
            with suppress(TimeoutError):
                self._udp.recv(1)
        except OSError as error:
            if error.errno == errno.ECONNREFUSED:
                deaf = say("the device at {host} does not accept DDP: is this the right address?", host=self._host)
                raise LightsUnavailable(deaf, HOST_RETRY_S) from error
            raise LightsUnavailable(_unreachable(self._host), HOST_RETRY_S) from error
        return True

    def close(self) -> None:
        """Close the socket."""
        self._udp.close()
