"""The lines of standard input, read by a thread while the process works."""

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
    """A source of bytes: an unbuffered file, so that a thread waiting for it does not delay the end of the process."""

    def read(self, size: int, /) -> bytes | None:
        """Read the available bytes, up to `size`; none at the end."""


def lines_of(source: ByteSource) -> Iterator[str]:
    """Yield the source's lines as they come, in UTF-8 unless a byte order mark says otherwise, and only the beginning of a
    line that is too long.
    """
    decoder, rest = MarkedDecoder(), ""
    while block := source.read(READ_BLOCK_BYTES):
        *lines, rest = (rest + decoder.decode(block)).split("\n")
        yield from (line[:MAX_LINE_CHARS] for line in lines)
        rest = rest[:MAX_LINE_CHARS]
    if rest := rest + decoder.decode(b"", final=True):
        yield rest


def lines_as_typed(source: ByteSource) -> Iterator[str | None]:
    """Yield the lines of a source as they come, including empty ones; yield None repeatedly while there is none."""
    typed = InputQueue(source, empty=True)
    while True:
        line = typed.take(LOOK_S)
        if typed.over:
            return
        yield line


class InputQueue:
    """The lines of a source in the order in which they came.

    Attributes:
        over: whether the input has ended and every line has been taken.
    """

    def __init__(self, source: ByteSource, *, empty: bool = False) -> None:
        """Start to read; `empty` lines are left out unless requested."""
        self.over = False
        self._empty = empty
        self._source = source
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        threading.Thread(target=self._read, name="input", daemon=True).start()

    def take(self, seconds: float = 0.0) -> str | None:
        """Wait this long for the next line, and return it; None if none has come."""
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
