"""A panel managed by LCDd, the display server of LCDproc, using its line protocol over TCP.

The protocol is described in LCDproc's developer's guide ("LCDproc's protocol"). A client sends `hello`, receives the
panel's size, adds a screen and its widgets, and sets their contents. LCDd answers each line with `success` or `huh? ...`.
It also sends `listen` and `ignore` when the screen is shown or hidden, and `key` when a key is pressed.
"""

from __future__ import annotations

import socket
from collections.abc import Sequence

from fourth_seat.boundary.numbers import parse_integer
from fourth_seat.hardware.device_url import DeviceUrl
from fourth_seat.hardware.text.drivers import CharacterPanel, PanelSize
from fourth_seat.words import Text, say

LCDD_PORT = 13666
ANSWER_TIMEOUT_S = 2.0  # that connecting or an answer may take
# Milliseconds after which a connection that nobody acknowledges counts as broken, where the system can do it.
UNACKNOWLEDGED_MS = 5000
MAX_UNREAD_BLOCKS = 16  # read at once, from a server that sends more than it should
MAX_SIZE = 256  # columns or rows, as in LCDproc itself
SCREEN = "seat"
# Foreground: before other clients' screens, which LCDd would otherwise show in turn with ours.
SCREEN_COMMANDS = (
    "client_set -name {Fourth Seat}",
    f"screen_add {SCREEN}",
    f"screen_set {SCREEN} -priority foreground -heartbeat off -cursor off",
)


class LcddRefused(OSError):
    """An answer that LCDd would never give, so the server is not LCDd."""


class Lcdd(CharacterPanel):
    """A panel of any type supported by LCDd."""

    scheme = "lcd"
    examples = ("lcd://localhost",)

    def __init__(self, host: str = "localhost", port: int = LCDD_PORT) -> None:
        self._host, self._port = host, port
        self._socket: socket.socket | None = None
        self._shown: list[str] = []
        self._unread = b""

    @classmethod
    def at(cls, url: DeviceUrl) -> Lcdd:
        if url.options:
            raise ValueError
        return cls(*url.host(LCDD_PORT))

    def open(self) -> PanelSize:
        self._socket = socket.create_connection((self._host, self._port), ANSWER_TIMEOUT_S)
        _notice_silence(self._socket)
        self._unread, self._shown = b"", []
        self._send(["hello"])
        size = _size(self._line())
        widgets = [f"widget_add {SCREEN} line{row} string" for row in range(1, size.rows + 1)]
        self._send([*SCREEN_COMMANDS, *widgets])
        return size

    def write(self, lines: Sequence[str]) -> None:
        # All lines, not only those that changed: if LCDd has missed one, it shows it a second later.
        self._send([f"widget_set {SCREEN} line{row} 1 {row} {{{quoted(line)}}}" for row, line in enumerate(lines, 1)])

    def check(self) -> None:
        assert self._socket is not None
        self._socket.setblocking(False)
        try:
            for _ in range(MAX_UNREAD_BLOCKS):  # nothing that it sends needs an answer
                if not self._socket.recv(4096):
                    raise ConnectionResetError("LCDd has ended")
        except BlockingIOError:
            return
        finally:
            self._socket.settimeout(ANSWER_TIMEOUT_S)

    def close(self) -> None:
        if self._socket:
            self._socket.close()
            self._socket = None

    def remedy(self, error: Exception) -> Text:
        where = f"{self._host}:{self._port}"
        if isinstance(error, LcddRefused):
            return say(
                "the server at {where} is not LCDd (it answers “{answer}”): correct the address",
                where=where,
                answer=str(error),
            )
        if isinstance(error, socket.gaierror):
            return say(
                ("there is no computer called {host} on this network: is the address of the text display right?"),
                host=self._host,
            )
        return say(
            "there is no text display at {where}: start LCDd there (on Debian: sudo apt install lcdproc), or correct the "
            "address",
            where=where,
        )

    def _send(self, lines: Sequence[str]) -> None:
        assert self._socket is not None
        self._socket.sendall("".join(f"{line}\n" for line in lines).encode("ascii"))

    def _line(self) -> str:
        assert self._socket is not None
        while b"\n" not in self._unread:
            received = self._socket.recv(4096)
            if not received and not self._unread:
                raise ConnectionResetError("LCDd has ended")
            if not received or len(self._unread) > 4096:
                raise LcddRefused(_readable(self._unread + received))
            self._unread += received
        line, _, self._unread = self._unread.partition(b"\n")
        return _readable(line)


def quoted(text: str) -> str:
    """Replace the characters that LCDd uses for quoting, in text to be enclosed in braces."""
    return text.replace("\\", "/").replace("{", "(").replace("}", ")").replace('"', "'")


def _size(answer: str) -> PanelSize:
    """Parse the panel's size from an answer such as `connect LCDproc 0.5.9 protocol 0.3 lcd wid 20 hgt 4 cellwid 5 cellhgt
    8`.
    """
    words = answer.split()
    try:
        columns, rows = (parse_integer(words[words.index(name) + 1], 1, MAX_SIZE) for name in ("wid", "hgt"))
    except (ValueError, IndexError):
        raise LcddRefused(answer) from None
    if words[0] != "connect" or columns is None or rows is None:
        raise LcddRefused(answer)
    return PanelSize(columns, rows)


def _readable(line: bytes) -> str:
    return line[:60].decode("ascii", "replace").strip()


def _notice_silence(connection: socket.socket) -> None:
    """Make the system detect when the other computer has silently disappeared."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNACKNOWLEDGED_MS)
