"""A port that a board with sensors and lights share: the board's process has opened it, and passes on the bytes to and from
the lights.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import serial

WAIT_S = 0.05  # that one read waits at most

_lock = threading.Lock()
_lent: dict[str, PortLender] = {}
_opened: dict[str, Any] = {}  # the ports that were opened last, by their names


def open_port(name: str, baud: int, **options: Any) -> Any:
    """Open a port as `serial.serial_for_url` does; if the port is lent, return what its lender provides instead."""
    with _lock:
        if lender := _lent.get(_real(name)):
            return lender.borrowed
        port = _opened[_real(name)] = serial.serial_for_url(name, baud, **options)
        return port


class PortLender:
    """The owner of a port, which passes on the bytes that others send. It may have to wait until they let go of the port.

    Attributes:
        borrowed: the object that the others get in place of the port.
    """

    def __init__(self, name: str, send: Callable[[bytes], object]) -> None:
        self._name, self.borrowed = _real(name), BorrowedPort(send)
        with _lock:
            _lent[self._name] = self
            port = _opened.pop(self._name, None)
        if port:
            with suppress(Exception):  # whatever the cause: its owner notices, and opens it again
                port.close()

    def close(self) -> None:
        """Stop lending the port. Safe to call twice."""
        with _lock:
            if _lent.get(self._name) is self:
                del _lent[self._name]
        self.borrowed.end()


class BorrowedPort:
    """A port with the same methods as a pyserial port; its owner passes the bytes on."""

    def __init__(self, send: Callable[[bytes], object]) -> None:
        self._send = send
        self._news = threading.Condition()
        self._received = b""
        self._ended = False

    @property
    def in_waiting(self) -> int:
        """Return how many bytes have been received."""
        return len(self._received)

    def write(self, data: bytes) -> None:
        """Send bytes; raise `OSError` if the owner has closed the port."""
        if self._ended:
            raise OSError("the port is closed")
        self._send(data)

    def read(self, size: int) -> bytes:
        """Wait for a moment unless bytes have been received, then return up to `size` bytes; raise `OSError` as `write`
        does.
        """
        with self._news:
            self._news.wait_for(lambda: self._received or self._ended or not size, WAIT_S)
            if self._ended:
                raise OSError("the port is closed")
            data, self._received = self._received[:size], self._received[size:]
            return data

    def receive(self, data: bytes) -> None:
        """Accept bytes that have come from the device."""
        with self._news:
            self._received += data
            self._news.notify_all()

    def end(self) -> None:
        """Let nobody use this port from now on."""
        with self._news:
            self._ended = True
            self._news.notify_all()

    def reset_input_buffer(self) -> None:
        """Discard the bytes received."""
        with self._news:
            self._received = b""

    def reset_output_buffer(self) -> None:
        """Do nothing: bytes that are on their way are up to the owner."""

    def close(self) -> None:
        """Leave the port to its owner, who keeps it open."""


def _real(name: str) -> str:
    """Return the one name of a port: without links to it, and where no case matters, in small letters."""
    return os.path.realpath(name) if name.startswith("/") else name.casefold()
