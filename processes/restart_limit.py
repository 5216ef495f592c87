"""Limit on how often a worker that dies is started again."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

RESTARTS, RESTARTS_S = 5, 60.0  # of a worker that serves others: at most this many in this many seconds


class RestartLimit:
    """Limit on restarts within a number of seconds."""

    def __init__(
        self, restarts: int = RESTARTS, seconds: float = RESTARTS_S, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._seconds, self._clock = seconds, clock
        self._times: deque[float] = deque(maxlen=restarts)

    def allows(self) -> bool:
        """Return whether there may be one more now; it is counted if so."""
        now = self._clock()
        if len(self._times) == self._times.maxlen and now - self._times[0] < self._seconds:
            return False
        self._times.append(now)
        return True
