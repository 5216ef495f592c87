"""Deletes games by moving their records to a subfolder of the records folder, from which they can be restored."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from fourth_seat.boundary.files import sync_folder
from fourth_seat.boundary.marks import OWN
from fourth_seat.table.errors import NotSaved
from fourth_seat.table.record.record_file import DELETED, LOCK_SUFFIX, MAX_TRIES, in_use
from fourth_seat.words import error_text, say


def deleted_folder(folder: Path) -> Path:
    """Return the folder for games deleted from a records folder. It may not exist yet."""
    return folder / DELETED


def delete(path: Path) -> Path:
    """Move a record to the folder of deleted games, and return its new path.

    Raises:
        RecordInUse: the game is open in another window. The record is not moved.
        NotSaved: the file cannot be moved.
    """
    return _move(path, deleted_folder(path.parent))


def restore(path: Path) -> Path:
    """Move a deleted record back to the records folder, and return its new path. Raises the same errors as `delete`."""
    return _move(path, path.parent.parent)


def _move(path: Path, folder: Path) -> Path:
    try:
        with _locked(path):
            OWN.make(folder)
            place = _free_place(folder, path.name)
            try:
                path.replace(place)
            except OSError:
                place.unlink()
                raise
            sync_folder(folder)
            sync_folder(path.parent)
    except OSError as error:
        raise NotSaved(say("{file} could not be moved: {reason}", file=path.name, reason=error_text(error))) from None
    return place


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    lock = FileLock(path.with_suffix(LOCK_SUFFIX), timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise in_use(path) from None
    try:
        yield
        with suppress(OSError):  # not while it is open, on Windows
            Path(lock.lock_file).unlink()
    finally:
        lock.release()


def _free_place(folder: Path, name: str) -> Path:
    """Reserve a file name in a folder. If the name is taken, a number is appended."""
    stem, suffix = Path(name).stem, Path(name).suffix
    for number in range(1, MAX_TRIES):
        place = folder / (name if number == 1 else f"{stem}-{number}{suffix}")
        try:
            place.touch(0o600, exist_ok=False)
        except FileExistsError:
            continue
        return place
    raise FileExistsError(name)
