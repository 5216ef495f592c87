"""The opening book: exact scores of all positions with few stones, except those that can be won with the next stone.

The file begins with a header (`MAGIC`, the highest number of stones covered, the number of entries and their SHA-256 sum).
The entries follow in ascending order. Each is an eight-byte word: the position's key, shifted left by eight bits, plus its
score plus `ZERO_SCORE`. A position and its mirror image share one entry, stored under the smaller of their keys.
`training/connect4/book.py` creates the file.
"""

from __future__ import annotations

import hashlib
import struct
import sys
from array import array
from bisect import bisect_left
from dataclasses import dataclass
from pathlib import Path

from fourth_seat.boundary.files import write_file
from fourth_seat.engines.errors import DamagedTable
from fourth_seat.words import Text, say

BOOK_FILE = Path(__file__).with_name("book.bin")
MAGIC = b"connect4 book 1\n"
HEAD = struct.Struct("<16sII32s")
ZERO_SCORE = 64
SCORE_BITS = 8
COLUMN_MASK = (1 << 7) - 1


def key_of(own: int, taken: int) -> int:
    """Return the key shared by a position and its mirror image."""
    key = own + taken
    return min(key, sum((key >> 7 * column & COLUMN_MASK) << 7 * (6 - column) for column in range(7)))


@dataclass(frozen=True, slots=True)
class Connect4Book:
    """Exact scores of the positions in the opening book.

    Attributes:
        stones: the highest number of stones covered.
    """

    stones: int
    _entries: array[int]

    def score(self, own: int, taken: int) -> int | None:
        """Return a position's score from the mover's point of view, or None if the book does not contain it."""
        if taken.bit_count() > self.stones:
            return None
        word = key_of(own, taken) << SCORE_BITS
        place = bisect_left(self._entries, word)
        if place == len(self._entries) or self._entries[place] >> SCORE_BITS != word >> SCORE_BITS:
            return None
        return (self._entries[place] & (1 << SCORE_BITS) - 1) - ZERO_SCORE

    def __len__(self) -> int:
        return len(self._entries)


def read(path: Path = BOOK_FILE) -> Connect4Book:
    """Read the book from a file and verify its checksum.

    Raises:
        DamagedTable: the file is missing, truncated, damaged, or from another version.
    """
    try:
        whole = path.read_bytes()
    except OSError as error:
        raise DamagedTable(_unusable(path, say("it cannot be read"))) from error
    if len(whole) < HEAD.size or not whole.startswith(MAGIC):
        raise DamagedTable(_unusable(path, say("it was not made for this version")))
    _, stones, count, digest = HEAD.unpack_from(whole)
    body = memoryview(whole)[HEAD.size :]
    if len(body) != 8 * count or hashlib.sha256(body).digest() != digest:
        raise DamagedTable(_unusable(path, say("it is damaged")))
    entries = array("Q")
    entries.frombytes(body)
    if sys.byteorder == "big":
        entries.byteswap()
    return Connect4Book(stones, entries)


def _unusable(path: Path, reason: Text) -> Text:
    return say("the opening book {path} is not used: {reason}", path=str(path), reason=reason)


def write(path: Path, stones: int, entries: array[int]) -> None:
    """Write a book file; `entries` must be in ascending order."""
    little = array("Q", entries)
    if sys.byteorder == "big":
        little.byteswap()
    body = little.tobytes()
    write_file(path, HEAD.pack(MAGIC, stones, len(entries), hashlib.sha256(body).digest()) + body)
