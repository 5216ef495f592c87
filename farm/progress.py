"""Reports the progress of a run and estimates the time left."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TextIO

CLEAR_LINE = "\r\033[K"  # carriage return, and erase to the end of the line
TERMINAL_INTERVAL_S = 1.0  # between two lines on a terminal
LOG_INTERVAL_S = 60.0  # between two lines in a file


class Progress:
    """A progress line, updated in place on a terminal or written to a file once a minute."""

    def __init__(self, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream, self._clock = stream or sys.stderr, clock
        self._start = clock()
        self._in_place = self._stream.isatty()
        self._reported = self._start - LOG_INTERVAL_S

    def report(self, done: int, total: int | None, resumed: int, workers: int) -> None:
        """Report that `done` of `total` units (None if unknown) are done, including `resumed` units from earlier runs."""
        now = self._clock()
        if now - self._reported < (TERMINAL_INTERVAL_S if self._in_place else LOG_INTERVAL_S) and done != total:
            return
        self._reported = now
        line = f"{done:,} units done, " if total is None else f"{done:,} of {total:,} units done, "
        line += f"{workers} worker{'s' if workers != 1 else ''}"
        if total is not None and resumed < done < total:
            line += f", about {duration((now - self._start) / (done - resumed) * (total - done))} left"
        self._stream.write(f"{CLEAR_LINE}{line}" if self._in_place else f"{line}\n")
        self._stream.flush()

    def clear(self) -> None:
        """Clear the progress line on a terminal to make room for other output."""
        if self._in_place:
            self._stream.write(CLEAR_LINE)
            self._stream.flush()


def duration(seconds: float) -> str:
    """Format a duration as hours, minutes and seconds, such as `0:42`, `3:07` or `1:02:00`."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
