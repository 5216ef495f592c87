"""Hostile requests of each kind, made up at random, from strangers and from guests."""

from __future__ import annotations

import base64
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from fourth_seat.page.server.files import FOLDER, page_files
from fourth_seat.page.server.members import CODE_LENGTH, CODE_LETTERS
from tests.page.server.running import HERE, RunningServer

PATHS = [*page_files().parts, *(f"/{path.relative_to(FOLDER).as_posix()}" for path in FOLDER.rglob("*") if path.is_file())]
OTHER_PATHS = ["/", "/ws", "/camera", "/join", "/../page/host.py", "/%2e%2e/page/host.py", "//", "/?x=1"]
FOREIGN_ORIGINS = [
    "http://evil.example",
    "null",
    "",
    "file://",
    "https://{host}",
    "http://{host}.evil.example",
    "http://127.0.0.1",
]
HOSTS = ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "", "localhost.evil.example:{port}", "[::1"]
DOUBLE_LENGTHS = [b"Content-Length: 5\r\nContent-Length: 6\r\n", b"Transfer-Encoding: chunked\r\nContent-Length: 4\r\n"]
WRONG_LINES = [b"Host: evil.example\r\n", b" folded: x\r\n", b"a\0b: c\r\n", b": x\r\n", b"X\r\n", b"X: \x7f\x01\r\n"]


@dataclass(frozen=True, slots=True)
class Try:
    """The bytes sent on one connection.

    Attributes:
        first: the request.
        then: what follows once a WebSocket is open.
        whole: whether the request is one that must be answered.
    """

    first: bytes
    then: bytes = b""
    whole: bool = True


class Attacker:
    """Makes tries.

    Attributes:
        cookies: those of guests that were admitted.
    """

    def __init__(self, server: RunningServer, seed: int) -> None:
        self.server = server
        self.cookies: list[str] = []
        self._rng = random.Random(seed)
        self._kinds: dict[str, Callable[[], Try]] = {
            "no cookie": self._stranger,
            "wrong cookie": self._wrong_cookie,
            "wrong token": self._wrong_token,
            "wrong code": self._wrong_code,
            "another origin": self._other_origin,
            "another host": self._other_host,
            "malformed HTTP": self._malformed,
            "oversized": self._oversized,
            "malformed WebSocket": self._frames,
        }

    @property
    def kinds(self) -> list[str]:
        """The names of all kinds of tries."""
        return list(self._kinds)

    def next(self, kind: str) -> Try:
        """Return one more try of a kind."""
        return self._kinds[kind]()

    @property
    def _host(self) -> str:
        return f"{HERE}:{self.server.port}"

    def _request(
        self, path: str, headers: Mapping[str, str] | None = None, *, method: str = "GET", body: bytes = b""
    ) -> bytes:
        lines = {"Host": self._host, "Connection": "close", **(headers or {})}
        if body:
            lines["Content-Length"] = str(len(body))
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body

    def _upgrade(self, path: str, headers: Mapping[str, str]) -> bytes:
        key = base64.b64encode(self._rng.randbytes(16)).decode()
        wanted = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": key}
        return self._request(path, {**wanted, **headers})

    @property
    def _same(self) -> dict[str, str]:
        return {"Origin": self.server.base}

    @property
    def _json(self) -> dict[str, str]:
        return {**self._same, "Content-Type": "application/json"}

    @property
    def _cookie(self) -> str:
        return f"seat-{self.server.port}"

    def _own(self) -> dict[str, str]:
        return {"Cookie": f"{self._cookie}={self._rng.choice(self.cookies)}", "Origin": self.server.base}

    # -- kinds -------------------------------------------------------------------------------------------------------------

    def _stranger(self) -> Try:
        rng = self._rng
        path = rng.choice(
            [*PATHS, "/", "/ws", "/camera", "/join", "/../page/host.py", "/%2e%2e/page/host.py", "//", "/?x=1"]
        )
        if rng.random() < 0.3:
            return Try(self._upgrade(rng.choice(["/ws", "/camera", path]), self._same))
        method = rng.choice(["GET"] * 6 + ["POST", "PUT", "DELETE", "OPTIONS", "HEAD", "CONNECT", "TRACE", "BREW"])
        return Try(self._request(path, method=method), whole=method not in ("CONNECT",))

    def _wrong_cookie(self) -> Try:
        rng = self._rng
        guest, _, key = rng.choice(self.cookies).partition(".")
        value = rng.choice(
            [f"{guest}.{rng.randbytes(24).hex()}", f"{guest}.", f"{guest}", f".{key}", f"{key}.{guest}", f"{guest}.{key}x",
             f"{guest}.{key[:-1]}", f'"{guest}.', "x" * 3000, f"{guest}.{key.swapcase()}", "seat=" * 99]
        )  # fmt: skip
        cookie = rng.choice(["{0}={1}", "{0}={1}; {0}={1}", "Seat={1}", "$Version=1; {0}={1}"]).format(self._cookie, value)
        if rng.random() < 0.5:
            return Try(self._upgrade(rng.choice(["/ws", "/camera"]), {**self._same, "Cookie": cookie}))
        return Try(self._request(rng.choice([*PATHS, "/"]), {"Cookie": cookie}))

    def _wrong_token(self) -> Try:
        token = base64.urlsafe_b64encode(self._rng.randbytes(16)).decode().rstrip("=")
        body = f'{{"token":"{token}","language":"en"}}'.encode()
        return Try(self._request("/join", method="POST", body=body, headers=self._json))

    def _wrong_code(self) -> Try:
        rng = self._rng
        code = rng.choice(
            ["".join(rng.choices(CODE_LETTERS, k=CODE_LENGTH)), "", " - ", "x" * 60, "x" * 70, "\u0660\u0661\ufb01"]
        )
        other = rng.choice(["", '"token":"",', '"token":null,'])
        body = f'{{{other}"code":"{code}","language":"en"}}'.encode()
        return Try(self._request("/join", method="POST", body=body, headers=self._json))

    def _other_origin(self) -> Try:
        origin = self._rng.choice(FOREIGN_ORIGINS).format(host=self._host)
        headers = {**self._own(), "Origin": origin}
        if self._rng.random() < 0.3:
            body = b'{"token":"x","language":"en"}'
            headers["Content-Type"] = self._rng.choice(["application/json", "text/plain"])
            return Try(self._request("/join", method="POST", body=body, headers=headers))
        return Try(self._upgrade(self._rng.choice(["/ws", "/camera"]), headers))

    def _other_host(self) -> Try:
        host = self._rng.choice(HOSTS).format(port=self.server.port)
        headers = {**self._own(), "Host": host, "Origin": f"http://{host}"}
        if self._rng.random() < 0.5:
            return Try(self._upgrade("/ws", headers))
        return Try(self._request(self._rng.choice([*PATHS, "/"]), headers))

    def _malformed(self) -> Try:
        rng = self._rng
        good = self._upgrade("/ws", self._same) if rng.random() < 0.3 else self._request("/nowhere")
        kind = rng.randrange(7)
        if kind == 0:
            return Try(rng.randbytes(rng.randrange(1, 400)), whole=False)
        if kind == 1:  # bytes changed, put in or taken out
            data = bytearray(good)
            for _ in range(rng.randrange(1, 6)):
                at = rng.randrange(len(data))
                data[at : at + rng.randrange(3)] = rng.randbytes(rng.randrange(3))
            return Try(bytes(data), whole=False)
        if kind == 2:
            return Try(good[: rng.randrange(len(good))], whole=False)
        if kind == 3:  # two lengths, or a length and chunks: requests hidden in requests
            extra = rng.choice(DOUBLE_LENGTHS)
            return Try(good[:-2] + extra + b"\r\n0\r\n\r\nGET /index.html HTTP/1.1\r\n\r\n", whole=False)
        if kind == 4:
            return Try(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + rng.randbytes(30), whole=False)
        if kind == 5:
            return Try(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + rng.randbytes(500), whole=False)
        line = rng.choice(WRONG_LINES)
        return Try(good[:-2] + line + b"\r\n", whole=False)

    def _oversized(self) -> Try:
        rng = self._rng
        size = rng.choice([5_000, 20_000, 100_000])
        kind = rng.randrange(4)
        if kind == 0:
            return Try(self._request("/" + "x" * size), whole=False)
        if kind == 1:
            return Try(self._request("/", {"X": "x" * size}), whole=False)
        if kind == 2:
            many = {f"X{n}": "x" * 30 for n in range(size // 40)}
            return Try(self._request("/ws", many), whole=False)
        body = b'{"token":"' + b"x" * size + b'"}'
        return Try(
            self._request("/join", method="POST", body=body, headers=self._json),
            whole=False,
        )

    def _frames(self) -> Try:
        """Return nonsense over the WebSocket of a guest: nothing in it is a message, or it is too large."""
        rng = self._rng
        mask = rng.randbytes(4)

        def frame(head: int, payload: bytes, length: bytes | None = None) -> bytes:
            if length is None:
                size = len(payload)
                length = bytes([size]) if size < 126 else b"\x7e" + size.to_bytes(2, "big")
            marked = bytes([length[0] | 0x80]) + length[1:]
            return bytes([head]) + marked + mask + bytes(byte ^ mask[n % 4] for n, byte in enumerate(payload))

        said = b'{"type":"do","what":"tap"}'
        makers: list[Callable[[], bytes]] = [
            lambda: rng.randbytes(rng.randrange(2, 300)),
            lambda: frame(0x81, rng.randbytes(rng.randrange(1, 100))),  # not UTF-8
            lambda: frame(0xC1, said),  # compressed, which was not agreed upon
            lambda: frame(0xB1, said),
            lambda: frame(0x83, said),
            lambda: frame(0x89, b"x" * 126),  # a control frame that is too long
            lambda: frame(0x09, b"x"),  # and one in parts
            lambda: frame(0x80, said),  # a continuation of nothing
            lambda: frame(0x81, b"", length=b"\x7f" + b"\xff" * 8),
            lambda: frame(0x81, b"x" * 10, length=b"\x7f" + (10**6).to_bytes(8, "big")),
            lambda: frame(0x01, b"x" * 9_000) + frame(0x00, b"x" * 9_000) * 2,
            lambda: frame(0x88, b"x"),
            lambda: frame(0x82, said),
            lambda: frame(0x81, b"[" * 9_000),
            lambda: frame(0x81, b'{"type":["do"]}'),
        ]
        return Try(self._upgrade("/ws", self._own()), rng.choice(makers)())
