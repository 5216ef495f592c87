"""Cameras in the network: a phone or web camera that sends JPEGs over HTTP, one after another or one a request, or RTSP."""

from __future__ import annotations

import errno
import http.client
import socket
import time
import urllib.parse
from collections.abc import Callable

import cv2

from boundary.addresses import split_login, without_login
from boundary.numbers import parse_integer
from vision.camera.capture import OpenCvCamera
from vision.camera.files import decode_frame
from vision.camera.http_answer import ANSWER_ERRORS, TIMEOUT_S, BadStatus, HttpAnswer, get
from vision.camera.source import CameraConnection
from vision.errors import CameraError
from vision.protocols import Image
from words import Text, say

SCHEMES = ("http", "https", "rtsp", "rtsps", "rtmp", "udp", "tcp")
PICTURE_TIMEOUT_S = 15.0  # for a whole picture, however slowly it comes
MAX_PICTURE_BYTES = 32_000_000
MAX_HEADER_LINES = 64  # of a part, blank lines before it counted
MAX_HEADER_BYTES = 4096  # of one of its lines
SNAPSHOT_INTERVAL_S = 0.1  # from one picture to the next where each is asked for by itself
RTSP_PORT = 554
UNREACHABLE_ERRNOS = (errno.EHOSTUNREACH, errno.ENETUNREACH, errno.EHOSTDOWN, errno.ETIMEDOUT)


def is_address(text: str) -> bool:
    """Return whether a text is the address of a camera in the network."""
    return "://" in text and text.partition("://")[0].lower() in SCHEMES


def open_address(address: str) -> CameraConnection:
    """Connect to a camera.

    Raises:
        CameraError: no answer from there, or no pictures in it.
    """
    if not address.lower().startswith("http"):
        return _open_stream(address)
    answer = _request(address)
    kind = answer.kind
    if kind == "multipart/x-mixed-replace":
        return MjpegCamera(answer, address)
    if kind.startswith("image/"):
        return SnapshotCamera(answer, address)
    answer.close()
    if kind == "text/html":
        raise CameraError(
            say(
                "{address} is a web page, not pictures: their own address often ends in /video, /mjpeg or /shot.jpg",
                address=without_login(address),
            )
        )
    return _open_stream(address)


class MjpegCamera:
    """Endless JPEGs in one response ("MJPEG"): RFC 2046 parts, each replacing the last. Satisfies `CameraConnection`."""

    def __init__(self, answer: HttpAnswer, address: str) -> None:
        self._answer, self._address = answer, address
        self._boundary = b"--" + answer.boundary.strip().removeprefix("--").encode("ascii", "replace")
        self._begun = False  # the line that begins the next part was read

    def grab(self) -> Image:
        """Return the next part that is a picture."""
        try:
            self._answer.allow(PICTURE_TIMEOUT_S)
            while (image := decode_frame(self._part())) is None:
                continue
        except ANSWER_ERRORS as error:
            raise CameraError(_why(error, self._address)) from None
        return image

    def close(self) -> None:
        """End the answer."""
        self._answer.close()

    def _part(self) -> bytes:
        """Return the body of the next part: as long as its header says, else up to where the one after it begins."""
        length = 0
        begun, self._begun = self._begun, False
        for _ in range(MAX_HEADER_LINES):
            line = self._answer.line(MAX_HEADER_BYTES).strip()
            if not line and begun:
                break
            name, _, value = line.partition(b":")
            begun = begun or line.startswith(self._boundary) or name.lower().startswith(b"content-")
            if name.lower() == b"content-length":
                stated = parse_integer(value.strip().decode("ascii", "replace"), 0, MAX_PICTURE_BYTES)
                if stated is None:
                    raise ValueError(f"Content-Length: {value[:40]!r}")
                length = stated
        else:
            raise ValueError(f"more than {MAX_HEADER_LINES} lines before a picture")
        if length:
            return self._answer.exactly(length)
        self._begun = True
        return self._answer.until(self._boundary, MAX_PICTURE_BYTES)


class SnapshotCamera:
    """A picture for each request. Satisfies `CameraConnection`."""

    def __init__(self, answer: HttpAnswer, address: str, pause: Callable[[float], None] = time.sleep) -> None:
        self._answer: HttpAnswer | None = answer
        self._address, self._pause = address, pause

    def grab(self) -> Image:
        """Ask for a picture."""
        if self._answer is None:
            self._pause(SNAPSHOT_INTERVAL_S)
            self._answer = _request(self._address)
        try:
            self._answer.allow(PICTURE_TIMEOUT_S)
            image = decode_frame(self._answer.rest(MAX_PICTURE_BYTES))
        except ANSWER_ERRORS as error:
            raise CameraError(_why(error, self._address)) from None
        finally:
            self._answer.close()
            self._answer = None
        if image is None:
            raise CameraError(say("{address} sent a damaged picture", address=without_login(self._address)))
        return image

    def close(self) -> None:
        """Stop asking."""
        if self._answer:
            self._answer.close()


def _request(address: str) -> HttpAnswer:
    try:
        return get(address)
    except ANSWER_ERRORS as error:
        raise CameraError(_why(error, address)) from None


def _open_stream(address: str) -> OpenCvCamera:
    shown = without_login(address)
    parts = urllib.parse.urlsplit(address)
    if parts.scheme.startswith("rtsp"):
        try:
            socket.create_connection((parts.hostname, parts.port or RTSP_PORT), TIMEOUT_S).close()
        except (OSError, ValueError) as error:
            raise CameraError(_why(error, address)) from None
    limit = round(TIMEOUT_S * 1000)
    settings = (cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, limit, cv2.CAP_PROP_READ_TIMEOUT_MSEC, limit)
    return OpenCvCamera(
        address, cv2.CAP_FFMPEG, settings, lambda: say("{address} sends no video that can be read", address=shown)
    )


def _why(error: Exception, address: str) -> Text:
    """Explain a failure to people, and what helps."""
    shown, login = split_login(address)
    if isinstance(error, BadStatus):
        if error.code in (401, 403) and login:
            return say("{address} does not accept this name and password: check them in the camera's app", address=shown)
        if error.code in (401, 403):
            return say("{address} wants a name and a password: write them as http://NAME:PASSWORD@...", address=shown)
        if error.code == 404:
            return say(
                "{address} answers, but has nothing at this path: look up the path in the camera's app", address=shown
            )
        return say("{address} answers with error {code}", address=shown, code=error.code)
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
