"""The store of the endgame tables: reads them, builds in the background what is missing, and saves it stage by stage."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

from filelock import FileLock, Timeout

from engines.errors import DamagedTable
from engines.tridice import table_file
from engines.tridice.tables import STAGES, TriDiceTables
from words import Text, say

MB = 1 << 20
SMALL_STAGES = 2  # stages that take no memory worth speaking of
LOCK_POLL_S = 5.0  # seconds between two looks at whether another process has built a stage

OnTableProgress = Callable[[float], None]


class TriDiceTableStore:
    """Endgame tables in a folder, or in memory alone.

    Attributes:
        tables: the stages that are ready can be used at any time.
        notices: messages for people.
    """

    def __init__(self, folder: Path | None, memory: int, threads: int) -> None:
        """`folder`: where tables are kept; None: small ones are built in memory. `memory`: bytes for the tables."""
        self.notices: list[Text] = []
        self._folder, self._threads = folder, threads
        self.tables = TriDiceTables(SMALL_STAGES)
        if folder and memory >= (whole := TriDiceTables()).size:  # its pages are not touched before they are filled
            self.tables = whole
        self._building: threading.Thread | None = None

    @property
    def whole(self) -> bool:
        """Whether all positions with at most four dice alive are in the tables."""
        return self.tables.ready == len(STAGES)

    def load(self) -> None:
        """Read the tables that are in the folder."""
        if self._folder:
            try:
                table_file.load(self._folder, self.tables)
            except DamagedTable as error:
                self._notify(error.text)
            except OSError as error:
                self._notify(_cannot_keep(self._folder, error))

    def begin_building(self) -> None:
        """Begin to build the missing tables in a thread; returns at once. Play goes on with those that are ready."""
        if self.tables.ready < self.tables.stages and self._building is None:
            self._building = threading.Thread(target=self.build, name="tables", daemon=True)
            if self._folder:
                self._notify(say("the tables of endings are being built: until then it plays without them"))
            self._building.start()

    def build(self, on_progress: OnTableProgress = lambda _: None) -> None:
        """Build the missing tables, or wait until another process has built them.

        Args:
            on_progress: called with the part that is done, 0 to 1.
        """
        if self._folder is None:
            self._fill_all(on_progress)
            return
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            lock = FileLock(self._folder / "tridice.lock")
            while self.tables.ready < self.tables.stages:
                try:
                    with lock.acquire(timeout=0):
                        self.load()  # another process may just have finished; files behind a damaged one may be whole
                        self._fill(self._folder, on_progress)
                except Timeout:
                    time.sleep(LOCK_POLL_S)
                    self.load()
        except OSError as error:
            self._notify(_cannot_keep(self._folder, error))
            self._fill_all(on_progress)
        if self.tables.ready == self.tables.stages:
            self._notify(say("the tables of endings are ready"))

    def _fill_all(self, on_progress: OnTableProgress) -> None:
        while self.tables.ready < self.tables.stages:
            self._fill(None, on_progress)

    def _fill(self, folder: Path | None, on_progress: OnTableProgress) -> None:
        """Build the first missing stage, and save it if there is a folder."""
        if self.tables.ready == self.tables.stages:
            return
        for done, finished in self.tables.build(self._threads, lambda: False):
            on_progress(done)
            if finished:
                if folder:
                    table_file.save(folder, self.tables, self.tables.ready - 1)
                return

    def _notify(self, notice: Text) -> None:
        if notice not in self.notices:
            self.notices.append(notice)


def _cannot_keep(folder: Path, error: OSError) -> Text:
    return say("cannot save the endgame table in {path}: {reason}", path=str(folder), reason=error.strerror or "")
