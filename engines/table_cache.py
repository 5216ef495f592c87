"""On-disk cache of the tables that engines build, with a size limit.

A table's name is locked while the table is being written, so two processes never build the same table at the same time, and
an unlocked incomplete file can be recognised as abandoned. The lock file is kept next to the table. Only files with a
lock file are counted and removed; any others in the folder are left alone. Unless the folder is marked as created by this
program, files that do not start with a table header are left alone as well.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from fourth_seat.boundary.files import open_regular
from fourth_seat.boundary.marks import OWN, is_plain
from fourth_seat.engines.errors import NoRoom
from fourth_seat.games import game_names
from fourth_seat.words import Text, error_text, say

MB = 1_000_000  # as disks and file managers count them
SMALLEST_MB = 0.1  # that is announced
DEFAULT_LIMIT_MB = 200  # of all tables together
LIMITS_MB = (0, 100, DEFAULT_LIMIT_MB, 1_000)  # to choose from
MAX_UNASKED_BYTES = 100 * MB  # of a file; a larger one is written only where the user has raised the limit
MIN_FREE_BYTES = 500 * MB  # that stay free on the disk, whatever is kept
MIN_ANNOUNCED_BYTES = 20 * MB  # from this size on, building a table is announced
LOCK_SUFFIX = ".lock"


_TABLE = re.compile(rf"({'|'.join(game_names())})-[a-z0-9-]+\.(table|npz)(\.[a-z0-9_]{{8}}\.new)?")
_BEGINNINGS = (b"TriDice\0", b"PK\3\4", b"KalahEnd")  # of the files of tables, including those of earlier versions


@dataclass(frozen=True, slots=True)
class CachedTable:
    """A table file in the cache.

    Attributes:
        game: the name of the table's game.
        size: file size in bytes.
        used: time of the last use, in seconds since the epoch.
        finished: whether the table is complete; otherwise it is still being written, or writing was interrupted.
    """

    path: Path
    game: str
    size: int
    used: float
    finished: bool


class TableCache:
    """A folder of cached tables; it may not exist yet."""

    def __init__(self, folder: Path, limit_mb: int = DEFAULT_LIMIT_MB) -> None:
        self.folder = folder
        self.limit = limit_mb * MB

    def tables(self) -> list[CachedTable]:
        """Return the tables in the folder, most recently used first; empty if the folder cannot be read."""
        found = []
        marked = OWN.is_on(self.folder)
        with suppress(OSError):
            for path in self.folder.iterdir():
                named = _TABLE.fullmatch(path.name)
                if not named or not is_plain(path) or not self._lock_of(path).exists():
                    continue
                if not marked and not _begins_as_a_table(path):
                    continue
                with suppress(OSError):  # it has been removed meanwhile
                    state = path.stat()
                    found.append(CachedTable(path, named[1], state.st_size, state.st_mtime, named[3] is None))
        return sorted(found, key=lambda table: table.used, reverse=True)

    def files(self) -> list[Path]:
        """Return all table files and their lock files."""
        found = [table.path for table in self.tables()]
        locks = {self._lock_of(path) for path in found}
        if OWN.is_on(self.folder):
            locks.update(path for path in self.folder.iterdir() if _TABLE.fullmatch(path.name.removesuffix(LOCK_SUFFIX)))
        return [*found, *(path for path in sorted(locks) if is_plain(path) and not path.stat().st_size)]

    def mark_used(self, path: Path) -> None:
        """Record that a complete table has just been read; the least recently used table is removed first."""
        with suppress(OSError):  # a folder that is read only
            self._lock_of(path).touch()  # also of one that the first edition wrote
            path.touch()

    @contextmanager
    def building(self, name: str, patience: float = 0) -> Iterator[None]:
        """Lock a table's name while the table is being built and written. Waits up to `patience` seconds for the lock.

        Raises:
            Timeout: another process is building the table.
            OSError: the folder is not writable.
        """
        OWN.make(self.folder, above=1)
        with FileLock(self.folder / f"{name}{LOCK_SUFFIX}", timeout=patience):
            for table in self.tables():
                if not table.finished and self._lock_of(table.path).name == f"{name}{LOCK_SUFFIX}":
                    table.path.unlink(missing_ok=True)  # its writer is gone
                elif not table.finished:
                    self._remove(table)
            yield

    def make_room(self, path: Path, size: int) -> None:
        """Remove the least recently used tables until there is room for a table of `size` bytes.

        Raises:
            NoRoom: the table exceeds the limit, is too large to be written without consent, or would fill up the disk.
            OSError: the folder cannot be read or written.
        """
        if size > self.limit:
            raise NoRoom(
                say(
                    "it needs {size} MB, and tables may take only {limit} MB on disk: raise the limit in the settings",
                    size=_mb(size),
                    limit=_mb(self.limit),
                )
            )
        if size > MAX_UNASKED_BYTES and self.limit <= DEFAULT_LIMIT_MB * MB:
            raise NoRoom(
                say(
                    "it needs {size} MB in a single file, which is only allowed if the limit for tables is above {limit} "
                    "MB: raise the limit in the settings",
                    size=_mb(size), limit=DEFAULT_LIMIT_MB,
                )
            )  # fmt: skip
        others = [table for table in self.tables() if table.path != path]
        if self._free() + sum(table.size for table in others) < size + MIN_FREE_BYTES:  # nothing is removed in vain
            raise self._no_room(size)
        while sum(table.size for table in others) + size > self.limit or self._free() < size + MIN_FREE_BYTES:
            if not others:
                raise self._no_room(size)
            self._remove(others.pop())

    def _no_room(self, size: int) -> NoRoom:
        return NoRoom(
            say(
                "it needs {size} MB, and {kept} MB must stay free, but only {free} MB are free: free up some disk space",
                size=_mb(size), free=_mb(self._free()), kept=_mb(MIN_FREE_BYTES),
            )
        )  # fmt: skip

    def _free(self) -> int:
        return shutil.disk_usage(self.folder).free

    def remove(self, game: str = "") -> int:
        """Remove a game's tables, or all tables, except any that are being written; return the number of bytes freed."""
        return sum(self._remove(table) for table in self.tables() if game in ("", table.game))

    def _remove(self, table: CachedTable) -> int:
        try:
            with FileLock(self._lock_of(table.path), timeout=0):
                table.path.unlink()
        except (Timeout, OSError):
            return 0
        return table.size

    @staticmethod
    def _lock_of(path: Path) -> Path:
        """Return the path of a table's lock file, even if the table is incomplete."""
        name = path.name.rsplit(".", 2)[0] if path.suffix == ".new" else path.name
        return path.with_name(f"{name}{LOCK_SUFFIX}")

    @property
    def size(self) -> int:
        """The total size of all tables, in bytes."""
        return sum(table.size for table in self.tables())


def _begins_as_a_table(path: Path) -> bool:
    with suppress(OSError), open_regular(path) as file:
        return file.read(max(map(len, _BEGINNINGS))).startswith(_BEGINNINGS)
    return False


def announcement(size: int, seconds: float, folder: Path | None) -> Text | None:
    """Return the notice to show before building a table of `size` bytes in `seconds`, or None for a small table."""
    if size < MIN_ANNOUNCED_BYTES:
        return None
    if folder is None:
        return say(
            "an endgame table is being built in memory ({size} MB, about {seconds} s)",
            size=_mb(size), seconds=max(1, round(seconds)),
        )  # fmt: skip
    return say(
        "an endgame table is being built and kept on disk ({size} MB, about {seconds} s); you can "
        "remove it in the settings",
        size=_mb(size), seconds=max(1, round(seconds)),
    )  # fmt: skip


def not_kept(folder: Path, error: OSError | NoRoom) -> Text:
    """Return the notice that a table is usable but cannot be saved."""
    return say("cannot save the endgame table in {path}: {reason}", path=str(folder), reason=error_text(error))


def _mb(size: int) -> int:
    return max(1, round(size / MB))


def removed(size: int) -> Text:
    """Return a message about the space freed by removing tables."""
    if not size:
        return say("There were no tables to remove")
    return say("{size} MB of tables were removed", size=f"{max(size / MB, SMALLEST_MB):.1f}")
