"""The connection to a board. It is read line by line, with limits, and reopened when it is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import serial

from fourth_seat.boundary.addresses import bare, shown
from fourth_seat.hardware.boards.address import NETWORK, read_board
from fourth_seat.hardware.serial_errors import failure_text
from fourth_seat.words import Text, say

READ_TIMEOUT_S = 0.01  # that a read waits for more data
WRITE_TIMEOUT_S = 0.5
READ_BLOCK_BYTES = 4096
MAX_UNENDED_BYTES = 512  # without a line end; otherwise, it is not a board
RETRY_S = 0.5  # until a lost connection is opened again
SILENCE_TIMEOUT_S = 3.5  # a board says something every second
FLOOD_BYTES, FLOOD_S = 64_000, 2.0  # no board has this much to say in this many seconds
FLOOD_REST_S = 5.0  # for which such a device is ignored

OpenSerial = Callable[..., Any]
"""A function like `serial.serial_for_url`."""


class BoardLink:
    """A connection to a board, which may be absent. Its methods do not raise exceptions but report problems in `trouble`.

    Attributes:
        trouble: the current problem, or None if there is none.
        opened: the number of times the connection was opened.
    """

    def __init__(self, address: str, open_serial: OpenSerial = serial.serial_for_url) -> None:
        """Create a connection without opening it.

        Raises:
            BadBoard: the address is invalid.
        """
        self._name, self._baud = read_board(address)
        self._address = shown(bare(address))
        self._open_serial = open_serial
        self._serial: Any = None
        self._buffer = b""
        self._next_try = 0.0
        self._heard_at = self._flood_since = 0.0
        self._flood = 0
        self.trouble: Text | None = None
        self.opened = 0

    def lines(self, t: float) -> Iterator[bytes]:
        """Wait briefly, then yield the lines received by time `t`, in seconds. Opens the connection if necessary."""
        if self._serial is None and not self._open(t):
            return
        try:
            data = self._serial.read(1)
            if data:
                data += self._serial.read(READ_BLOCK_BYTES)
        except Exception as error:  # OSError, termios.error, pyserial's own: whatever the cause, it is lost
            self._lose(self._failure(error), t)
            return
        if data:
            self._heard_at = t
        elif t - self._heard_at > SILENCE_TIMEOUT_S:
            self._lose(say("The board does not respond: check its cable and its power"), t)
            return
        if self._is_flooded(len(data), t):
            self._lose(
                say("The device on that port sends too much data to be a board: choose another port"), t, FLOOD_REST_S
            )
            return
        *lines, self._buffer = (self._buffer + data).split(b"\n")
        if len(self._buffer) > MAX_UNENDED_BYTES:
            self._buffer = b""
        yield from lines

    def send(self, data: bytes, t: float) -> bool:
        """Send data. Returns whether the operating system has accepted it."""
        if self._serial is None:
            return False
        try:
            self._serial.write(data)
        except Exception as error:  # as above
            self._lose(self._failure(error), t)
            return False
        return True

    def close(self) -> None:
        """Close the connection. The next call of `lines` reopens it."""
        line, self._serial, self._buffer = self._serial, None, b""
        if line is None:
            return
        with suppress(Exception):
            line.reset_output_buffer()  # closing would wait until a stuck device takes the rest
        network = getattr(line, "_socket", None)  # pyserial leaves the socket of a peer that has gone open
        with suppress(Exception):
            line.close()
        if network:
            network.close()

    def _open(self, t: float) -> bool:
        if t < self._next_try:
            return False
        try:
            self._serial = self._open_serial(
                self._name, self._baud, timeout=READ_TIMEOUT_S, write_timeout=WRITE_TIMEOUT_S, exclusive=True
            )
        except Exception as error:  # pyserial's own, the system's, and ValueError for something that is not a port at all
            self._lose(self._failure(error), t)
            return False
        self._heard_at = self._flood_since = t
        self._flood = 0
        self.opened += 1
        return True

    @property
    def is_open(self) -> bool:
        """Whether the connection is open, regardless of the device at the other end."""
        return self._serial is not None

    def _is_flooded(self, size: int, t: float) -> bool:
        if t - self._flood_since > FLOOD_S:
            self._flood, self._flood_since = 0, t
        self._flood += size
        return self._flood > FLOOD_BYTES

    def _failure(self, error: Exception) -> Text:
        if self._name.startswith(NETWORK):
            return say(
                "No board answers at {address}: check the address, and that the board is switched on", address=self._address
            )
        return failure_text(self._name, error)

    def _lose(self, trouble: Text, t: float, rest: float = RETRY_S) -> None:
        self.close()
        self.trouble, self._next_try = trouble, t + rest
