"""Zeroed memory for kernels, in huge pages where the system supports them."""

from __future__ import annotations

import mmap
from contextlib import suppress
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Number = TypeVar("Number", bound=np.generic)

WORD_BYTES = 8
LARGE_PAGE_BYTES = 1 << 21  # on x86-64 and most others


def zero_records(dtype: np.dtype[np.void], count: int = 1) -> NDArray[np.void]:
    """Return `count` zeroed records; raise `MemoryError` or `OSError` if they do not fit in memory."""
    return Buffer(dtype.itemsize * count).bytes.view(dtype)


class Buffer:
    """A block of memory.

    A transposition table is accessed at random, so with small pages most reads would miss both the TLB and the data caches.
    A buffer at least as large as a huge page is aligned to a huge page boundary.
    """

    def __init__(self, size: int) -> None:
        """`size` is in bytes; raises `MemoryError` or `OSError` if there is not enough memory."""
        self.size = size
        spare = LARGE_PAGE_BYTES if size >= LARGE_PAGE_BYTES else 0
        self._pages = mmap.mmap(-1, max(size + spare, 1))
        if spare and hasattr(mmap, "MADV_HUGEPAGE"):
            with suppress(OSError):  # a kernel without large pages
                self._pages.madvise(mmap.MADV_HUGEPAGE)
        whole = np.frombuffer(self._pages, np.uint8)
        begin = -whole.ctypes.data % LARGE_PAGE_BYTES if spare else 0
        self._bytes = whole[begin : begin + size]

    @property
    def bytes(self) -> NDArray[np.int8]:
        """A view of the whole buffer as signed bytes."""
        return self._bytes.view(np.int8)

    @property
    def words(self) -> NDArray[np.uint64]:
        """A view of the whole buffer as 64-bit words."""
        return self._bytes[: self.size // WORD_BYTES * WORD_BYTES].view(np.uint64)

    def array(self, kind: type[Number]) -> NDArray[Number]:
        """Return a view of the whole buffer as numbers of this type."""
        size = np.dtype(kind).itemsize
        return self._bytes[: self.size // size * size].view(kind)

    def clear(self) -> None:
        """Fill the whole buffer with zeros."""
        self._bytes[:] = 0
