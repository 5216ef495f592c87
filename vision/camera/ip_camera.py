"""Cameras in the network: a phone or web camera that sends JPEGs over HTTP, one after another or one a request, or RTSP."""

from __future__ import annotations

import base64
import errno
import http.client
import socket
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPResponse

import cv2

from boundary.numbers import parse_integer
from vision.camera.capture import OpenCvCamera
from vision.camera.files import decode
from vision.camera.source import CameraConnection
from vision.errors import CameraError
from vision.protocols import Image
from words import Text, say

SCHEMES = ("http", "https", "rtsp", "rtsps", "rtmp", "udp", "tcp")
TIMEOUT_S = 5.0  # seconds for an answer, or for the next bytes of one
SNAPSHOT_INTERVAL_S = 0.1  # seconds from one picture to the next where each is asked for by itself
MAX_PICTURE_BYTES = 32_000_000  # bytes of a picture
RTSP_PORT = 554
UNREACHABLE_ERRNOS = (errno.EHOSTUNREACH, errno.ENETUNREACH, errno.EHOSTDOWN, errno.ETIMEDOUT)

# A camera at home is never behind a proxy, whatever the environment says.
_OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def is_address(text: str) -> bool:
    """Whether a text is the address of a camera in the network."""
    return "://" in text and text.partition("://")[0].lower() in SCHEMES


def without_password(address: str) -> str:
    """The address as it may be shown to anybody."""
    parts = urllib.parse.urlsplit(address)
    return urllib.parse.urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


def open_address(address: str) -> CameraConnection:
    """Connects to a camera.

    Raises:
        CameraError: nobody answers there, or not with pictures.
    """
    if not address.lower().startswith("http"):
        return _open_stream(address)
    answer = _request(address)
    kind = answer.headers.get_content_type()
    if kind == "multipart/x-mixed-replace":
        return MjpegCamera(answer, address)
    if kind.startswith("image/"):
        return SnapshotCamera(answer, address)
    answer.close()
    if kind == "text/html":
        raise CameraError(
            say(
                "{address} is a web page, not pictures: their own address often ends in /video, /mjpeg or /shot.jpg",
                address=without_password(address),
            )
        )
    return _open_stream(address)


class MjpegCamera:
    """JPEGs without end in one answer ("MJPEG"): RFC 2046's parts, each replacing the one before. Satisfies
    `CameraConnection`.
    """

    def __init__(self, answer: HTTPResponse, address: str) -> None:
        self._answer, self._address = answer, address
        boundary = answer.headers.get_param("boundary") or ""
        self._boundary = b"--" + str(boundary).strip().removeprefix("--").encode()

    def grab(self) -> Image:
        """The next part that is a picture."""
        while True:
            try:
                image = decode(self._part())
            except (OSError, http.client.HTTPException, ValueError) as error:
                raise CameraError(_why(error, self._address)) from None
            if image is not None:
                return image

    def close(self) -> None:
        """Ends the answer."""
        with suppress(OSError):
            self._answer.close()

    def _part(self) -> bytes:
        """The body of the next part, up to where the one after it begins unless its length is told."""
        length = 0
        begun = False
        while line := self._answer.readline(MAX_PICTURE_BYTES).strip():
            name, _, value = line.partition(b":")
            begun = begun or line.startswith(self._boundary) or name.lower().startswith(b"content-")
            if name.lower() == b"content-length":
                length = parse_integer(value.strip().decode("ascii", "replace"), 0, MAX_PICTURE_BYTES) or 0
        if self._answer.isclosed():
            raise ConnectionResetError
        if length:
            body = self._answer.read(min(length, MAX_PICTURE_BYTES))
            if len(body) < length:
                raise ConnectionResetError
            return body
        return self._until_boundary() if begun else b""

    def _until_boundary(self) -> bytes:
        body = bytearray()
        while len(body) < MAX_PICTURE_BYTES:
            line = self._answer.readline(MAX_PICTURE_BYTES)
            if not line:
                raise ConnectionResetError
            body += line
            if line.startswith(self._boundary):
                return bytes(body[: -len(line)])
        raise ValueError(MAX_PICTURE_BYTES)


class SnapshotCamera:
    """A picture for each request. Satisfies `CameraConnection`."""

    def __init__(self, answer: HTTPResponse, address: str, pause: Callable[[float], None] = time.sleep) -> None:
        self._answer: HTTPResponse | None = answer
        self._address, self._pause = address, pause

    def grab(self) -> Image:
        """Asks for a picture."""
        if self._answer is None:
            self._pause(SNAPSHOT_INTERVAL_S)
            self._answer = _request(self._address)
        try:
            with self._answer:
                image = decode(self._answer.read(MAX_PICTURE_BYTES))
        except (OSError, http.client.HTTPException) as error:
            raise CameraError(_why(error, self._address)) from None
        finally:
            self._answer = None
        if image is None:
            raise CameraError(say("{address} sent a damaged picture", address=without_password(self._address)))
        return image

    def close(self) -> None:
        """Nothing is asked any more."""
        if self._answer:
            self._answer.close()


def _request(address: str) -> HTTPResponse:
    parts = urllib.parse.urlsplit(address)
    request = urllib.request.Request(without_password(address), headers={"Cache-Control": "no-cache"})
    if parts.username is not None:
        known = f"{urllib.parse.unquote(parts.username)}:{urllib.parse.unquote(parts.password or '')}"
        request.add_header("Authorization", "Basic " + base64.b64encode(known.encode()).decode())
    try:
        answer: HTTPResponse = _OPENER.open(request, timeout=TIMEOUT_S)
    except urllib.error.HTTPError as error:
        error.close()  # it is an answer, too
        raise CameraError(_why(error, address)) from None
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise CameraError(_why(error, address)) from None
    return answer


def _open_stream(address: str) -> OpenCvCamera:
    shown = without_password(address)
    parts = urllib.parse.urlsplit(address)
    if parts.scheme.startswith("rtsp"):
        try:
            socket.create_connection((parts.hostname, parts.port or RTSP_PORT), TIMEOUT_S).close()
        except (OSError, ValueError) as error:
            raise CameraError(_why(error, address)) from None
    limit = int(TIMEOUT_S * 1000)
    settings = (cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, limit, cv2.CAP_PROP_READ_TIMEOUT_MSEC, limit)
    return OpenCvCamera(
        address, cv2.CAP_FFMPEG, settings, lambda: say("{address} sends no video that can be read", address=shown)
    )


def _why(error: Exception, address: str) -> Text:
    """What a failure means to people, and what helps."""
    shown = without_password(address)
    if isinstance(error, urllib.error.HTTPError):
        if error.code in (401, 403):
            return say("{address} wants a name and a password: write them as http://NAME:PASSWORD@...", address=shown)
        if error.code == 404:
            return say(
                "{address} answers, but has nothing at this path: look up the path in the camera's app", address=shown
            )
        return say("{address} answers with error {code}", address=shown, code=error.code)
    if isinstance(error, urllib.error.URLError) and isinstance(error.reason, Exception):
        error = error.reason
    if isinstance(error, ConnectionRefusedError):
        return say(
            "{address} refuses the connection: is the camera's app running, and is the port number right?", address=shown
        )
    if isinstance(error, socket.gaierror):
        return say("unknown host in {address}: check the address", address=shown)
    if isinstance(error, TimeoutError) or getattr(error, "errno", None) in UNREACHABLE_ERRNOS:
        return say("{address} does not answer: is the phone awake, and in the same network?", address=shown)
    if isinstance(error, ConnectionResetError | http.client.HTTPException):
        return say("the connection to {address} broke off", address=shown)
    return say("no pictures from {address}: {reason}", address=shown, reason=str(error))
