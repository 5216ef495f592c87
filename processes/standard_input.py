"""Reads lines from standard input in a background thread."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from typing import Protocol

from fourth_seat.boundary.marked_text import MarkedDecoder

READ_BLOCK_BYTES = 65_536  # bytes asked for at once
LOOK_S = 0.01  # between checks whether a line has come
MAX_LINE_CHARS = 1_000_000  # of a line; the rest of a longer one is dropped


class ByteSource(Protocol):
    """A source of bytes. It must be unbuffered, so that a thread blocked in `read` does not delay the exit."""

    def read(self, size: int, /) -> bytes | None:
        """Read up to `size` available bytes. Returns an empty result at end of file."""


def lines_of(source: ByteSource) -> Iterator[str]:
    """Yield the lines of a source as they arrive. They are decoded as UTF-8 unless there is a byte order mark. Overlong
    lines are truncated.
    """
    decoder, rest = MarkedDecoder(), ""
    while block := source.read(READ_BLOCK_BYTES):
        *lines, rest = (rest + decoder.decode(block)).split("\n")
        yield from (line[:MAX_LINE_CHARS] for line in lines)
        rest = rest[:MAX_LINE_CHARS]
    if rest := rest + decoder.decode(b"", final=True):
        yield rest


def lines_as_typed(source: ByteSource) -> Iterator[str | None]:
    """Yield the lines of a source as they arrive, including empty ones, and None whenever no line is available."""
    typed = InputQueue(source, empty=True)
    while True:
        line = typed.take(LOOK_S)
        if typed.over:
            return
        yield line


class InputQueue:
    """A queue of the lines read from a source.

    Attributes:
        over: whether the input has ended and all lines have been taken.
    """

    def __init__(self, source: ByteSource, *, empty: bool = False) -> None:
        """Start reading. Empty lines are skipped unless `empty` is true."""
        self.over = False
        self._empty = empty
        self._source = source
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        threading.Thread(target=self._read, name="input", daemon=True).start()

    def take(self, seconds: float = 0.0) -> str | None:
        """Return the next line, waiting up to `seconds` for it, or None if no line has arrived by then."""
        if self.over:
            return None
        try:
            line = self._lines.get(timeout=seconds) if seconds > 0 else self._lines.get_nowait()
        except queue.Empty:
            return None
        self.over = line is None
        return line

    def _read(self) -> None:
        for line in map(str.strip, lines_of(self._source)):
            if line or self._empty:
                self._lines.put(line)
        self._lines.put(None)
