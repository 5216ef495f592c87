"""An answer over HTTP that may be hostile: every length, count and time of it is bounded.

Python's own client bounds the header to 100 lines of 65,536 bytes. The time that the header may take in all, the time and
size of what follows, and where a redirect may lead are bounded here.
"""

from __future__ import annotations

import base64
import http.client
import io
import socket
import time
from contextlib import suppress
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from typing import Any
from urllib.parse import urljoin, urlsplit

from boundary.addresses import Login, split_login

TIMEOUT_S = 5.0  # for a connection, for the whole header, or for the next bytes after it
MAX_REDIRECTS = 3
BLOCK_BYTES = 65_536  # asked for at once
REDIRECTS = (301, 302, 303, 307, 308)


class BadStatus(Exception):
    """An HTTP response whose status code reports an error."""

    def __init__(self, code: int) -> None:
        super().__init__(f"status {code}")
        self.code = code


ANSWER_ERRORS = (OSError, ValueError, http.client.HTTPException, BadStatus)
"""Errors that a request and the reading of its answer may raise."""


class _TimedSocket(io.RawIOBase):
    """The bytes of a socket up to a moment, however they are asked for.

    Attributes:
        end: when reading fails, by the monotonic clock.
    """

    def __init__(self, link: socket.socket, raw: io.RawIOBase) -> None:
        self.end = time.monotonic() + TIMEOUT_S
        self._link, self._raw = link, raw

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        left = self.end - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self._link.settimeout(min(left, TIMEOUT_S))
        read: int | None = self._raw.readinto(buffer)
        return read

    def close(self) -> None:
        self._raw.close()
        super().close()


class _TimedResponse(HTTPResponse):
    """An answer whose header, and whatever follows, comes in time or not at all."""

    def __init__(self, sock: socket.socket, *args: Any, **more: Any) -> None:
        super().__init__(sock, *args, **more)
        self.timed = _TimedSocket(sock, self.fp.detach())
        self.fp = io.BufferedReader(self.timed)


class HttpAnswer:
    """Body of an HTTP answer, read in lines and lengths.

    Attributes:
        kind: the media type, such as `image/jpeg`.
        boundary: separator between the parts of a multipart answer; empty if the header names none.
    """

    def __init__(self, connection: HTTPConnection, answer: _TimedResponse) -> None:
        self._connection, self._answer = connection, answer
        self.kind = answer.headers.get_content_type()
        self.boundary = str(answer.headers.get_param("boundary") or "")
        self._read = bytearray()  # and not yet given away

    def allow(self, seconds: float) -> None:
        """Set the deadline for all reads from now on, in seconds."""
        self._answer.timed.end = time.monotonic() + seconds

    def line(self, most: int) -> bytes:
        """Return the next line with its end; raise `ValueError` for one of more bytes."""
        searched = 0
        while (end := self._read.find(b"\n", searched)) < 0:
            searched = len(self._read)
            if searched > most:
                raise ValueError(f"a line of more than {most} bytes")
            self._read_more()
        return self._take(end + 1)

    def exactly(self, length: int) -> bytes:
        """Return the next bytes, so many."""
        while len(self._read) < length:
            self._read_more()
        return self._take(length)

    def until(self, mark: bytes, most: int) -> bytes:
        """Read up to a line that begins with a mark, and that line; return what came before it. Raises `ValueError` for
        more bytes.
        """
        searched = 0
        while (end := self._read.find(b"\n" + mark, searched)) < 0:
            searched = max(0, len(self._read) - len(mark))
            if searched > most:
                raise ValueError(f"more than {most} bytes")
            self._read_more()
        found = self._take(end)
        self._take(1)
        self.line(most)
        return found.removesuffix(b"\r")

    def rest(self, most: int) -> bytes:
        """Return everything to the end of the answer; raise `ValueError` for more bytes."""
        with suppress(ConnectionResetError):
            while len(self._read) <= most:
                self._read_more()
        if len(self._read) > most:
            raise ValueError(f"more than {most} bytes")
        return self._take(len(self._read))

    def close(self) -> None:
        """End the connection."""
        with suppress(OSError):
            self._answer.close()
            self._connection.close()

    def _take(self, length: int) -> bytes:
        taken = bytes(memoryview(self._read)[:length])
        del self._read[:length]
        return taken

    def _read_more(self) -> None:
        block = self._answer.read1(BLOCK_BYTES)
        if not block:
            raise ConnectionResetError
        self._read += block


def get(address: str) -> HttpAnswer:
    """Ask for what is at an address of `http` or `https`; a login in it goes to that host alone.

    A camera at home is never behind a proxy, whatever the environment says.

    Raises:
        BadStatus: it is not there, or not for us.
        OSError, ValueError, http.client.HTTPException: no answer from there, or none in HTTP.
    """
    address, login = split_login(address)
    origin = _origin(address)
    for _ in range(MAX_REDIRECTS + 1):
        answer, elsewhere = _ask(address, login if _origin(address) == origin else None)
        if answer:
            return answer
        address = split_login(urljoin(address, elsewhere))[0]
    raise ValueError(f"more than {MAX_REDIRECTS} redirects")


def _origin(address: str) -> tuple[str, str | None, int | None]:
    parts = urlsplit(address)
    return parts.scheme, parts.hostname, parts.port


def _ask(address: str, login: Login | None) -> tuple[HttpAnswer | None, str]:
    """Return the answer, or where it says to ask instead."""
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f"not an address of http or https: {address[:200]}")
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    connection = kind(parts.hostname, parts.port, timeout=TIMEOUT_S)
    connection.response_class = _TimedResponse
    headers = {"Cache-Control": "no-cache", "Connection": "close"}
    if login:
        known = f"{login.user}:{login.password or ''}"
        headers["Authorization"] = "Basic " + base64.b64encode(known.encode()).decode()
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        connection.connect()
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        assert isinstance(answer, _TimedResponse)
    except BaseException:
        connection.close()
        raise
    found = HttpAnswer(connection, answer)
    elsewhere = answer.headers.get("Location", "")
    if answer.status in REDIRECTS and elsewhere:
        found.close()
        return None, elsewhere
    if not 200 <= answer.status < 300:
        found.close()
        raise BadStatus(answer.status)
    return found, ""
