"""Tells how far a run is, and about how long it will go on."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TextIO

CLEAR = "\r\033[K"  # what terminals understand
MIN_INTERVAL_S = 1.0  # between two lines on a terminal
LOG_INTERVAL_S = 60.0  # between two in a file


class Progress:
    """A line on a stream, written anew as work is done; a terminal shows it in place, and a file has one a minute."""

    def __init__(self, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream, self._clock = stream or sys.stderr, clock
        self._begun = clock()
        self._in_place = self._stream.isatty()
        self._told = self._begun - LOG_INTERVAL_S

    def told(self, done: int, total: int | None, kept: int, workers: int) -> None:
        """Tell that so many units of all (None: nobody knows how many) are done, `kept` of them before this run."""
        now = self._clock()
        if now - self._told < (MIN_INTERVAL_S if self._in_place else LOG_INTERVAL_S) and done != total:
            return
        self._told = now
        line = f"{done:,} units done, " if total is None else f"{done:,} of {total:,} units done, "
        line += f"{workers} worker{'s' if workers != 1 else ''}"
        if total is not None and kept < done < total:
            line += f", about {duration((now - self._begun) / (done - kept) * (total - done))} left"
        self._stream.write(f"{CLEAR}{line}" if self._in_place else f"{line}\n")
        self._stream.flush()

    def clear(self) -> None:
        """Make room for another line in its place."""
        if self._in_place:
            self._stream.write(CLEAR)
            self._stream.flush()


def duration(seconds: float) -> str:
    """A duration as hours, minutes and seconds: `0:42`, `3:07`, `1:02:00`."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
