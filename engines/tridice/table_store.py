"""Endgame table store: loads tables, builds missing ones in the background, and saves them stage by stage."""

from __future__ import annotations

import threading
from collections.abc import Callable

from filelock import Timeout

from fourth_seat.engines.errors import DamagedTable
from fourth_seat.engines.table_cache import TableCache, announcement, not_kept
from fourth_seat.engines.tridice import table_file
from fourth_seat.engines.tridice.tables import TriDiceTables
from fourth_seat.words import Text, error_text, say

SMALL_STAGES = 2  # that take hardly any memory
LOCK_TIMEOUT_S = 5.0  # after which to check again whether another process has built a stage
PACKED_SHARE = 0.25  # of the tables' bytes that their files take
BUILD_CPU_S = 113  # for all stages

OnTableProgress = Callable[[float], None]


class TriDiceTableStore:
    """Endgame tables stored in a folder, or only in memory.

    Attributes:
        tables: the tables; all stages that are ready can be used at any time.
        notices: user-facing messages.
    """

    def __init__(self, cache: TableCache | None, memory: int, threads: int) -> None:
        """`cache`: where tables are stored; None to build small ones in memory. `memory`: maximum size in bytes."""
        self.notices: list[Text] = []
        self._cache, self._threads = cache, threads
        self.tables = TriDiceTables(SMALL_STAGES)
        if cache and memory >= (whole := TriDiceTables()).size:  # its pages are not touched before they are filled
            self.tables = whole
        self._building: threading.Thread | None = None

    def load(self) -> None:
        """Load the available tables from the folder."""
        if self._cache:
            folder = self._cache.folder
            try:
                table_file.load(folder, self.tables)
            except DamagedTable as error:
                self._notify(error.text)
            except OSError as error:
                reason = error_text(error)
                self._notify(say("cannot read the endgame tables in {path}: {reason}", path=str(folder), reason=reason))
            for stage in range(self.tables.ready):
                self._cache.mark_used(table_file.path_in(folder, stage))

    def begin_building(self) -> None:
        """Start building the missing tables in a background thread; the tables that are ready remain usable."""
        if self.tables.ready < self.tables.stages and self._building is None:
            self._building = threading.Thread(target=self.build, name="tables", daemon=True)
            missing = self.tables.stages - self.tables.ready
            size = round(self.tables.size * PACKED_SHARE) if missing > SMALL_STAGES else 0
            if notice := announcement(size, BUILD_CPU_S / self._threads, self._cache.folder if self._cache else None):
                self._notify(notice)
            self._building.start()

    def build(self, on_progress: OnTableProgress = lambda _: None) -> None:
        """Build the missing tables, or wait until another process has built them.

        Args:
            on_progress: called with the progress, from 0 to 1.
        """
        cache = self._cache
        if cache is None:
            self._fill_all(on_progress)
            return
        try:
            while self.tables.ready < self.tables.stages:
                path = table_file.path_in(cache.folder, self.tables.ready)
                try:
                    with cache.building(path.name, LOCK_TIMEOUT_S):
                        self.load()  # another process may just have finished; files after a damaged one may be intact
                        if self.tables.ready < self.tables.stages:
                            size = sum(map(len, self.tables.parts(self.tables.ready)))
                            cache.make_room(table_file.path_in(cache.folder, self.tables.ready), round(size * PACKED_SHARE))
                            self._fill(cache, on_progress)
                except Timeout:
                    self.load()
        except OSError as error:
            self._notify(not_kept(cache.folder, error))
            self._fill_all(on_progress)
        if self.tables.ready == self.tables.stages:
            self._notify(say("the endgame tables are ready"))

    def _fill_all(self, on_progress: OnTableProgress) -> None:
        while self.tables.ready < self.tables.stages:
            self._fill(None, on_progress)

    def _fill(self, cache: TableCache | None, on_progress: OnTableProgress) -> None:
        """Build the first missing stage, and save it if there is a cache."""
        for done, finished in self.tables.build(self._threads, lambda: False):
            on_progress(done)
            if finished:
                if cache:
                    table_file.save(cache.folder, self.tables, self.tables.ready - 1)
                return

    def _notify(self, notice: Text) -> None:
        if notice not in self.notices:
            self.notices.append(notice)
