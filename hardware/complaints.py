"""Limits repeated messages about a device's problems, so that an unreliable device does not flood the screen."""

from __future__ import annotations

import time
from collections.abc import Callable

from fourth_seat.words import Text

WELL_S = 60.0  # without any problems, after which they are reported again


class Complaints:
    """Keeps track of which of a device's problems have already been reported.

    A problem is identified by its message, regardless of the values in it.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._said: set[str] = set()
        self._well_since: float | None = None

    def news(self, trouble: Text | None) -> Text | None:
        """Return the device's current problem if it should be reported now, otherwise None. Call this regularly."""
        now = self._clock()
        if trouble is None:
            if self._well_since is None:
                self._well_since = now
            if now - self._well_since >= WELL_S:
                self._said.clear()
            return None
        self._well_since = None
        if trouble.key in self._said:
            return None
        self._said.add(trouble.key)
        return trouble
