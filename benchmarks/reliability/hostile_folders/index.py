"""A package index on this machine, whose wheels are made on the fly: it has every package, in a very new version."""

from __future__ import annotations

import io
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from zipfile import ZipFile

VERSION = "99.0"
MODULES = {"paho-mqtt": "paho"}
"""Packages whose module has a different name."""


@contextmanager
def foreign_index(code: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the address of an index whose packages consist of a module with this code, and a list of the requests."""
    asked: list[str] = []

    class Index(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            name = self.path.strip("/").split("/")[-1]
            if name.endswith(".whl"):
                self._send(_wheel(name.partition("-")[0], code), "application/octet-stream")
            elif self.path.startswith("/simple/"):
                file = f"{name.replace('-', '_')}-{VERSION}-py3-none-any.whl"
                self._send(f'<a href="/files/{file}">{file}</a>'.encode(), "text/html")
            else:
                self.send_error(404)

        def _send(self, body: bytes, kind: str) -> None:
            with suppress(OSError):
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                if self.command == "GET":
                    self.wfile.write(body)

        do_HEAD = do_GET  # noqa: N815

        def log_message(self, *_: object) -> None: ...

    with _served(Index) as address:
        yield f"{address}/simple", asked


@contextmanager
def dripping_index() -> Iterator[str]:
    """Yield the address of an index that answers each request with a byte a second, forever."""
    ended = threading.Event()

    class Drip(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            with suppress(OSError):
                while not ended.wait(1.0):
                    self.wfile.write(b" ")

        def log_message(self, *_: object) -> None: ...

    with _served(Drip) as address:
        yield f"{address}/simple"
        ended.set()


@contextmanager
def _served(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def _wheel(name: str, code: str) -> bytes:
    module, info, file = MODULES.get(name.replace("_", "-"), name), f"{name}-{VERSION}.dist-info", io.BytesIO()
    with ZipFile(file, "w") as made:
        made.writestr(f"{module}/__init__.py", code)
        made.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {VERSION}\n")
        made.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        made.writestr(f"{info}/RECORD", f"{module}/__init__.py,,\n{info}/METADATA,,\n{info}/WHEEL,,\n{info}/RECORD,,\n")
    return file.getvalue()
