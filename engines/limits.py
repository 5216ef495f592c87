"""Limits on the machine resources that an engine may use."""

from __future__ import annotations

from dataclasses import dataclass

from fourth_seat.engines.errors import BadCommand
from fourth_seat.engines.table_cache import TableCache
from fourth_seat.words import say

MIB = 1 << 20  # the unit of memory limits; for files on disk, `table_cache.MB`
DEFAULT_MEMORY_MB = 1024
MIN_MEMORY_MB = 256
MEMORY_SHARE = 1 / 6  # of the machine's, for an engine: two think at once, player and adviser, besides window and camera
MAX_THREADS = 1024


def memory_on(machine: int) -> int:
    """Return the default memory limit in MB for an engine on a machine with this many bytes of memory."""
    return max(MIN_MEMORY_MB, min(int(machine * MEMORY_SHARE) // MIB, DEFAULT_MEMORY_MB))


@dataclass(frozen=True, slots=True)
class EngineLimits:
    """Resource limits for an engine, validated on creation.

    Attributes:
        cache: where built tables may be cached; None to disable caching.
        memory: approximate limit for the whole process, in MB.
        threads: number of threads for compiled solvers and searches.
    """

    cache: TableCache | None = None
    memory: int = DEFAULT_MEMORY_MB
    threads: int = 1

    def __post_init__(self) -> None:
        """Raise `BadCommand` if a limit is out of range."""
        if not 1 <= self.threads <= MAX_THREADS:
            raise BadCommand(say("invalid number of threads {n}: expected 1 to {most}", n=self.threads, most=MAX_THREADS))
        if self.memory < MIN_MEMORY_MB:
            raise BadCommand(
                say("{n} MB is too little memory: at least {least} MB are needed", n=self.memory, least=MIN_MEMORY_MB)
            )
