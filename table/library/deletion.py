"""Deletion of a game: its record moves into a folder beside the other records, from which it can be restored."""

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
    """Return the folder for games that were deleted from a folder of records. It may not exist yet."""
    return folder / DELETED


def delete(path: Path) -> Path:
    """Move a record to the deleted ones, and return its new place.

    Raises:
        RecordInUse: another window has the game open; the record stays where it is.
        NotSaved: the disk does not allow it.
    """
    return _move(path, deleted_folder(path.parent))


def restore(path: Path) -> Path:
    """Move a deleted record back to the others, and return its new place; raise the same errors as `delete`."""
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
    """Reserve a name in a folder: the same one, or one with a number if it is taken."""
    stem, suffix = Path(name).stem, Path(name).suffix
    for number in range(1, MAX_TRIES):
        place = folder / (name if number == 1 else f"{stem}-{number}{suffix}")
        try:
            place.touch(0o600, exist_ok=False)
        except FileExistsError:
            continue
        return place
    raise FileExistsError(name)
