"""Keeps the tables: reads what is there, builds in the background what is missing, and writes it down stage by stage."""

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
    """Attributes:
    tables: what is ready of them may be used at any time.
    notices: what people should know.
    """

    def __init__(self, folder: Path | None, memory: int, threads: int) -> None:
        """`folder`: where tables are kept; without one only small ones are built. `memory`: bytes they may take."""
        self.notices: list[Text] = []
        self._folder, self._threads = folder, threads
        self.tables = TriDiceTables(SMALL_STAGES)
        if folder and memory >= (whole := TriDiceTables()).size:  # its pages are not touched before they are filled
            self.tables = whole
        self._building: threading.Thread | None = None

    @property
    def whole(self) -> bool:
        """Whether everything with at most four dice alive is known."""
        return self.tables.ready == len(STAGES)

    def load(self) -> None:
        """Reads what is there."""
        if self._folder:
            try:
                table_file.load(self._folder, self.tables)
            except DamagedTable as error:
                self._tell(error.text)
            except OSError as error:
                self._tell(_cannot_keep(self._folder, error))

    def begin_building(self) -> None:
        """Begins to build what is missing; returns at once. Play goes on with what is ready."""
        if self.tables.ready < self.tables.stages and self._building is None:
            self._building = threading.Thread(target=self.build, name="tables", daemon=True)
            if self._folder:
                self._tell(say("the tables of endings are being built: until then it plays without them"))
            self._building.start()

    def build(self, told: OnTableProgress = lambda _: None) -> None:
        """Builds what is missing, or waits until another process has done so. Tells how far it is (0..1)."""
        if self._folder is None:
            self._fill_all(told)
            return
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            lock = FileLock(self._folder / "tridice.lock")
            while self.tables.ready < self.tables.stages:
                try:
                    with lock.acquire(timeout=0):
                        self.load()  # another process may just have finished; files behind a damaged one may be whole
                        self._fill(self._folder, told)
                except Timeout:
                    time.sleep(LOCK_POLL_S)
                    self.load()
        except OSError as error:
            self._tell(_cannot_keep(self._folder, error))
            self._fill_all(told)
        if self.tables.ready == self.tables.stages:
            self._tell(say("the tables of endings are ready"))

    def _fill_all(self, told: OnTableProgress) -> None:
        while self.tables.ready < self.tables.stages:
            self._fill(None, told)

    def _fill(self, folder: Path | None, told: OnTableProgress) -> None:
        """Builds the first stage that is missing, and keeps it in the folder, if there is one."""
        if self.tables.ready == self.tables.stages:
            return
        for done, finished in self.tables.build(self._threads, lambda: False):
            told(done)
            if finished:
                if folder:
                    table_file.save(folder, self.tables, self.tables.ready - 1)
                return

    def _tell(self, notice: Text) -> None:
        if notice not in self.notices:
            self.notices.append(notice)


def _cannot_keep(folder: Path, error: OSError) -> Text:
    return say("cannot save the endgame table in {path}: {reason}", path=str(folder), reason=error.strerror or "")
