"""The record of a game, with one JSON line per event. Each event is synced to disk before it is shown.

If the process is killed, nothing that was shown is lost. An incomplete last line is dropped with a notice. Any other damage
is reported with its line number. In that case, the file is not modified, and the game continues in a copy of its intact
part.
"""

from __future__ import annotations

import errno
import glob
import json
import os
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from filelock import FileLock, Timeout

from fourth_seat.boundary.files import open_regular, read_bytes, sync_folder
from fourth_seat.boundary.json_forms import parse_json
from fourth_seat.boundary.marks import OWN
from fourth_seat.boundary.numbers import parse_integer
from fourth_seat.games import find
from fourth_seat.games.errors import UnknownGame
from fourth_seat.table.errors import BadRecord, EmptyRecord, NotSaved, RecordInUse
from fourth_seat.table.record.events import VERSION, Begun, Ended, Event, Resigned, Stopped, from_json
from fourth_seat.words import Text, error_text, say

SUFFIX, LOCK_SUFFIX = ".jsonl", ".lock"
DELETED = "deleted"  # the folder beside the records of the games that were deleted
MAX_BYTES = 1 << 21  # of a record; a long game has some hundred thousand
ENDING_BYTES = 1 << 14  # of these events, kept free for the end of a game that is too long
MAX_NUMBER = 999_999  # of the games of a day, in their files' names
MAX_TRIES = 100  # names tried for a new file
_APPEND_FLAGS = os.O_WRONLY | os.O_APPEND | sum(getattr(os, name, 0) for name in ("O_BINARY", "O_CLOEXEC", "O_NOFOLLOW"))
_NAME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}-([a-z0-9]+)-[0-9]+(-[0-9]+)?")  # of a record and its lock
_TAKEN_ERRNOS = (errno.EEXIST, errno.EISDIR, errno.ELOOP, errno.ENXIO)


@dataclass(frozen=True, slots=True)
class Reading:
    """The contents of a record file.

    Attributes:
        events: the valid events, up to the first damaged line.
        data: the raw lines of these events.
        notice: a notice about an incomplete last line, or None.
        damage: a description of the first damaged line, or None.
    """

    events: tuple[Event, ...]
    data: bytes
    notice: Text | None = None
    damage: Text | None = None

    @property
    def begun(self) -> Begun:
        """The first event, which starts a game."""
        first = self.events[0]
        assert isinstance(first, Begun)  # `read` has checked that
        return first


def read(path: Path) -> Reading:
    """Read a record up to the first damaged line.

    Raises:
        EmptyRecord: the first line is incomplete.
        BadRecord: the file cannot be read, or does not start with a game.
    """
    try:
        data = read_bytes(path, MAX_BYTES)
    except OSError as error:
        raise unreadable(path, error) from None
    return read_data(path, data)


def unreadable(path: Path, error: OSError) -> BadRecord:
    """Return the error for a record that cannot be read."""
    return BadRecord(say("{path} cannot be read: {reason}", path=str(path), reason=error_text(error)))


def read_data(path: Path, data: bytes) -> Reading:
    """Parse the contents of a record up to the first damaged line. Raises the same errors as `read`."""
    events: list[Event] = []
    end = 0
    notice = damage = None
    lines = data.split(b"\n")
    for number, line in enumerate(lines, 1):
        whole = number < len(lines)  # the writing of the bytes after the last newline was interrupted
        if not whole:
            notice = say("line {n} was cut off while it was being written; it is left out", n=number) if line else None
            break
        try:
            events.append(line_event(line))
        except BadRecord as error:
            damage = say("line {n} of {file} cannot be used: {reason}", n=number, file=path.name, reason=error.text)
            break
        end += len(line) + 1
    if len(lines) == 1:
        raise EmptyRecord(_no_game(path))
    _check_header(path, events, damage)
    return Reading(tuple(events), data[:end], notice, damage)


def line_event(line: bytes) -> Event:
    """Parse a line of a record.

    Raises:
        BadRecord: the line is not a valid event.
    """
    try:
        parsed: object = parse_json(line)
    except ValueError:
        raise BadRecord(say("it is not JSON")) from None
    return from_json(parsed)


def _no_game(path: Path) -> Text:
    return say("{file} does not contain a game: its first line should be the start of one", file=path.name)


def _check_header(path: Path, events: Sequence[Event], damage: Text | None) -> None:
    first = events[0] if events else None
    if not isinstance(first, Begun):
        raise BadRecord(damage or _no_game(path))
    if first.version > VERSION:
        raise BadRecord(
            say(
                "line 1 of {file}: the game was saved by a newer version of this program (format {theirs}; "
                "this version reads up to {ours}); update the program",
                file=path.name, theirs=first.version, ours=VERSION,
            )
        )  # fmt: skip


def is_record(path: Path) -> bool:
    """Return whether a file is named like a record and is either empty or has a first line that starts a game."""
    if not _NAME.fullmatch(path.stem) or path.suffix != SUFFIX:
        return False
    try:
        with open_regular(path) as file:
            line = file.readline(MAX_BYTES)
        return not line or isinstance(line_event(line), Begun)
    except (OSError, BadRecord):
        return False


def is_lock(path: Path) -> bool:
    """Return whether a file is named like the lock of a record and is empty."""
    with suppress(OSError):
        return _NAME.fullmatch(path.stem) is not None and path.suffix == LOCK_SUFFIX and not path.stat().st_size
    return False


class Record:
    """A record that is open for appending events. Only one process at a time can open it.

    If another program removes, replaces or modifies the file, or removes its lock, the next event is written to a new file
    in the same folder, together with all previous events.

    Attributes:
        path: the path of the file. It changes if the file is lost.
    """

    _data: bytearray  # the bytes that the file has to hold
    _torn: bool  # half a line may follow it
    _begins = False  # nothing is in it yet

    def __init__(self, path: Path) -> None:
        """Lock and open an existing file.

        Raises:
            RecordInUse: the file is locked by another process.
            NotSaved: the file is not writable or is a link, or its lock is not a regular file.
        """
        try:
            self._open(path, 0)
        except Timeout:
            raise in_use(path) from None
        except OSError as error:
            name = Path(error.filename or path).name
            raise NotSaved(say("{file} cannot be written: {reason}", file=name, reason=error_text(error))) from None

    @classmethod
    def create(cls, folder: Path, game: str, day: str, events: Sequence[Event]) -> Self:
        """Create a record named, for example, `2026-11-21-blokus-3.jsonl`, with the first events of a game.

        Raises:
            NotSaved: the folder is not writable.
        """
        record = cls.__new__(cls)
        record._begins = True  # noqa: SLF001 - a constructor beside __init__, which opens a record
        record._create(folder, f"{day}-{game}-")  # noqa: SLF001 - a constructor beside __init__, which opens a record
        try:
            record.append(*events)
        except NotSaved:
            record.close()
            raise
        record._begins = False  # noqa: SLF001 - as above
        return record

    def go_on(self, reading: Reading) -> None:
        """Continue after the events that were read from the file. An incomplete last line is truncated."""
        self._data = bytearray(reading.data)
        self._torn = reading.notice is not None
        with suppress(OSError, ValueError):  # the next event tries again
            self._mend()

    def append(self, *events: Event) -> Text | None:
        """Append events and sync them to disk. Returns a notice if the file was lost and replaced by a new one.

        Raises:
            NotSaved: the events could not be written. The file is unchanged.
        """
        data = b"".join(map(_line, events))
        ends = any(isinstance(event, (Resigned, Stopped, Ended)) for event in events)
        if len(self._data) + len(data) > MAX_BYTES - (0 if ends else ENDING_BYTES):  # which could not be read again
            raise NotSaved(
                say(
                    (
                        "nothing was played, because the record has reached its limit of {size} MB: end the game "
                        "and begin another"
                    ),
                    size=MAX_BYTES >> 20,
                )
            )
        lost = False
        try:
            if self._is_ours():
                self._write(data)
            else:
                lost = True
                self._start_again(data)
        except (OSError, ValueError) as error:
            raise NotSaved(_why_not(self.path, error, begins=self._begins)) from None
        if not lost:
            return None
        return say(
            "this game's file was changed or removed during the game; the whole game is now in {new}",
            new=str(self.path),
        )  # fmt: skip

    @property
    def half_full(self) -> bool:
        """Whether the record is more than half full, so that another long game might not fit."""
        return len(self._data) > MAX_BYTES // 2

    def close(self) -> None:
        """Close and unlock the file. Can be called more than once."""
        self._file.close()
        self._lock.release()

    # -- the file ----------------------------------------------------------------------------------------------------------

    def _create(self, folder: Path, stem: str) -> None:
        try:
            OWN.make(folder, above=1)
        except OSError as error:
            raise NotSaved(_no_folder(folder, error, begins=self._begins)) from None
        pattern = f"{glob.escape(stem)}*{SUFFIX}"
        taken = (*folder.glob(pattern), *(folder / DELETED).glob(pattern))  # a deleted game may come back
        names = (path.stem.removeprefix(stem) for path in taken)
        last = max((parse_integer(name, 1, MAX_NUMBER) or 0 for name in names), default=0)
        failure = OSError()
        for number in range(last + 1, last + 1 + MAX_TRIES):
            path = folder / f"{stem}{number}{SUFFIX}"
            try:
                self._open(path, os.O_CREAT | os.O_EXCL)
                return
            except OSError as error:
                failure = error
                # Another window begins a game at the same moment, or something that is not a record has this name or that
                # of the lock.
                if not isinstance(error, Timeout) and error.errno not in _TAKEN_ERRNOS:
                    break
        raise NotSaved(_why_not(path, failure, begins=self._begins))

    def _open(self, path: Path, flags: int) -> None:
        # Whichever thread closes it.
        lock = FileLock(path.with_suffix(LOCK_SUFFIX), timeout=0, thread_local=False)
        lock.acquire()
        try:
            # Unbuffered: an event is either on the disk or, because of an exception, known not to be.
            file = os.fdopen(os.open(path, _APPEND_FLAGS | flags, 0o600), "ab", buffering=0)
            sync_folder(path.parent)
            lock_identity = _identity(Path(lock.lock_file).stat())
        except OSError:
            lock.release()
            raise
        self.path, self._file = path, file
        self._lock, self._lock_identity = lock, lock_identity
        self._data, self._torn = bytearray(), False

    def _is_ours(self) -> bool:
        """Return whether path and lock still refer to the open files, and no other program has modified the record."""
        try:
            own = _identity(os.fstat(self._file.fileno()))
            lock = _identity(Path(self._lock.lock_file).stat())
            if (own, lock) != (_identity(self.path.lstat()), self._lock_identity):
                return False
            self._mend()
            # Times of files are too coarse to tell; reading what the system still has in memory takes less time than
            # syncing.
            return read_bytes(self.path, len(self._data)) == self._data
        except (OSError, ValueError):
            return False

    def _start_again(self, data: bytes) -> None:
        """Write the whole record and new data to a new file. If this fails, nothing is changed."""
        path, file, lock, lock_identity, before = self.path, self._file, self._lock, self._lock_identity, self._data
        stem = path.stem.rpartition("-")[0] or path.stem
        self._create(path.parent, f"{stem}-")
        try:
            self._write(before + data)
        except (OSError, ValueError):
            self._file.close()
            with suppress(OSError):
                self.path.unlink()
            self._lock.release()
            self.path, self._file, self._lock, self._lock_identity, self._data = path, file, lock, lock_identity, before
            raise
        file.close()
        lock.release()

    def _write(self, data: bytes | bytearray) -> None:
        self._mend()
        try:
            self._torn = True
            written = 0
            while written < len(data):
                written += self._file.write(data[written:]) or 0
            os.fsync(self._file.fileno())
        except (OSError, ValueError):
            with suppress(OSError, ValueError):
                self._mend()
            raise
        self._data += data
        self._torn = False

    def _mend(self) -> None:
        # Half a line may lie there; a reader would drop it as torn, but the next event must not be glued to it.
        if self._torn:
            self._file.truncate(len(self._data))
            self._torn = False


def _line(event: Event) -> bytes:
    return json.dumps(event.to_json(), ensure_ascii=False, separators=(", ", ": ")).encode() + b"\n"


def in_use(path: Path) -> RecordInUse:
    """Return the error for a record that is locked by another process."""
    named = _NAME.fullmatch(path.stem)
    try:
        game: Text | str = find(named[1]).title if named else path.name
    except UnknownGame:
        game = path.name
    return RecordInUse(say("this game of {game} is open in another window; close it there first", game=game))


def _identity(found: os.stat_result) -> tuple[int, int]:
    return found.st_dev, found.st_ino


def _no_folder(folder: Path, error: OSError, *, begins: bool) -> Text:
    """Describe why the records folder cannot be created."""
    names = (folder, *folder.parents)
    if link := next((path for path in names if path.is_symlink() and not path.exists()), None):
        return say("{file} is a link to a folder that does not exist: make that folder, or remove the link", file=str(link))
    if isinstance(error, FileExistsError):
        return say(
            "{file} is not a folder: move it elsewhere, because games are kept in a folder of this name", file=str(folder)
        )
    return _why_not(folder, error, begins=begins)


def _why_not(path: Path, error: Exception, *, begins: bool) -> Text:
    reason = error_text(error)
    if begins:
        return say("this could not be saved, so the game was not started: {path}: {reason}", path=str(path), reason=reason)
    return say("this could not be saved, so it was not played: {path}: {reason}", path=str(path), reason=reason)
