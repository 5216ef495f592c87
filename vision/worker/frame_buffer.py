"""Shares the newest picture between two processes: one writes, and the other can read complete pictures at any time.

Three slots are written in turn, each guarded by a sequence number that is odd while its slot is being written (a
"seqlock"), so that neither side ever waits for the other, and the reader can detect whether the writer has overtaken it.
The memory has no name that could be left behind if a process is killed: on Unix, it is an unnamed open file inherited by
the child; on Windows, it is a section that disappears with its last user. (`multiprocessing.shared_memory` uses names, and
an additional process to clean them up.)
"""

from __future__ import annotations

import mmap
import os
import secrets
import sys
import tempfile
from dataclasses import dataclass

SLOTS = 3  # the newest stays whole while the next is written, with one slot between them for a slow reader
MAX_PICTURE_BYTES = 1920 * 1080 * 3  # bytes of a picture
MAX_TRIES = 20  # to read a picture that the writer does not overtake
WORD_BYTES = 8  # bytes
HEAD_BYTES = 4096  # bytes before the first slot: word 0 counts the pictures written
# A slot: sequence, number, time in microseconds, width, height, width of the whole picture it was made of; then the pixels.
SEQUENCE, NUMBER, MICROSECONDS, WIDTH, HEIGHT, WHOLE = range(6)
SLOT_BYTES = 4096 + -(-MAX_PICTURE_BYTES // 4096) * 4096
BUFFER_BYTES = HEAD_BYTES + SLOTS * SLOT_BYTES


@dataclass(frozen=True, slots=True)
class SharedPicture:
    """A picture read from shared memory.

    Attributes:
        pixels: the pixels in row order, as blue, green, red bytes.
        whole: the width of the camera's picture in pixels, from which this picture may have been downscaled.
        t, number: the time and number of the frame.
    """

    pixels: bytes
    width: int
    height: int
    whole: int
    t: float
    number: int


class FrameBuffer:
    """Shared memory through which one process passes pictures to another.

    Attributes:
        handle: the name that the other process uses to open it.
        descriptors: the file descriptors that the other process must inherit.
    """

    def __init__(self, handle: str = "") -> None:
        """Open the shared memory with a handle given by another process, or create it if there is no handle.

        Raises:
            OSError, ValueError: the memory cannot be opened.
        """
        self.descriptors: tuple[int, ...] = ()
        if sys.platform == "win32":
            self.handle = handle or f"fourth-seat-{secrets.token_hex(8)}"
            self._memory = mmap.mmap(-1, BUFFER_BYTES, tagname=self.handle)
        else:
            descriptor = int(handle) if handle else _nameless_file()
            self._memory = mmap.mmap(descriptor, BUFFER_BYTES)
            if handle:
                os.close(descriptor)
            else:
                self.descriptors = (descriptor,)
            self.handle = str(descriptor)
        self._bytes = memoryview(self._memory)
        self._words = self._bytes.cast("Q")  # read and written whole, as eight single bytes would not be
        self._seen = 0
        self._closed = False

    def write(self, pixels: memoryview, width: int, height: int, whole: int, t: float, number: int) -> None:
        """Write the newest picture. Only one process may write.

        Raises:
            ValueError: the picture is larger than `MAX_PICTURE_BYTES`, or is not width x height x 3 bytes.
        """
        if pixels.nbytes != width * height * 3 or pixels.nbytes > MAX_PICTURE_BYTES:
            raise ValueError(f"{pixels.nbytes} bytes are no picture of {width} x {height}, or one too large")
        count = self._words[0] + 1
        start = HEAD_BYTES + count % SLOTS * SLOT_BYTES
        head = start // WORD_BYTES
        self._words[head + SEQUENCE] = 2 * count - 1
        for place, value in (
            (NUMBER, number),
            (MICROSECONDS, round(t * 1e6)),
            (WIDTH, width),
            (HEIGHT, height),
            (WHOLE, whole),
        ):
            self._words[head + place] = value
        self._bytes[start + 4096 : start + 4096 + pixels.nbytes] = pixels.cast("B")
        self._words[head + SEQUENCE] = 2 * count
        self._words[0] = count

    def read(self) -> SharedPicture | None:
        """Return the newest picture, or None if there has been none since the last one read or the memory is closed."""
        for _ in range(0 if self._closed else MAX_TRIES):
            count = self._words[0]
            if count == self._seen:
                return None
            start = HEAD_BYTES + count % SLOTS * SLOT_BYTES
            head = start // WORD_BYTES
            if self._words[head + SEQUENCE] != 2 * count:
                continue
            _, number, microseconds, width, height, whole = self._words[head : head + 6].tolist()
            pixels = self._bytes[start + 4096 : start + 4096 + min(MAX_PICTURE_BYTES, width * height * 3)].tobytes()
            if self._words[head + SEQUENCE] == 2 * count:
                self._seen = count
                return SharedPicture(pixels, width, height, whole, microseconds / 1e6, number)
        return None

    def close(self) -> None:
        """Release the memory. May be called more than once."""
        self.released()
        self._closed = True
        self._words.release()
        self._bytes.release()
        self._memory.close()

    def released(self) -> None:
        """Close this process's file descriptors, which are not needed once the other process has inherited them."""
        for descriptor in self.descriptors:
            os.close(descriptor)
        self.descriptors = ()


def _nameless_file() -> int:
    """Open an unnamed file, in memory if the system supports that, which disappears with the last process that uses it."""
    if hasattr(os, "memfd_create"):
        descriptor = os.memfd_create("fourth-seat-frames")
    else:
        with tempfile.TemporaryFile() as file:
            descriptor = os.dup(file.fileno())
    os.ftruncate(descriptor, BUFFER_BYTES)
    return descriptor
