"""An event that wakes a device's thread without ever waiting for it.

A condition would need a lock, and a busy system may suspend the thread that holds it: then the game waits until that thread
runs again. So a device's thread is handed one value, replaced as a whole, and this event.
"""

from __future__ import annotations

import threading
from contextlib import suppress


class AutoResetEvent:
    """An event that any thread sets and one thread waits for. Waiting clears it; a wait for a set event ends at once."""

    def __init__(self) -> None:
        # A held lock means that the event is not set; setting it releases the lock, which never waits.
        self._silence = threading.Lock()
        self._silence.acquire()

    def set(self) -> None:
        """Set the event. Returns at once."""
        with suppress(RuntimeError):  # it is set already
            self._silence.release()

    def wait(self, seconds: float | None) -> None:
        """Wait until the event is set, at most so long; for ever with None."""
        self._silence.acquire(timeout=-1 if seconds is None else max(0.0, seconds))
