"""Saves time between pictures: remembers a function's last result, and keeps freed memory."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3  # glibc's numbers for the two limits, in malloc.h
MAX_FREE_BYTES = 256 << 20  # that may be kept
FREE_SHARE = 1 / 16  # of the memory of a small machine that may be kept
MMAP_BYTES = 32 << 20  # larger arrays are still asked of the system each time; glibc takes no higher limit


def memoize_last(work: Callable[P, T]) -> Callable[P, T]:
    """Memoise the last call by argument identity, for example when a board is first classified and then checked for a
    reason to reject it.

    Arguments must not be mutated; pictures and appearances never are.
    """
    kept: tuple[tuple[object, ...], T] | None = None

    @wraps(work)
    def once(*given: P.args, **named: P.kwargs) -> T:
        nonlocal kept
        on, last = (*given, *named.items()), kept
        if last is None or len(last[0]) != len(on) or any(a is not b for a, b in zip(last[0], on, strict=True)):
            last = kept = on, work(*given, **named)
        return last[1]

    return once


def retain_freed_memory(machine: int) -> bool:
    """Keep the memory of freed arrays in this process; return whether that took effect, as it does only with glibc.

    `machine`: the machine's memory in bytes.

    Each picture is processed in arrays of several megabytes. glibc gives such memory back to the system as soon as it is
    free, and the system hands it out again page by page, cleared: that takes as long as some of the calculations.
    """
    if not sys.platform.startswith("linux"):
        return False
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    return (
        mallopt is not None
        and bool(mallopt(M_MMAP_THRESHOLD, MMAP_BYTES))
        and bool(mallopt(M_TRIM_THRESHOLD, min(MAX_FREE_BYTES, int(machine * FREE_SHARE))))
    )
