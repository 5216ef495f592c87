"""Network cameras: phones and web cameras that send JPEGs over HTTP, either in a stream or one per request, or use RTSP."""

from __future__ import annotations

import errno
import http.client
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import cv2

from fourth_seat.boundary.addresses import Address, NoAddress, UnclearLogin, join_login, read_address, shown, split_login
from fourth_seat.boundary.numbers import parse_integer
from fourth_seat.vision.camera.capture import OpenCvCamera
from fourth_seat.vision.camera.files import decode_frame
from fourth_seat.vision.camera.http_answer import ANSWER_ERRORS, TIMEOUT_S, BadStatus, HttpAnswer, HttpCamera, encoded_path
from fourth_seat.vision.camera.http_login import UnknownLogin
from fourth_seat.vision.camera.source import CameraConnection
from fourth_seat.vision.errors import CameraError
from fourth_seat.vision.protocols import Image
from fourth_seat.words import Text, error_text, say

SCHEMES = ("http", "https", "rtsp", "rtsps", "rtmp", "udp", "tcp")
PICTURE_TIMEOUT_S = 15.0  # for a whole picture, however slowly it comes
MAX_PICTURE_BYTES = 32_000_000
MAX_HEADER_LINES = 64  # of a part, counting the blank lines before it
MAX_HEADER_BYTES = 4096  # of one of its lines
SNAPSHOT_INTERVAL_S = 0.1  # from one picture to the next where each is requested separately
RTSP_PORT = 554
UNREACHABLE_ERRNOS = (errno.EHOSTUNREACH, errno.ENETUNREACH, errno.EHOSTDOWN, errno.ETIMEDOUT)


def is_address(text: str) -> bool:
    """Return whether a string is the address of a network camera."""
    return "://" in text and text.partition("://")[0].lower() in SCHEMES


def open_address(text: str) -> CameraConnection:
    """Connect to a network camera.

    Raises:
        CameraError: the address is malformed, there is no response, or the response contains no pictures.
    """
    with _reasons(text):
        address = read_address(text)
        if address.scheme not in ("http", "https"):
            return _open_stream(address, text)
        camera = HttpCamera(address)
        answer = camera.get()
    kind = answer.kind
    if kind == "multipart/x-mixed-replace":
        return MjpegCamera(answer, text)
    if kind.startswith("image/"):
        return SnapshotCamera(camera, answer, text)
    answer.close()
    if kind == "text/html":
        raise CameraError(
            say(
                (
                    "{address} is a web page, not a picture: the pictures' own address often ends in /video, "
                    "/mjpeg or /shot.jpg"
                ),
                address=shown(text),
            )
        )
    return _open_stream(address, text)


class MjpegCamera:
    """A response with an endless sequence of JPEGs ("MJPEG"), each in an RFC 2046 part. Satisfies `CameraConnection`."""

    def __init__(self, answer: HttpAnswer, address: str) -> None:
        self._answer, self._address = answer, address
        self._boundary = b"--" + answer.boundary.strip().removeprefix("--").encode("ascii", "replace")
        self._begun = False  # the line that begins the next part was read

    def grab(self) -> Image:
        """Return the next part that is a picture."""
        with _reasons(self._address):
            self._answer.allow(PICTURE_TIMEOUT_S)
            while (image := decode_frame(self._part())) is None:
                continue
        return image

    def close(self) -> None:
        """Close the response."""
        self._answer.close()

    def _part(self) -> bytes:
        """Return the body of the next part, whose length is given by its header, or else by the start of the next part."""
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
    """A camera that sends one picture per request. Satisfies `CameraConnection`."""

    def __init__(
        self, camera: HttpCamera, answer: HttpAnswer, address: str, pause: Callable[[float], None] = time.sleep
    ) -> None:
        self._answer: HttpAnswer | None = answer
        self._camera, self._address, self._pause = camera, address, pause

    def grab(self) -> Image:
        """Request a picture."""
        with _reasons(self._address):
            if self._answer is None:
                self._pause(SNAPSHOT_INTERVAL_S)
                self._answer = self._camera.get()
            try:
                self._answer.allow(PICTURE_TIMEOUT_S)
                image = decode_frame(self._answer.rest(MAX_PICTURE_BYTES))
            finally:
                self._answer.close()
                self._answer = None
        if image is None:
            raise CameraError(say("{address} sent a damaged picture", address=shown(self._address)))
        return image

    def close(self) -> None:
        """Close the last response, if any."""
        if self._answer:
            self._answer.close()


def _open_stream(address: Address, text: str) -> OpenCvCamera:
    """Open a stream with OpenCV's FFmpeg."""
    if address.scheme.startswith("rtsp"):
        with _reasons(text):
            socket.create_connection((address.host, address.port or RTSP_PORT), TIMEOUT_S).close()
    limit = round(TIMEOUT_S * 1000)
    settings = (cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, limit, cv2.CAP_PROP_READ_TIMEOUT_MSEC, limit)
    plain = str(replace(address, after=encoded_path(address) if address.after else ""))
    return OpenCvCamera(
        join_login(plain, address.login) if address.login else plain,
        cv2.CAP_FFMPEG,
        settings,
        lambda: say("the video from {address} cannot be read", address=shown(text)),
    )


@contextmanager
def _reasons(address: str) -> Iterator[None]:
    """Convert errors in an address, a request or a response to a `CameraError`."""
    try:
        yield
    except CameraError:
        raise
    except ANSWER_ERRORS as error:
        raise CameraError(_why(error, address)) from None


def _why(error: Exception, text: str) -> Text:
    """Return a readable explanation of a failure, and a remedy."""
    address = shown(text)
    if isinstance(error, UnclearLogin):
        return say(
            "it is not clear where the login in {address} ends: in a name or password write @ as %40, / as %2F, ? as %3F "
            "and # as %23; after the host, @ as %40",
            address=address,
        )
    if isinstance(error, NoAddress):
        return say(
            "{address} is not a camera's address: enter it as http://HOST:PORT/PATH or rtsp://HOST/PATH", address=address
        )
    if isinstance(error, BadStatus):
        return _refusal(error.code, text)
    if isinstance(error, UnknownLogin):
        return say(
            (
                "{address} requires a kind of login that this program does not support: choose “basic” or "
                "“digest” in the camera's settings"
            ),
            address=address,
        )
    if isinstance(error, ConnectionRefusedError):
        return say(
            "{address} refuses the connection: is the camera's app running, and is the port number right?", address=address
        )
    if isinstance(error, socket.gaierror | UnicodeError):
        return say("unknown host in {address}: check the address", address=address)
    if isinstance(error, TimeoutError) or getattr(error, "errno", None) in UNREACHABLE_ERRNOS:
        return say("{address} does not answer: is the phone awake, and on the same network?", address=address)
    if isinstance(error, ssl.SSLCertVerificationError):
        return say(
            "this computer does not trust the certificate of {address}: use http:// on your own network",
            address=address,
        )
    if isinstance(error, ssl.SSLError):
        return say("{address} answers, but does not use encryption: try http:// instead of https://", address=address)
    if isinstance(error, ConnectionError | http.client.IncompleteRead):
        return say("the connection to {address} was lost", address=address)
    if isinstance(error, OSError) and error.strerror:
        return say("no pictures from {address}: {reason}", address=address, reason=error_text(error))
    return say(
        ("{address} answers, but does not seem to be a camera: are the port number and the path right?"), address=address
    )


def _refusal(code: int, text: str) -> Text:
    """Explain the status code of a response without pictures."""
    address, (_, login) = shown(text), split_login(text)
    if code in (401, 403) and login:
        return say("{address} does not accept this name and password: check them in the camera's app", address=address)
    if code in (401, 403):
        return say("{address} requires a name and a password: enter them as http://NAME:PASSWORD@...", address=address)
    if code == 404:
        return say("{address} answers, but has nothing at this path: look up the path in the camera's app", address=address)
    return say("{address} answers with error {code}", address=address, code=code)
