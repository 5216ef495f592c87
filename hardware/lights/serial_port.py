"""A serial port for lights, based on pyserial, whose errors include the reason and the delay before the next attempt."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from fourth_seat.hardware.lights.errors import LightsUnavailable
from fourth_seat.hardware.serial_errors import PortFailure, failure_text, port_failure
from fourth_seat.hardware.shared_port import open_port

READ_TIMEOUT_S = 0.05  # that one read waits at most
WRITE_TIMEOUT_S = 0.5  # for the system to accept written bytes; it buffers more than a frame
MAX_LINE_BYTES = 256  # bytes; a device that sends more without ending the line says nothing of use
REPLUG_RETRY_S, REMEDY_RETRY_S = 0.25, 2.0  # until the next try: for devices to plug in, for things to arrange

OpenSerial = Callable[..., Any]
"""A function with the signature of `serial.serial_for_url`."""


class SerialPort:
    """An open serial port with 8N1 framing. Its methods raise `LightsUnavailable` once the port is lost.

    Attributes:
        name: the port name that it was opened with.
        baud: bits per second; each byte takes ten bits.
    """

    def __init__(self, name: str, baud: int, open_serial: OpenSerial = open_port) -> None:
        self.name, self.baud = name, baud
        self._buffer = b""
        try:
            # Exclusive: two programs that write to one strip garble it.
            self._serial = open_serial(name, baud, timeout=READ_TIMEOUT_S, write_timeout=WRITE_TIMEOUT_S, exclusive=True)
        except Exception as error:  # pyserial's own, the system's, and ValueError for something that is not a port at all
            raise _unavailable(name, error) from error

    def write(self, data: bytes) -> None:
        """Pass bytes to the operating system, which sends them."""
        with self._or_lost():
            self._serial.write(data)

    def line(self, seconds: float) -> bytes | None:
        """Read the next line without its line ending, or return None on timeout."""
        until = time.monotonic() + seconds
        while b"\n" not in self._buffer:
            if time.monotonic() >= until:
                return None
            with self._or_lost():
                received = self._serial.read(1)
                if received:
                    received += self._serial.read(self._serial.in_waiting)
            self._buffer = (self._buffer + received)[-MAX_LINE_BYTES:]
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line.strip()

    def forget(self) -> None:
        """Discard everything received so far."""
        self._buffer = b""
        with self._or_lost():
            self._serial.reset_input_buffer()

    def seconds(self, size: int) -> float:
        """Return the transmission time of this many bytes, in seconds."""
        return size * 10 / self.baud

    def close(self) -> None:
        """Close the port without delay, since a device that is replugged while its port is open gets a different name."""
        with suppress(Exception):
            self._serial.reset_output_buffer()  # closing would wait until a stuck device takes the rest
        network = getattr(self._serial, "_socket", None)  # pyserial leaves the socket of a peer that has gone open
        with suppress(Exception):
            self._serial.close()
        if network:
            network.close()

    @contextmanager
    def _or_lost(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:  # OSError, termios.error, TypeError, queue.Full: whatever the cause, it is lost
            raise _unavailable(self.name, error) from error


def _unavailable(port: str, error: Exception) -> LightsUnavailable:
    arranged = port_failure(port, error) in (PortFailure.DENIED, PortFailure.BUSY, PortFailure.NO_PORT)
    return LightsUnavailable(failure_text(port, error), REMEDY_RETRY_S if arranged else REPLUG_RETRY_S)
