"""Standard input in lines, for a thread that reads while a process works."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

READ_BLOCK_BYTES = 65_536  # bytes asked for at once
MAX_LINE_BYTES = 1_000_000  # bytes of a line; the rest of a longer one is dropped


class ByteSource(Protocol):
    """Where bytes come from: an unbuffered file, so that a thread waiting in it does not hold up the end of the process."""

    def read(self, size: int, /) -> bytes | None:
        """What has come, up to `size` bytes; nothing at the end."""


def lines_of(source: ByteSource) -> Iterator[bytes]:
    """The source's lines as they come; of one that is too long the beginning."""
    rest = b""
    while block := source.read(READ_BLOCK_BYTES):
        *lines, rest = (rest + block).split(b"\n")
        yield from (line[:MAX_LINE_BYTES] for line in lines)
        rest = rest[:MAX_LINE_BYTES]
    if rest:
        yield rest
