"""A game's own search that is made in the background: it loads kernels, weights and tables before it can begin."""

from __future__ import annotations

import threading
from collections.abc import Callable

from fourth_seat.boundary.faults import fault
from fourth_seat.engines.errors import taken
from fourth_seat.engines.protocol import GameSearch
from fourth_seat.engines.search.limit import SearchLimit
from fourth_seat.words import Text, say

POLL_INTERVAL_S = 0.02  # between two looks at whether to stop


class BackgroundSearch:
    """Makes a search in a thread of its own. A failure does not cost the game: it is reported as a notice."""

    def __init__(self, make: Callable[[], GameSearch | None]) -> None:
        """`make` is called once, in the background; it returns None where there is no such search."""
        self._make = make
        self._search: GameSearch | None = None
        self._failures: list[Text] = []
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None

    def prepare(self) -> None:
        """Begin to make the search unless that was begun; return at once."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="search", daemon=True)
            self._thread.start()

    def made(self, limit: SearchLimit) -> GameSearch | None:
        """Return the search, waited for within the limit; None where there is none by then."""
        self.prepare()
        while not self._ended.wait(POLL_INTERVAL_S):
            if limit.late():
                return None
        return self._search

    @property
    def pending(self) -> bool:
        """Whether it is being made."""
        return self._thread is not None and not self._ended.is_set()

    def notices(self) -> list[Text]:
        """Return messages for people, and forget them."""
        return taken(self._failures) + (taken(self._search.notices) if self._search else [])

    def _run(self) -> None:
        try:
            self._search = self._make()
        except Exception as error:  # any failure of the search
            self._failures.append(say("the search of the higher levels is unavailable: {reason}", reason=fault(error)))
        finally:
            self._ended.set()
