"""A port shared by a sensor board and its lights, where the board's process forwards bytes to and from the lights."""

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
    """Open a port like `serial.serial_for_url`; if the port is lent out, return its lender's `borrowed` port instead."""
    with _lock:
        if lender := _lent.get(_real(name)):
            return lender.borrowed
        port = _opened[_real(name)] = serial.serial_for_url(name, baud, **options)
        return port


class PortLender:
    """The owner of a port, which forwards the bytes that borrowers send. It may have to wait until they release the port.

    Attributes:
        borrowed: the object that borrowers get instead of the port.
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
    """A port with the interface of a pyserial port, whose owner forwards the bytes."""

    def __init__(self, send: Callable[[bytes], object]) -> None:
        self._send = send
        self._news = threading.Condition()
        self._received = b""
        self._ended = False

    @property
    def in_waiting(self) -> int:
        """The number of bytes received."""
        return len(self._received)

    def write(self, data: bytes) -> None:
        """Send bytes; raise `OSError` if the owner has closed the port."""
        if self._ended:
            raise OSError("the port is closed")
        self._send(data)

    def read(self, size: int) -> bytes:
        """Return up to `size` bytes, waiting briefly if none have been received; raise `OSError` like `write`."""
        with self._news:
            self._news.wait_for(lambda: self._received or self._ended or not size, WAIT_S)
            if self._ended:
                raise OSError("the port is closed")
            data, self._received = self._received[:size], self._received[size:]
            return data

    def receive(self, data: bytes) -> None:
        """Add bytes received from the device."""
        with self._news:
            self._received += data
            self._news.notify_all()

    def end(self) -> None:
        """Make any further use of this port fail."""
        with self._news:
            self._ended = True
            self._news.notify_all()

    def reset_input_buffer(self) -> None:
        """Discard the bytes received."""
        with self._news:
            self._received = b""

    def reset_output_buffer(self) -> None:
        """Do nothing, because the owner manages pending output."""

    def close(self) -> None:
        """Do nothing, because the owner keeps the port open."""


def _real(name: str) -> str:
    """Return the canonical name of a port, with links resolved, or in lower case where case does not matter."""
    return os.path.realpath(name) if name.startswith("/") else name.casefold()
