"""Wakes a thread that looks after a device, without ever waiting for it.

A condition would do the same with a lock around it, and who holds a lock may be put aside by a busy machine: then the game
waits until that thread's turn has come again. So what is left for such a thread is one value, replaced whole, and a bell.
"""

from __future__ import annotations

import threading
from contextlib import suppress


class AutoResetEvent:
    """Rung by anybody, waited for by one thread. A ring that came before the wait ends it at once; two are one."""

    def __init__(self) -> None:
        # A lock that is held means silence; one that was let go of by whoever rang, a ring. `release` never waits.
        self._silence = threading.Lock()
        self._silence.acquire()

    def ring(self) -> None:
        """Wakes the thread. Returns at once."""
        with suppress(RuntimeError):  # it was rung already
            self._silence.release()

    def wait(self, seconds: float | None) -> None:
        """Until it rings, at most so long, for ever with None."""
        self._silence.acquire(timeout=-1 if seconds is None else max(0.0, seconds))
