"""The opening book: values of a game's first positions, which take longest to search. Made by `training/kalah/book.py`.

The file begins with a header: magic bytes, format version, pits, seeds per pit, rule, number of positions, and a checksum
of the rest. Each position is stored as the counts of the side to move, the counts of the other side, and the value of the
pits as a signed byte.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping
from pathlib import Path

from fourth_seat.boundary.files import write_file
from fourth_seat.engines.errors import DamagedTable
from fourth_seat.games.kalah.rules import Ring
from fourth_seat.games.options import Options, written
from fourth_seat.words import say

BOOK_FOLDER = Path(__file__).parent / "books"
MAGIC = b"KalahBook"
VERSION = 1
HEADER = struct.Struct("<9sHBBBII")

Sides = tuple[Ring, Ring]
"""The pits of the side to move, and of the other."""


def sides(ring: Ring) -> tuple[Ring, Ring]:
    """Return the pits of the side to move and those of the other side."""
    half = len(ring) // 2
    return ring[: half - 1], ring[half:-1]


def path_of(options: Options) -> Path:
    """Return the path of the opening book for these game options; the file may not exist."""
    return BOOK_FOLDER / f"{options['pits']}-{options['seeds']}-{written(options['empty-capture'])}.book"


def read(path: Path, options: Options) -> dict[Sides, int]:
    """Return the values of all positions in a book; empty if there is no book.

    Raises:
        DamagedTable: the file is damaged, from another version, or for another game.
    """
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return {}
    except OSError:
        content = b""
    body = content[HEADER.size :]
    head = _head(options, len(body), zlib.crc32(body))
    if content[: HEADER.size] != head:
        raise DamagedTable(
            say(
                "the opening book {path} is missing, damaged or from another version: the computer plays without it",
                path=str(path),
            )
        )
    pits = int(options["pits"])
    return {
        (tuple(entry[:pits]), tuple(entry[pits:-1])): struct.unpack("b", entry[-1:])[0]
        for entry in (body[at : at + 2 * pits + 1] for at in range(0, len(body), 2 * pits + 1))
    }


def write(path: Path, options: Options, values: Mapping[Sides, int]) -> None:
    """Write an opening book."""
    body = b"".join(bytes(own + other) + struct.pack("b", value) for (own, other), value in sorted(values.items()))
    path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, _head(options, len(body), zlib.crc32(body)) + body)


def _head(options: Options, size: int, checksum: int) -> bytes:
    pits = int(options["pits"])
    return HEADER.pack(
        MAGIC, VERSION, pits, int(options["seeds"]), bool(options["empty-capture"]), size // (2 * pits + 1), checksum
    )
