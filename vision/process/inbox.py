"""Lines of standard input, read by a thread, so that the loop that looks at pictures never waits for them."""

from __future__ import annotations

import queue
import threading
from dataclasses import dataclass
from typing import Protocol

BLOCK = 65_536  # bytes asked for at once
LONGEST = 1_000_000  # bytes of a line; the rest of a longer one is dropped


class Input(Protocol):
    """An unbuffered file, so that a thread waiting in it does not hold up the end of the process."""

    def read(self, size: int, /) -> bytes | None:
        """What has come, up to `size` bytes; nothing at the end."""


@dataclass(frozen=True, slots=True)
class Command:
    """A line: `[NUMBER] NAME [REST]`. The number, where there is one, comes back with the reply."""

    number: int | None
    name: str
    rest: str

    @classmethod
    def parse(cls, line: str) -> Command:
        first, _, rest = line.strip().partition(" ")
        if first.isascii() and first.isdigit():
            name, _, rest = rest.strip().partition(" ")
            return cls(int(first), name, rest.strip())
        return cls(None, first, rest.strip())


class Inbox:
    """Lines in the order they came; empty ones are left out.

    Attributes:
        over: the input has ended, and every line was taken.
    """

    def __init__(self, source: Input) -> None:
        self.over = False
        self._source = source
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        threading.Thread(target=self._read, name="input", daemon=True).start()

    def take(self, seconds: float = 0.0) -> str | None:
        """The next line, waited for so long; None where none came."""
        if self.over:
            return None
        try:
            line = self._lines.get(timeout=seconds) if seconds > 0 else self._lines.get_nowait()
        except queue.Empty:
            return None
        self.over = line is None
        return line

    def _read(self) -> None:
        rest = b""
        while block := self._source.read(BLOCK):
            *lines, rest = (rest + block).split(b"\n")
            for line in lines:
                self._put(line)
            rest = rest[:LONGEST]
        self._put(rest)
        self._lines.put(None)

    def _put(self, raw: bytes) -> None:
        if line := raw[:LONGEST].decode("utf-8", "replace").strip():
            self._lines.put(line)
