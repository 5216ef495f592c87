"""An event for waking a device's thread without ever blocking the game.

A `threading.Event` uses a lock. If a busy system suspends the thread that holds it, the game blocks until this thread runs
again. Adding an item to a `SimpleQueue` never blocks. Device threads therefore receive a single value, which is only
replaced as a whole, together with this event.
"""

from __future__ import annotations

from contextlib import suppress
from queue import Empty, SimpleQueue


class AutoResetEvent:
    """An event that any thread can set and one thread can wait for. Waiting returns immediately if the event is set, and
    clears it.
    """

    def __init__(self) -> None:
        self._signals: SimpleQueue[None] = SimpleQueue()

    def set(self) -> None:
        """Set the event. Never blocks."""
        self._signals.put(None)

    def wait(self, seconds: float) -> None:
        """Wait until the event is set, then clear it, or until this many seconds have passed."""
        with suppress(Empty):
            self._signals.get(timeout=max(0.0, seconds))
            while True:
                self._signals.get_nowait()
