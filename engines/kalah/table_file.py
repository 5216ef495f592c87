"""Endgame tables on disk. What cannot be proven to be whole and ours is not believed.

A file begins with a header: a mark, the version of the format, pits, rule, number of levels; a checksum of each level, and
one of the header itself. The levels follow. It is written under another name and then renamed: it is whole or not there.
"""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import BinaryIO

from boundary.files import open_regular, replaced_file
from engines.errors import DamagedTable
from engines.kalah.tables import KalahTables
from words import say

MAGIC = b"KalahEnd"
VERSION = 1
HEADER = struct.Struct("<8sHBBH")  # mark, version, pits, empty capture, levels
CHECKSUM = struct.Struct("<I")


def path_in(folder: Path, tables: KalahTables) -> Path:
    """Return the file of such a board's tables in a folder."""
    return folder / f"kalah-{tables.pits}-{'on' if tables.empty_capture else 'off'}.table"


def load(path: Path, tables: KalahTables) -> bool:
    """Read the levels that the file has and the tables lack; False where there is no file.

    Raises:
        DamagedTable: the file is cut short, damaged or from another version; levels that are whole are taken all the same.
    """
    try:
        with open_regular(path) as file:
            sums = _read_sums(path, file, tables)
            for level, expected in enumerate(sums[: tables.seeds + 1]):
                place = tables.level(level).data.cast("B")
                if file.readinto(place) != len(place) or zlib.crc32(place) != expected:
                    raise DamagedTable(say("{path} is cut short or damaged and is being rebuilt", path=str(path)))
                tables.ready = max(tables.ready, level)
    except FileNotFoundError:
        return False
    return True


def _read_sums(path: Path, file: BinaryIO, tables: KalahTables) -> tuple[int, ...]:
    """The checksums of the levels; the file then stands at the first level."""
    head = file.read(HEADER.size)
    if len(head) == HEADER.size:
        mark, version, pits, empty_capture, levels = HEADER.unpack(head)
        if (mark, version) == (MAGIC, VERSION):
            block = file.read(CHECKSUM.size * (levels + 1))
            if len(block) == CHECKSUM.size * (levels + 1):
                *sums, own = (value for (value,) in CHECKSUM.iter_unpack(block))
                ours = (pits, empty_capture) == (tables.pits, tables.empty_capture)
                if own == zlib.crc32(head + block[: -CHECKSUM.size]) and ours:
                    return tuple(sums)
        elif mark == MAGIC:
            raise DamagedTable(say("{path} was written by another version and is being rebuilt", path=str(path)))
    raise DamagedTable(say("{path} is cut short or damaged and is being rebuilt", path=str(path)))


def save(path: Path, tables: KalahTables) -> None:
    """Write the levels that are filled; raises `OSError` where that cannot be."""
    levels = [tables.level(level).data.cast("B") for level in range(tables.ready + 1)]
    head = HEADER.pack(MAGIC, VERSION, tables.pits, tables.empty_capture, len(levels))
    sums = b"".join(CHECKSUM.pack(zlib.crc32(level)) for level in levels)
    path.parent.mkdir(parents=True, exist_ok=True)
    with replaced_file(path) as file:
        file.write(head + sums + CHECKSUM.pack(zlib.crc32(head + sums)))
        for level in levels:
            file.write(level)
