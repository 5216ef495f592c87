"""The record: one JSON line an event, on the disk before it is shown as done.

A process killed at any instant loses nothing that was shown. A torn last line is dropped with a notice. Any other damage is
reported with its line number; the file is then left as it is, and play goes on in a copy of its sound part.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from table.errors import BadRecord, NotSaved, RecordInUse
from table.record.events import VERSION, Begun, Event, from_json
from words import FourthSeatError, Text, say

SUFFIX = ".jsonl"


@dataclass(frozen=True, slots=True)
class Reading:
    """What a file holds.

    Attributes:
        events: the sound ones from the beginning on; `lines` of the file that they are.
        end: where their last line ends, in bytes.
        notice: a torn last line that was left out, or None.
        damage: the first line that cannot be used, and why, or None.
    """

    events: tuple[Event, ...]
    end: int
    notice: Text | None = None
    damage: Text | None = None


def read(path: Path) -> Reading:
    """Reads a record as far as it is sound.

    Raises:
        BadRecord: it cannot be read, or does not begin with a game.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadRecord(say("{path} cannot be read: {reason}", path=str(path), reason=error.strerror or "")) from None
    events: list[Event] = []
    end = 0
    notice = damage = None
    lines = data.split(b"\n")
    for number, line in enumerate(lines, 1):
        whole = number < len(lines)  # what follows the last newline was cut while it was written
        if not whole:
            notice = say("line {n} was cut off while it was written; it is left out", n=number) if line else None
            break
        try:
            events.append(from_json(_parse(line)))
        except BadRecord as error:
            damage = say("line {n} of {file} cannot be used: {reason}", n=number, file=path.name, reason=error.text)
            break
        end += len(line) + 1
    _check_header(path, events, damage)
    return Reading(tuple(events), end, notice, damage)


def _parse(line: bytes) -> object:
    try:
        parsed: object = json.loads(line.decode())
    except ValueError:
        raise BadRecord(say("it is not JSON")) from None
    return parsed


def _check_header(path: Path, events: Sequence[Event], damage: Text | None) -> None:
    first = events[0] if events else None
    if not isinstance(first, Begun):
        raise BadRecord(damage or say("{file} holds no game: its first line should begin one", file=path.name))
    if first.version > VERSION:
        raise BadRecord(
            say(
                "line 1 of {file}: a newer version of this program wrote it (format {theirs}, this one knows {ours}); "
                "update the program",
                file=path.name, theirs=first.version, ours=VERSION,
            )
        )  # fmt: skip


class Record:
    """An open record: takes events, one writer at a time."""

    def __init__(self, path: Path) -> None:
        """Opens or creates the file and locks it.

        Raises:
            RecordInUse: another process holds it.
            NotSaved: the folder or file cannot be written.
        """
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = FileLock(path.with_suffix(".lock"), timeout=0)
            self._lock.acquire()
            # Unbuffered: an event is either on the disk or, by an exception, known not to be.
            self._file = path.open("ab", buffering=0)
            _sync_folder(path.parent)
        except Timeout:
            raise RecordInUse(say("{file} is open in another window; close it there first", file=path.name)) from None
        except OSError as error:
            raise NotSaved(_why_not(path, error)) from None
        self._end = self._file.seek(0, os.SEEK_END)
        self._torn = False

    def cut(self, end: int) -> None:
        """Drops a torn last line, what lies after `end` bytes, before the next event is written."""
        self._end = end
        self._torn = True

    def append(self, event: Event) -> None:
        """Writes an event and waits until the disk has it.

        Raises:
            NotSaved: it is not in the file; the file is as before.
        """
        line = json.dumps(event.to_json(), ensure_ascii=False, separators=(", ", ": ")).encode() + b"\n"
        try:
            self._mend()
            self._torn = True
            written = 0
            while written < len(line):
                written += self._file.write(line[written:]) or 0
            os.fsync(self._file.fileno())
        except (OSError, ValueError) as error:
            with suppress(OSError, ValueError):
                self._mend()
            raise NotSaved(_why_not(self.path, error)) from None
        self._end += len(line)
        self._torn = False

    def _mend(self) -> None:
        # Half a line may lie there; a reader would drop it as torn, but the next event must not be glued to it.
        if self._torn:
            self._file.truncate(self._end)
            self._torn = False

    def close(self) -> None:
        """Closes and unlocks the file; safe to call twice."""
        self._file.close()
        self._lock.release()


def _why_not(path: Path, error: Exception) -> Text:
    reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
    return say("this could not be saved, so it was not played: {path}: {reason}", path=str(path), reason=reason)


def _sync_folder(folder: Path) -> None:
    if os.name != "posix":  # Windows cannot open folders; its file creation is journalled
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def fresh_path(folder: Path, game: str, day: str) -> Path:
    """A file name that does not exist yet, such as `2026-11-21-blokus-3.jsonl`."""
    numbers = (
        int(path.stem.rpartition("-")[2])
        for path in folder.glob(f"{day}-{game}-*{SUFFIX}")
        if path.stem.rpartition("-")[2].isdigit()
    )
    return folder / f"{day}-{game}-{max(numbers, default=0) + 1}{SUFFIX}"


def new_record(folder: Path, game: str, day: str) -> Record:
    """Create the record of a new game in a folder."""
    while True:
        try:
            return Record(fresh_path(folder, game, day))
        except RecordInUse:  # another window began a game in the same moment; its file exists now
            continue


def copied(events: Sequence[Event], path: Path) -> Record:
    """A new record of the sound part of a damaged one, to play on in; the damaged file stays as it is."""
    record = Record(path)
    try:
        for event in events:
            record.append(event)
    except FourthSeatError:
        record.close()
        raise
    return record
