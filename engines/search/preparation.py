"""Loading and compiling in the background before a search can begin."""

from __future__ import annotations

import threading
from collections.abc import Callable

from engines.search.limit import SearchLimit
from words import Text, say

POLL_INTERVAL_S = 0.02  # seconds between two looks at whether to stop


class Preparation:
    """Work for a thread of its own. A failure does not cost the game: it is reported as a notice."""

    def __init__(self, name: str, work: Callable[[], None], told: Callable[[Text], None]) -> None:
        self._name, self._work, self._told = name, work, told
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        """Start the work unless it was started; returns at once."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
            self._thread.start()

    def waited(self, limit: SearchLimit) -> bool:
        """Wait for the work; returns whether it ended, well or not, within the limit."""
        self.begin()
        while not self._ended.wait(POLL_INTERVAL_S):
            if limit.late():
                return False
        return True

    def _run(self) -> None:
        try:
            self._work()
        except Exception as error:  # whatever keeps it from its work
            self._told(say("the search of the higher levels is unavailable: {reason}", reason=repr(error)))
        finally:
            self._ended.set()
