"""A driver of lights for Fourth Seat: WLED's realtime protocol DRGB over UDP (https://kno.wled.ge/interfaces/udp-realtime/).

A packet is the byte 2, the seconds after which WLED goes on by itself if nothing follows, then red, green and blue of each
LED, of which 490 fit into one packet. There is no answer.
"""

from __future__ import annotations

import socket
from functools import partial
from threading import Event

from fourth_seat.hardware.device_url import DeviceUrl
from fourth_seat.hardware.lights.drivers import LedDriver, OpenDriver
from fourth_seat.hardware.lights.errors import LightsUnavailable
from fourth_seat.hardware.lights.usb_lookup import UsbDevice
from fourth_seat.words import say

PORT = 21324
DRGB, HOLD_S = 2, 2
MAX_BYTES = 3 * 490  # of colours
RETRY_S = 2.0


class DrgbDriver(LedDriver):
    """An open device: a socket."""

    scheme = "drgb"
    examples = ("drgb://wled.local",)
    drives = say("WLED on the network, by its realtime protocol")
    repeat = 1.0  # seconds; WLED goes out after HOLD_S without a packet

    def __init__(self, host: str, port: int, _: Event) -> None:
        self._host = host
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_DGRAM)[0]
            self._socket = socket.socket(found[0], found[1])
            self._socket.connect(found[4])
        except OSError as error:
            raise self._lost() from error

    @classmethod
    def open_at(cls, url: DeviceUrl, _: UsbDevice | None) -> OpenDriver:
        """Return the opener of the lights at an address such as `drgb://wled.local`."""
        return partial(cls, *url.host(PORT))

    def send(self, frame: bytes) -> bool:
        """Send red, green, blue of each LED; assume that it has arrived."""
        try:
            self._socket.send(bytes((DRGB, HOLD_S)) + frame[:MAX_BYTES])
        except OSError as error:
            raise self._lost() from error
        return True

    def close(self) -> None:
        """Close the socket."""
        self._socket.close()

    def _lost(self) -> LightsUnavailable:
        return LightsUnavailable(say("no lights answer at {host}: check the address", host=self._host), RETRY_S)
