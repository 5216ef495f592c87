"""Saves time between pictures by caching a function's last result, and by retaining freed memory."""

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
    """Memoize a function's last call, comparing arguments by identity. Useful, for example, when a board is first
    classified and then checked for reasons to reject it.

    Arguments must never be mutated; pictures and appearances are not.
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
    """Make this process retain the memory of freed arrays; return whether that took effect, as it does only with glibc.

    `machine` is the machine's memory in bytes.

    Processing a picture takes arrays of several megabytes. By default, glibc returns such memory to the system as soon as
    it is freed, and the system hands it out again page by page, zeroed, which takes as long as some of the calculations.
    """
    if not sys.platform.startswith("linux"):
        return False
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    return (
        mallopt is not None
        and bool(mallopt(M_MMAP_THRESHOLD, MMAP_BYTES))
        and bool(mallopt(M_TRIM_THRESHOLD, min(MAX_FREE_BYTES, int(machine * FREE_SHARE))))
    )
