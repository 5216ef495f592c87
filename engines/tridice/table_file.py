"""The files of the endgame tables, one for each stage, of which only those that are provably whole are used.

A file is a header (a mark, the version of the format, the dice of both sides, the bytes that follow unpacked, their
checksum), a checksum of the header, and the stage's parts one after another, deflated: most positions of a kind end alike,
which leaves a third. It is written under another name and then renamed: it is whole or not there.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import numpy as np

from fourth_seat.boundary.files import open_regular, replaced_file
from fourth_seat.engines.errors import DamagedTable
from fourth_seat.engines.tridice.tables import STAGES, TriDiceTables
from fourth_seat.words import say

MAGIC = b"TriDice\0"
VERSION = 1
HEADER = struct.Struct("<8sHBBQI")
CHECKSUM = struct.Struct("<I")
COMPRESSION_LEVEL = 1  # the fastest; slower ones save little
CHUNK_BYTES = 1 << 20


def path_in(folder: Path, stage: int) -> Path:
    """Return the path of a stage's file in a folder."""
    one, other = STAGES[stage]
    return folder / f"tridice-{one}-{other}.table"


def load(folder: Path, tables: TriDiceTables) -> None:
    """Read the files of the stages, in order, up to the first that is missing.

    Raises:
        DamagedTable: a file is cut short, damaged or from another version; the stages before it are used all the same.
    """
    for stage in range(tables.ready, tables.stages):
        path = path_in(folder, stage)
        try:
            with open_regular(path) as file:
                _read(path, file, tables, stage)
        except FileNotFoundError:
            return
        tables.mark_ready(stage)


def _read(path: Path, file: BinaryIO, tables: TriDiceTables, stage: int) -> None:
    damaged = DamagedTable(say("{path} is cut short or damaged and is being rebuilt", path=str(path)))
    parts = tables.parts(stage)
    head = file.read(HEADER.size)
    if len(head) < HEADER.size:
        raise damaged
    mark, version, one, other, size, expected = HEADER.unpack(head)
    if mark == MAGIC and version != VERSION:
        raise DamagedTable(say("{path} was written by another version and is being rebuilt", path=str(path)))
    ours = (mark, (one, other), size) == (MAGIC, STAGES[stage], sum(map(len, parts)))
    if not ours or file.read(CHECKSUM.size) != CHECKSUM.pack(zlib.crc32(head)):
        raise damaged
    unpacked = _unpacked(file)
    found, rest = 0, b""
    try:
        for part in parts:
            place = 0
            while place < len(part):
                rest = rest or next(unpacked, b"")
                if not rest:
                    raise damaged
                now = rest[: len(part) - place]
                part[place : place + len(now)] = np.frombuffer(now, np.uint8)
                found, place, rest = zlib.crc32(now, found), place + len(now), rest[len(now) :]
    except zlib.error:
        raise damaged from None
    if found != expected:
        raise damaged


def _unpacked(file: BinaryIO) -> Iterator[bytes]:
    """Yield the rest of a file, inflated, in pieces."""
    inflater = zlib.decompressobj()
    while not inflater.eof:
        packed = inflater.unconsumed_tail or file.read(CHUNK_BYTES)
        if not packed:
            return
        if piece := inflater.decompress(packed, CHUNK_BYTES):
            yield piece


def save(folder: Path, tables: TriDiceTables, stage: int) -> None:
    """Write the file of a stage that is filled. Raises `OSError` if that is impossible."""
    parts = tables.parts(stage)
    total = 0
    for part in parts:
        total = zlib.crc32(part.data, total)
    head = HEADER.pack(MAGIC, VERSION, *STAGES[stage], sum(map(len, parts)), total)
    path = path_in(folder, stage)
    folder.mkdir(parents=True, exist_ok=True)
    deflater = zlib.compressobj(COMPRESSION_LEVEL)
    with replaced_file(path) as file:
        file.write(head + CHECKSUM.pack(zlib.crc32(head)))
        for part in parts:
            for begin in range(0, len(part), CHUNK_BYTES):
                file.write(deflater.compress(part[begin : begin + CHUNK_BYTES].data))
        file.write(deflater.flush())
