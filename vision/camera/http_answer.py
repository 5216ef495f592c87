"""HTTP responses that may be hostile: every length, count and time is limited.

Python's own client limits the header to 100 lines of 65,536 bytes. This module also limits the total time for the header,
the time and size of the body, and the targets of redirects. A login is sent only to the camera's own host.
"""

from __future__ import annotations

import http.client
import io
import socket
import time
from contextlib import suppress
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from typing import Any
from urllib.parse import quote, urljoin

from fourth_seat.boundary.addresses import Address, NoAddress, read_address
from fourth_seat.vision.camera.http_login import HttpLogin, UnknownLogin

TIMEOUT_S = 5.0  # for a connection, for the whole header, or for the next bytes after it
MAX_REQUESTS = 6  # until an answer holds pictures: some lead elsewhere, some ask for a login
MAX_CHALLENGES = 2  # to one of which the answer may come too late
BLOCK_BYTES = 65_536  # asked for at once
REDIRECTS, UNAUTHORIZED = (301, 302, 303, 307, 308), 401
SIGNS = "%/?&=+,;:@!$'()*~[]|^\\"  # left as they are in paths and queries


class BadStatus(Exception):
    """An HTTP response whose status code indicates an error."""

    def __init__(self, code: int) -> None:
        super().__init__(f"status {code}")
        self.code = code


ANSWER_ERRORS = (OSError, ValueError, http.client.HTTPException, BadStatus, UnknownLogin)
"""Errors that may be raised while sending a request and reading the response."""


class _TimedSocket(io.RawIOBase):
    """A socket's bytes, with a deadline that applies to all kinds of reads.

    Attributes:
        end: the time after which reads fail, on the monotonic clock.
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
    """A response whose header and body must arrive before the deadline."""

    def __init__(self, sock: socket.socket, *args: Any, **more: Any) -> None:
        super().__init__(sock, *args, **more)
        self.timed = _TimedSocket(sock, self.fp.detach())
        self.fp = io.BufferedReader(self.timed)


class HttpAnswer:
    """The body of an HTTP response, read line by line or by length.

    Attributes:
        status: the status code.
        kind: the media type, such as `image/jpeg`.
        boundary: the separator between the parts of a multipart response; empty if the header has none.
        elsewhere: the target of a redirect; empty if there is none.
        asked: the accepted authentication schemes (`WWW-Authenticate`).
    """

    def __init__(self, connection: HTTPConnection, answer: _TimedResponse) -> None:
        self._connection, self._answer = connection, answer
        self.kind = answer.headers.get_content_type()
        self.boundary = str(answer.headers.get_param("boundary") or "")
        self.status, self.elsewhere = answer.status, str(answer.headers.get("Location", ""))
        self.asked = [str(each) for each in answer.headers.get_all("WWW-Authenticate", [])]
        self._read = bytearray()  # and not yet handed out

    def allow(self, seconds: float) -> None:
        """Set the deadline for all subsequent reads, in seconds from now."""
        self._answer.timed.end = time.monotonic() + seconds

    def line(self, most: int) -> bytes:
        """Return the next line, including its line ending; raise `ValueError` if it is longer than `most` bytes."""
        searched = 0
        while (end := self._read.find(b"\n", searched)) < 0:
            searched = len(self._read)
            if searched > most:
                raise ValueError(f"a line of more than {most} bytes")
            self._read_more()
        return self._take(end + 1)

    def exactly(self, length: int) -> bytes:
        """Return the next `length` bytes."""
        while len(self._read) < length:
            self._read_more()
        return self._take(length)

    def until(self, mark: bytes, most: int) -> bytes:
        """Read up to and including a line that begins with `mark`, and return everything before that line; raise
        `ValueError` if there are more than `most` bytes.
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
        """Return everything up to the end of the response; raise `ValueError` if there are more than `most` bytes."""
        with suppress(ConnectionResetError):
            while len(self._read) <= most:
                self._read_more()
        if len(self._read) > most:
            raise ValueError(f"more than {most} bytes")
        return self._take(len(self._read))

    def close(self) -> None:
        """Close the connection."""
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


class HttpCamera:
    """A camera at an `http` or `https` address. Remembers which authentication scheme the camera requires.

    Proxy settings in environment variables are ignored, since a camera at home is never behind a proxy.
    """

    def __init__(self, address: Address) -> None:
        self._address = address
        self._login = HttpLogin(address.login) if address.login else None

    def get(self) -> HttpAnswer:
        """Request the content of the address.

        Raises:
            BadStatus: the response has an error status.
            UnknownLogin: the camera requires an unsupported authentication scheme.
            OSError, ValueError, http.client.HTTPException: there is no response, or it is not valid HTTP.
        """
        address, origin = self._address, _origin(self._address)
        challenged = 0
        for _ in range(MAX_REQUESTS):
            login = self._login if _origin(address) == origin else None
            answer = _ask(address, login)
            if 200 <= answer.status < 300:
                return answer
            answer.close()
            if answer.status in REDIRECTS and answer.elsewhere:
                address = read_address(urljoin(str(address), answer.elsewhere))
            elif answer.status == UNAUTHORIZED and login and challenged < MAX_CHALLENGES:
                too_old = login.learn(answer.asked)
                if challenged and not too_old:  # the answer to the latest challenge was wrong
                    raise BadStatus(answer.status)
                challenged += 1
            else:
                raise BadStatus(answer.status)
        raise ValueError(f"more than {MAX_REQUESTS} requests")


def _origin(address: Address) -> tuple[str, str, int | None]:
    return address.scheme, address.host.lower(), address.port


def _ask(address: Address, login: HttpLogin | None) -> HttpAnswer:
    """Return the response to one request, whatever its status."""
    if address.scheme not in ("http", "https"):
        raise NoAddress
    kind = HTTPSConnection if address.scheme == "https" else HTTPConnection
    connection = kind(address.host, address.port, timeout=TIMEOUT_S)
    connection.response_class = _TimedResponse
    path = encoded_path(address)
    headers: dict[str, str | bytes] = {"Cache-Control": "no-cache", "Connection": "close"}
    if login and (known := login.header("GET", path)):
        headers["Authorization"] = known
    try:
        connection.connect()
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        assert isinstance(answer, _TimedResponse)
    except BaseException:
        connection.close()
        raise
    return HttpAnswer(connection, answer)


def encoded_path(address: Address) -> str:
    """Return the path and query for a request, without the fragment. Special characters are encoded as browsers do."""
    path = quote(address.after.partition("#")[0], safe=SIGNS, errors="replace")
    return path if path.startswith("/") else f"/{path}"
