"""Cameras that send what no camera should: each soon ends in a sentence, without filling the memory."""

from __future__ import annotations

import socket
import struct
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import cv2
import numpy as np
import pytest

from fourth_seat.vision.camera.files import MAX_FRAME_PIXELS, decode, decode_frame, read_picture
from fourth_seat.vision.camera.ip_camera import open_address
from fourth_seat.vision.errors import CameraError
from tests.vision.camera.phone import jpeg

HEAD = b"HTTP/1.1 200 OK\r\n"
STREAM = HEAD + b"Content-Type: multipart/x-mixed-replace; boundary=next\r\n\r\n"
PART = b"--next\r\nContent-Type: image/jpeg\r\n"
BLOCK = b"x" * 65_536
MAX_GROWTH_BYTES = 200_000_000

Send = Callable[[bytes], object]


class HostileCamera:
    """Answers every request by a script.

    Attributes:
        requests: the headers of all requests.
    """

    def __init__(self, script: Callable[[Send], None]) -> None:
        self._script = script
        self.requests: list[bytes] = []
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = self._server.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/video"
        self._threads = [threading.Thread(target=self._serve, daemon=True)]
        self._threads[0].start()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                link = self._server.accept()[0]
                thread = threading.Thread(target=self._answer, args=(link,), daemon=True)
                self._threads.append(thread)
                thread.start()

    def _answer(self, link: socket.socket) -> None:
        with link, suppress(OSError):
            link.settimeout(20)
            self.requests.append(link.recv(65_536))
            self._script(link.sendall)

    def close(self) -> None:
        self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()
        for thread in self._threads:
            thread.join(20)


@contextmanager
def camera(script: Callable[[Send], None]) -> Iterator[HostileCamera]:
    server = HostileCamera(script)
    try:
        yield server
    finally:
        server.close()


def again_and_again(send: Send, data: bytes, pause: float = 0.0) -> None:
    while True:
        send(data)
        time.sleep(pause)


def endless(start: bytes, data: bytes, pause: float = 0.0) -> Callable[[Send], None]:
    def script(send: Send) -> None:
        send(start)
        again_and_again(send, data, pause)

    return script


def once(data: bytes) -> Callable[[Send], None]:
    def script(send: Send) -> None:
        send(data)

    return script


def png(width: int, height: int) -> bytes:
    """Return a file that claims to hold a picture of this size."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b"")


def part(data: bytes) -> bytes:
    return PART + b"Content-Length: %d\r\n\r\n" % len(data) + data + b"\r\n"


def peak_memory() -> int:
    """Return the peak memory of this process in bytes."""
    resource = pytest.importorskip("resource")
    return int(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss) * 1024


SCRIPTS = {
    "nothing": lambda _: None,
    "no HTTP": once(b"hello\r\n\r\n"),
    "endless status": endless(b"HTTP/1.1 200 ", BLOCK),
    "endless header": endless(HEAD, b"X-More: x\r\n"),
    "endless header line": endless(HEAD + b"X: ", BLOCK),
    "slow header": endless(HEAD, b"X", 0.1),
    "slow header lines": endless(HEAD, b"X-More: x\r\n", 0.05),
    "blank lines": endless(STREAM, b"\r\n"),
    "slow blank lines": endless(STREAM, b"\r\n", 0.1),
    "endless line": endless(STREAM, BLOCK),
    "endless part header": endless(STREAM + PART, b"X-More: x\r\n"),
    "length -1": endless(STREAM + PART + b"Content-Length: -1\r\n\r\n", BLOCK),
    "length of digits": endless(STREAM + PART + b"Content-Length: " + b"9" * 3000 + b"\r\n\r\n", BLOCK),
    "length superscript": endless(STREAM + PART + "Content-Length: ²\r\n\r\n".encode(), BLOCK),
    "length too large": endless(STREAM + PART + b"Content-Length: 999999999999\r\n\r\n", BLOCK),
    "no length": endless(STREAM + PART + b"\r\n", BLOCK),
    "no length, lines": endless(STREAM + PART + b"\r\n", b"x\r\n" * 10_000),
    "slow picture": endless(STREAM + PART + b"Content-Length: 1000\r\n\r\n", b"x", 0.1),
    "no pictures": endless(STREAM, part(b"x" * 1000)),
    "pictures too large": endless(STREAM, part(png(30_000, 30_000))),
    "pictures too wide": endless(STREAM, part(png(1_000_000, 1))),
    "endless snapshot": endless(HEAD + b"Content-Type: image/jpeg\r\n\r\n", BLOCK),
    "slow snapshot": endless(HEAD + b"Content-Type: image/jpeg\r\n\r\n", b"x", 0.1),
    "snapshot too large": once(HEAD + b"Content-Type: image/png\r\n\r\n" + png(30_000, 30_000)),
    "endless chunk size": endless(STREAM.replace(b"\r\n\r\n", b"\r\nTransfer-Encoding: chunked\r\n\r\n"), b"0"),
    "slow chunk size": endless(STREAM.replace(b"\r\n\r\n", b"\r\nTransfer-Encoding: chunked\r\n\r\n"), b"0", 0.1),
    "negative chunk": once(STREAM.replace(b"\r\n\r\n", b"\r\nTransfer-Encoding: chunked\r\n\r\n") + b"-5\r\nxx"),
    "redirect in a circle": once(b"HTTP/1.1 302 Found\r\nLocation: /again\r\n\r\n"),
    "redirect to a file": once(b"HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\n\r\n"),
    "redirect to ftp": once(b"HTTP/1.1 302 Found\r\nLocation: ftp://127.0.0.1/x.jpg\r\n\r\n"),
    "redirect to nothing": once(b"HTTP/1.1 302 Found\r\nLocation: http://[\r\n\r\n"),
    "status of digits": once(b"HTTP/1.1 " + b"9" * 5000 + b" OK\r\n\r\n"),
}


@pytest.mark.sample(10)
@pytest.mark.timeout(30)
@pytest.mark.parametrize("script", SCRIPTS.values(), ids=SCRIPTS)
def test_a_hostile_camera_ends_in_a_sentence(script: Callable[[Send], None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fourth_seat.vision.camera.http_answer.TIMEOUT_S", 1.0)
    monkeypatch.setattr("fourth_seat.vision.camera.ip_camera.PICTURE_TIMEOUT_S", 2.0)
    before = peak_memory()
    with camera(script) as server:
        start = time.monotonic()
        with pytest.raises(CameraError):
            source = open_address(server.url)
            try:
                source.grab()
            finally:
                source.close()
        assert time.monotonic() - start < 10
        assert peak_memory() - before < MAX_GROWTH_BYTES


@pytest.mark.parametrize("end", [b"", b"\r\n"])
def test_parts_without_length_or_header_are_read(end: bytes) -> None:
    data = b"".join(b"--next\r\n\r\n" + jpeg(number) + end + b"\r\n" for number in range(4)) + b"--next--\r\n"
    with camera(once(STREAM + data)) as server:
        source = open_address(server.url)
        for _ in range(3):
            assert source.grab().shape == (48, 160, 3)
        source.close()


def test_a_redirect_takes_the_password_along_on_the_same_host_only() -> None:
    picture = once(HEAD + b"Content-Type: image/jpeg\r\n\r\n" + jpeg(7))
    with camera(picture) as other:

        def redirect(send: Send) -> None:
            here = b"GET /video " in first.requests[-1]
            if b"Authorization" not in first.requests[-1]:
                send(b"HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=x\r\n\r\n")
                return
            target = b"/here" if here else other.url.encode()
            send(b"HTTP/1.1 302 Found\r\nLocation: " + target + b"\r\n\r\n")

        with camera(redirect) as first:
            source = open_address(first.url.replace("//", "//ann:secret@"))
            source.grab()
            source.close()
    assert [b"Authorization: Basic YW5uOnNlY3JldA==" in request for request in first.requests] == [False, True, True]
    assert len(other.requests) == 1 and b"Authorization" not in other.requests[0] and b"secret" not in other.requests[0]


@pytest.mark.parametrize(
    ("width", "height"), [(1_000_000, 1), (1, 1_000_000), (30_000, 30_000), (16_385, 10), (9000, 9000)]
)
def test_pictures_are_refused_by_their_header(width: int, height: int) -> None:
    assert decode(png(width, height)) is None


def test_a_picture_with_too_many_pixels_is_reported_with_their_number(tmp_path: Path) -> None:
    (tmp_path / "wall.png").write_bytes(png(9000, 8000))
    with pytest.raises(CameraError, match=r"wall\.png is too large, 9000 x 8000 pixels: make it smaller"):
        read_picture(tmp_path / "wall.png")


def test_a_picture_with_more_pixels_than_pillow_opens_is_reported_as_too_large(tmp_path: Path) -> None:
    (tmp_path / "wall.png").write_bytes(png(16_000, 12_500))
    with pytest.raises(CameraError, match=r"wall\.png has too many pixels: make it smaller"):
        read_picture(tmp_path / "wall.png")


def test_what_a_camera_sends_by_itself_is_smaller_and_of_two_kinds() -> None:
    side = int(MAX_FRAME_PIXELS**0.5) + 1
    large = cv2.imencode(".png", np.zeros((side, side, 3), np.uint8))[1].tobytes()
    assert decode_frame(large) is None
    small = np.zeros((9, 9, 3), np.uint8)
    for kind, is_frame in ((".jpg", True), (".png", True), (".bmp", False), (".tiff", False), (".webp", False)):
        data = cv2.imencode(kind, small)[1].tobytes()
        assert decode(data) is not None
        assert (decode_frame(data) is not None) == is_frame
