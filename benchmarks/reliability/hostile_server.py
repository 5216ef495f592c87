"""A server on this machine that answers every request by a script, in ways in which no camera should."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Self

RESPONSE_HEAD = b"HTTP/1.1 200 OK\r\n"
STREAM_HEAD = RESPONSE_HEAD + b"Content-Type: multipart/x-mixed-replace; boundary=next\r\n\r\n"
PART_HEAD = b"--next\r\nContent-Type: image/jpeg\r\n"
SILENCE_TIMEOUT_S = 30.0  # after which a reader that accepts nothing is given up

Send = Callable[[bytes], object]


class HostileServer:
    """Runs a script with the connection of each request.

    Attributes:
        requests: the heads of all requests.
        port: its port, on this machine alone.
    """

    def __init__(self, script: Callable[[Send], object]) -> None:
        self._script = script
        self.requests: list[bytes] = []
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._server.getsockname()[1]

    @property
    def url(self) -> str:
        """The address of its video."""
        return f"http://127.0.0.1:{self.port}/video"

    def __enter__(self) -> Self:
        threading.Thread(target=self._serve, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        with suppress(OSError):
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                threading.Thread(target=self._answer, args=(self._server.accept()[0],), daemon=True).start()

    def _answer(self, link: socket.socket) -> None:
        with link, suppress(OSError):
            link.settimeout(SILENCE_TIMEOUT_S)
            self.requests.append(link.recv(65_536))
            self._script(link.sendall)


def forever(send: Send, data: bytes, first: bytes = b"") -> None:
    """Send something first, then the same thing endlessly."""
    send(first)
    while True:
        send(data)
