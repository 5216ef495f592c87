"""Memory is kept from one picture to the next.

Each picture is worked on in arrays of megabytes. glibc gives such memory back to the system as soon as it is free, and the
system hands it out again page by page, emptied: that takes as long as some of the sums.
"""

from __future__ import annotations

import ctypes
import sys

TRIM, MMAP = -1, -3  # glibc's names for the two limits, in malloc.h
KEPT = 256 << 20  # bytes that may lie free
LARGEST = 32 << 20  # bytes: larger arrays are still asked of the system each time; glibc takes no higher limit


def retain_freed_memory() -> bool:
    """Whether this process does so from now on; elsewhere than with glibc nothing changes."""
    if not sys.platform.startswith("linux"):
        return False
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    return mallopt is not None and bool(mallopt(MMAP, LARGEST)) and bool(mallopt(TRIM, KEPT))
