"""A ring buffer of the last few seconds of pictures, written on demand to a file that can be replayed ("record a problem").

The file is a ZIP archive that contains `frames/NUMBER.jpg`, and `problem.json` with the pictures' times and numbers, the
settings (position, calibration) at the first picture, and any subsequent changes to them.
"""

from __future__ import annotations

import json
import os
import struct
import zipfile
import zlib
from collections import deque
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import cv2
import numpy as np

from fourth_seat.boundary.files import open_regular, replaced_file
from fourth_seat.boundary.json_forms import fits, parse_json
from fourth_seat.vision.camera.files import decode_frame
from fourth_seat.vision.camera.source import CameraFrame
from fourth_seat.vision.errors import CameraError
from fourth_seat.words import Text, error_text, say

RECORDED_S = 20.0
MAX_RECORDED_BYTES = 60_000_000  # bytes of JPEGs
MAX_RATE_HZ = 10.0  # pictures a second at most: as many as the moves of hands need, and 20 s of them fit into the memory
JPEG_QUALITY = 90  # of the JPEGs, 0..100
MAX_INDEX_BYTES = 1 << 22
MAX_ENTRY_BYTES = 1 << 25  # of a picture
MAX_DIRECTORY_BYTES = 1 << 18  # of the ZIP; a recording has some 200 pictures
LOCATOR_BYTES, END_BYTES = 20, 22  # the last records of a ZIP: of one with 64 bits, and of all
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # the others ask for as much memory as the file says
VERSION = 1
INDEX = "problem.json"

Known = Mapping[str, Any]
"""The settings at some point in time, as a JSON object."""


@dataclass(frozen=True, slots=True)
class KeptFrame:
    """A recorded picture in memory."""

    jpeg: bytes
    t: float
    number: int


class FrameRecorder:
    """Records the most recent pictures, and writes them to disk only on request."""

    def __init__(self, seconds: float = RECORDED_S, memory: int = MAX_RECORDED_BYTES, rate: float = MAX_RATE_HZ) -> None:
        """`memory` is in bytes, and `rate` in pictures per second."""
        self._seconds, self._memory, self._pause = seconds, memory, 1 / rate
        self._kept: deque[KeptFrame] = deque()
        self._size = 0
        self._known: deque[tuple[float, Known]] = deque()

    def add(self, frame: CameraFrame, known: Known) -> None:
        """Record a picture and the current settings, unless the previous picture is too recent."""
        if self._kept and self._kept[-1].t <= frame.t < self._kept[-1].t + self._pause * 0.99:
            return
        _, jpeg = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        self._kept.append(KeptFrame(jpeg.tobytes(), frame.t, frame.number))
        self._size += len(self._kept[-1].jpeg)
        if not self._known or self._known[-1][1] != known:
            self._known.append((frame.t, dict(known)))
        while len(self._kept) > 1 and (self._size > self._memory or self._kept[0].t < frame.t - self._seconds):
            self._size -= len(self._kept.popleft().jpeg)
        while len(self._known) > 1 and self._known[1][0] <= self._kept[0].t:
            self._known.popleft()

    def save(self, path: Path) -> int:
        """Atomically write the recorded pictures to a file, and return their number.

        Raises:
            CameraError: nothing has been recorded yet, or the file cannot be written.
        """
        if not self._kept:
            raise CameraError(say("there is nothing to record yet: no picture has arrived"))
        names = [f"frames/{kept.number:08}.jpg" for kept in self._kept]
        index = {
            "version": VERSION,
            "known": [{"t": t, **known} for t, known in self._known],
            "frames": [
                {"file": name, "t": kept.t, "number": kept.number} for name, kept in zip(names, self._kept, strict=True)
            ],
        }
        try:
            with replaced_file(path) as whole, zipfile.ZipFile(whole, "w", zipfile.ZIP_STORED) as file:
                file.writestr(INDEX, json.dumps(index, indent=1))
                for name, kept in zip(names, self._kept, strict=True):
                    file.writestr(name, kept.jpeg)
        except OSError as error:
            raise CameraError(say("{file} cannot be written: {reason}", file=str(path), reason=error_text(error))) from None
        return len(self._kept)


_INDEX_FORM = {"version": int, "known": [object], "frames": [{"file": str, "t": float, "number": int}]}
_KNOWN_TYPES: Mapping[str, type] = {"game": str, "options": str, "position": str, "look": dict}
_DAMAGES = (
    OSError, struct.error, zipfile.BadZipFile, zlib.error, ValueError, KeyError, TypeError, IndexError, AttributeError,
    EOFError, OverflowError, NotImplementedError, RuntimeError,
)  # fmt: skip


def checked_known(known: Any) -> Known:
    """Return the valid entries of the settings in a file."""
    if not isinstance(known, dict):
        return {}
    sound = {name: value for name, value in known.items() if isinstance(value, _KNOWN_TYPES.get(name, object))}
    with suppress(TypeError, ValueError):
        corners = np.array(sound.pop("corners", None), np.float64)
        if corners.shape == (4, 2) and np.isfinite(corners).all():
            sound["corners"] = corners.tolist()
    return sound


def _check_directory(file: BinaryIO) -> None:
    """Raise `ValueError` for a ZIP with a comment, with 64 bits, or with a large directory, which would be read whole."""
    file.seek(max(0, file.seek(0, os.SEEK_END) - LOCATOR_BYTES - END_BYTES))
    locator, end = (tail := file.read())[:-END_BYTES], tail[-END_BYTES:]
    (size,) = struct.unpack_from("<12xL", end)
    plain = end.startswith(b"PK\5\6") and end.endswith(b"\0\0") and not locator.startswith(b"PK\6\7")
    if not plain or size > MAX_DIRECTORY_BYTES:
        raise ValueError("not the directory of a recording")


def _check_entries(entries: Iterable[zipfile.ZipInfo]) -> None:
    """Raise `ValueError` for entries that take much memory to unpack."""
    for entry in entries:
        most = MAX_INDEX_BYTES if entry.filename == INDEX else MAX_ENTRY_BYTES
        if max(entry.file_size, entry.compress_size) > most or entry.compress_type not in METHODS:
            raise ValueError(entry.filename)


class FrameRecording:
    """Replays a recorded problem. Satisfies `FrameSource`.

    Attributes:
        known: the settings at the first picture.
    """

    live = False
    trouble: Text | None = None

    def __init__(self, path: Path) -> None:
        """Open a recording; raise `CameraError` if the file is damaged or not a recording."""
        self._path = path
        try:
            with open_regular(path) as file:  # anything but a regular file may never end
                _check_directory(file)
            self._file = zipfile.ZipFile(path)
            _check_entries(self._file.infolist())
            index = parse_json(self._file.read(INDEX))
            if not fits(index, _INDEX_FORM) or index["version"] != VERSION:
                raise ValueError("not the index of a recording")
            self.known: Known = checked_known(index["known"][0])
            self._frames = [(entry["file"], float(entry["t"]), entry["number"]) for entry in index["frames"]]
        except _DAMAGES:
            raise CameraError(
                say("{file} is not a recording made by this program, or it is damaged", file=str(path))
            ) from None
        self._next = 0

    @property
    def over(self) -> bool:
        """Whether the end has been reached."""
        return self._next >= len(self._frames)

    def read(self) -> CameraFrame | None:
        """Return the next picture, with its original time and number."""
        if self.over:
            return None
        name, t, number = self._frames[self._next]
        self._next += 1
        try:
            image = decode_frame(self._file.read(name))
        except _DAMAGES:
            image = None
        if image is None:
            raise CameraError(say("the picture {name} in {file} is damaged", name=name, file=str(self._path)))
        return CameraFrame(image, t, number)

    def close(self) -> None:
        """Release the file."""
        self._next = len(self._frames)
        self._file.close()
