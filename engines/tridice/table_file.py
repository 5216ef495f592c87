"""Endgame table files, one per stage; only files that are verified to be complete are used.

A file consists of a header (magic bytes, the format version, the numbers of dice of both sides, and the uncompressed
size of the rest) and the stage's parts in order. The parts are compressed with gzip, which adds a checksum;
since most positions of a kind have the same result, they shrink to a third. Each file is written under a temporary name and
then renamed, so it is never left half-written.
"""

from __future__ import annotations

import gzip
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fourth_seat.boundary.files import open_regular, replaced_file
from fourth_seat.engines.errors import DamagedTable
from fourth_seat.engines.tridice.tables import STAGES, TriDiceTables
from fourth_seat.words import say

MAGIC = b"TriDice\0"
VERSION = 2
HEADER = struct.Struct("<8sHBBQ")
VERSION_END = struct.calcsize("<8sH")
COMPRESSION_LEVEL = 1  # the fastest; slower ones save little
CHUNK_BYTES = 1 << 20


def path_in(folder: Path, stage: int) -> Path:
    """Return the path of a stage's file."""
    one, other = STAGES[stage]
    return folder / f"tridice-{one}-{other}.table"


def load(folder: Path, tables: TriDiceTables) -> None:
    """Load the files of all stages, in order, up to the first missing one.

    Raises:
        DamagedTable: a file is truncated, damaged or from another version; the preceding stages remain usable.
    """
    for stage in range(tables.ready, tables.stages):
        path = path_in(folder, stage)
        try:
            _read(path, tables, stage)
        except FileNotFoundError:
            return
        except (EOFError, zlib.error, gzip.BadGzipFile):
            raise _damaged(path) from None
        tables.mark_ready(stage)


def _read(path: Path, tables: TriDiceTables, stage: int) -> None:
    with open_regular(path) as file, gzip.GzipFile(fileobj=file) as packed:
        head, wanted = file.read(HEADER.size), _head(tables, stage)
        if head != wanted and head.startswith(MAGIC) and head[:VERSION_END] != wanted[:VERSION_END]:
            raise DamagedTable(say("{path} was written by another version and is being rebuilt", path=str(path)))
        if head != wanted:
            raise _damaged(path)
        for chunk in _chunks(tables, stage):
            if packed.readinto(chunk.data) < len(chunk):
                raise _damaged(path)
        if packed.read(1):  # which looks at the checksum, too
            raise _damaged(path)


def _damaged(path: Path) -> DamagedTable:
    return DamagedTable(say("{path} is incomplete or damaged and is being rebuilt", path=str(path)))


def save(folder: Path, tables: TriDiceTables, stage: int) -> None:
    """Write a filled stage to its file; raise `OSError` on failure."""
    folder.mkdir(parents=True, exist_ok=True)
    with replaced_file(path_in(folder, stage)) as file:
        file.write(_head(tables, stage))
        with gzip.GzipFile("", "wb", COMPRESSION_LEVEL, file, mtime=0) as packed:
            for chunk in _chunks(tables, stage):
                packed.write(chunk.data)


def _head(tables: TriDiceTables, stage: int) -> bytes:
    return HEADER.pack(MAGIC, VERSION, *STAGES[stage], sum(map(len, tables.parts(stage))))


def _chunks(tables: TriDiceTables, stage: int) -> Iterator[NDArray[np.uint8]]:
    """Yield views of a stage's parts, split into chunks."""
    for part in tables.parts(stage):
        yield from (part[begin : begin + CHUNK_BYTES] for begin in range(0, len(part), CHUNK_BYTES))
