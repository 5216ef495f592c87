"""The base class of drivers for lights on a serial port, which finds a device on any port and identifies it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from functools import partial
from threading import Event
from typing import Self

from fourth_seat.hardware.device_url import DeviceUrl
from fourth_seat.hardware.lights.drivers import LedDriver, OpenDriver, OpeningGivenUp, baud_of
from fourth_seat.hardware.lights.errors import LightsUnavailable
from fourth_seat.hardware.lights.serial_port import SerialPort
from fourth_seat.hardware.lights.usb_lookup import UsbDevice, UsbLookup
from fourth_seat.words import Text

# Until a processor that was reset by opening the port is awake, including its bootloader's wait.
GREETING_TIMEOUT_S = 3.5
VERSION_TIMEOUT_S = 0.3  # in which it answers
# Until a device that does not answer is asked again; a sketch may be being written to it meanwhile.
SILENT_DEVICE_RETRY_S = 5.0

OpenPort = Callable[[str, int], SerialPort]


class SerialDriver(LedDriver):
    """An open device on a serial port; closing the device releases the port."""

    def __init__(self, port: SerialPort) -> None:
        self._port = port

    @classmethod
    def open_at(cls, url: DeviceUrl, known: UsbDevice | None) -> OpenDriver:
        baud = baud_of(url)
        return partial(cls.open, UsbLookup(url.text, url.serial_port(), known), baud)

    @classmethod
    def open(cls, finder: UsbLookup, baud: int, closing: Event, open_port: OpenPort = SerialPort) -> Self:
        """Open a device that identifies itself as these lights; other devices are sent only the letter `v` a few times."""
        name = finder.port()
        port = open_port(name, baud)
        try:
            driver = cls.greeted(port, closing)
            finder.worked(name)
        except BaseException:
            port.close()
            raise
        return driver

    @classmethod
    @abstractmethod
    def greeted(cls, port: SerialPort, closing: Event) -> Self:
        """Identify the device at a port and return its driver; raises the same errors as `OpenDriver`."""

    def close(self) -> None:
        self._port.close()


def version(port: SerialPort) -> bytes:
    """Request the version; return the next line received, or an empty one on timeout."""
    port.write(b"v")
    return port.line(VERSION_TIMEOUT_S) or b""


def silent(text: Text, closing: Event) -> Exception:
    """Return the error for a device that did not identify itself, or `OpeningGivenUp` if the attempt was interrupted."""
    return OpeningGivenUp() if closing.is_set() else LightsUnavailable(text, SILENT_DEVICE_RETRY_S)
