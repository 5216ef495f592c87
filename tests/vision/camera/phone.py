"""Pictures that show their own number, and files and servers made of them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np

from fourth_seat.vision.protocols import Image

BITS = 8


def numbered(number: int, width: int = 160, height: int = 48) -> Image:
    """Return a picture whose columns, light or dark, are the bits of its number: any JPEG keeps them."""
    bits = [255 * (number >> bit & 1) for bit in range(BITS)]
    row = np.repeat(np.array(bits, np.uint8), width // BITS)
    return np.ascontiguousarray(np.broadcast_to(row[None, :, None], (height, width, 3)))


def number_in(image: Image) -> int:
    """Return the number that a picture shows."""
    step = image.shape[1] // BITS
    return sum(
        1 << bit for bit in range(BITS) if image[:, bit * step + step // 4 : (bit + 1) * step - step // 4].mean() > 127
    )


def jpeg(number: int) -> bytes:
    return cv2.imencode(".jpg", numbered(number))[1].tobytes()


def write_video(path: Path, count: int, rate: float = 10.0, code: str = "MJPG") -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*code), rate, (160, 48))
    for number in range(count):
        writer.write(numbered(number))
    writer.release()
    return path


class Phone(ThreadingHTTPServer):
    """A network camera: `/video` sends JPEGs without end, `/bare` does so without giving lengths, `/shot.jpg` sends one per
    request.

    Attributes:
        number: of the next picture.
        pause: seconds from one picture of a stream to the next.
        broken: whether streams end after the picture being sent.
    """

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), PhoneHandler)
        self.number = 0
        self.pause = 0.01
        self.broken = threading.Event()

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.server_port}{path}"

    def next_jpeg(self) -> bytes:
        self.number = (self.number + 1) % (1 << BITS)
        return jpeg(self.number)


class PhoneHandler(BaseHTTPRequestHandler):
    server: Phone

    def do_GET(self) -> None:
        paths = {
            "/video": self.stream,
            "/bare": self.stream,
            "/shot.jpg": self.shot,
            "/": self.page,
            "/locked": self.locked,
        }
        paths.get(self.path, self.nothing)()

    def stream(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", 'multipart/x-mixed-replace; boundary="next"')
        self.end_headers()
        while not self.server.broken.wait(self.server.pause):
            data = self.server.next_jpeg()
            length = b"" if self.path == "/bare" else b"Content-Length: %d\r\n" % len(data)
            try:
                self.wfile.write(b"--next\r\nContent-Type: image/jpeg\r\n" + length + b"\r\n" + data + b"\r\n")
            except OSError:
                return

    def shot(self) -> None:
        self.answer("image/jpeg", self.server.next_jpeg())

    def page(self) -> None:
        self.answer("text/html", b"<h1>My phone</h1>")

    def nothing(self) -> None:
        self.send_error(404)

    def locked(self) -> None:
        if self.headers.get("Authorization") == "Basic YW5uOnNlY3JldA==":  # ann:secret
            return self.shot()
        return self.send_error(401)

    def answer(self, kind: str, data: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """Do nothing: tests are quiet."""


P = TypeVar("P", bound=Phone)


def phone(port: int = 0) -> AbstractContextManager[Phone]:
    return serving(Phone(port))


@contextmanager
def serving(server: P) -> Iterator[P]:
    """Yield a running phone, which answers until the context is left."""
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.broken.set()
        server.shutdown()
        server.server_close()
        thread.join()
