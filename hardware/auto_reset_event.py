"""An event that wakes a device's thread; setting it never makes the game wait.

A `threading.Event` has a lock, and a busy system may suspend the thread that holds it: then the game waits until that
thread runs again. Putting something into a `SimpleQueue` never waits. So a device's thread is given a single value, which
is only ever replaced as a whole, and this event.
"""

from __future__ import annotations

from contextlib import suppress
from queue import Empty, SimpleQueue


class AutoResetEvent:
    """An event that any thread can set and one thread waits for. Waiting for it clears it; if it is already set, the wait
    ends at once.
    """

    def __init__(self) -> None:
        self._signals: SimpleQueue[None] = SimpleQueue()

    def set(self) -> None:
        """Set the event. Returns at once."""
        self._signals.put(None)

    def wait(self, seconds: float) -> None:
        """Wait until the event is set, or until this many seconds have passed."""
        with suppress(Empty):
            self._signals.get(timeout=max(0.0, seconds))
            while True:
                self._signals.get_nowait()
