"""What has to be loaded or compiled before a search can begin, done beside the game."""

from __future__ import annotations

import threading
from collections.abc import Callable

from engines.search.limit import SearchLimit
from words import Text, say

POLL_INTERVAL_S = 0.02  # seconds between two looks at whether to stop


class Preparation:
    """Work for a thread of its own. If it fails that must not cost the game: it is told instead."""

    def __init__(self, name: str, work: Callable[[], None], told: Callable[[Text], None]) -> None:
        self._name, self._work, self._told = name, work, told
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        """Once, and returns at once."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
            self._thread.start()

    def waited(self, limit: SearchLimit) -> bool:
        """Whether it has ended, one way or the other, before it is too late to search."""
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
