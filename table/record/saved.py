"""The games that lie in the records folder, for people to go on with."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from pathlib import Path

from boundary.files import open_regular
from games import find
from table.errors import BadRecord, EmptyRecord
from table.record.events import Begun, Moved, Reseated, split_games, standing_end
from table.record.record_file import SUFFIX, read
from table.seats import Seat, read_seat
from words import FourthSeatError, Text, say, say_many

LAST_LINE = 4096  # bytes that hold a record's last line, if that is a result
TOLERANCE_S = 60.0  # by which the times of a file system may run ahead of the clock
LATEST = 250_000_000_000.0  # seconds since 1970; a file may claim any time, and the calendar ends in the year 9999

Tell = Callable[[Text], None]


@dataclass(frozen=True, slots=True)
class Saved:
    """A game in the records folder.

    Attributes:
        path: of its record.
        game: its name or alias.
        title: what people call it.
        seats: who plays, as they sit now.
        moves: how many were played, those taken back included.
        when: the last time something happened in it.
    """

    path: Path
    game: str
    title: Text
    seats: tuple[Seat, ...]
    moves: int
    when: datetime


def unfinished(folder: Path, most: int, game: str | None = None, tell: Tell = lambda _: None) -> list[Saved]:
    """The games that have not ended, and the matches, the latest first, at most so many.

    Args:
        game: only games of this name.
        tell: called once if anything in the folder was left aside because it is no record that can be read.
    """
    wanted = find(game).name if game else None
    aside: list[Text] = []
    found = list(islice(_unfinished(folder, wanted, aside), most))
    if aside:
        tell(
            say_many(
                "A file in {folder} is left aside: {reason}",
                "{n} files in {folder} are left aside; the newest: {reason}",
                len(aside),
                folder=str(folder),
                reason=aside[0],
            )
        )
    return found


def latest(folder: Path, game: str | None = None, tell: Tell = lambda _: None) -> Path:
    """The record of the latest unfinished game; `tell` as with `unfinished`.

    Raises:
        BadRecord: there is none.
    """
    found = unfinished(folder, 1, game, tell)
    if not found:
        raise BadRecord(say("there is no unfinished game to go on with in {folder}", folder=str(folder)))
    return found[0].path


def record_files(folder: Path) -> list[tuple[float, Path]]:
    """What is named as a record, with the time of its last change, the latest first. It may be anything.

    A time to come is that of a clock that was wrong: such files come last.
    """
    now = time.time() + TOLERANCE_S
    found = [(_changed(path), path) for path in folder.glob(f"*{SUFFIX}")]
    return sorted(found, key=lambda entry: (entry[0] <= now, *entry), reverse=True)


def _changed(path: Path) -> float:
    try:
        return min(max(path.lstat().st_mtime, 0.0), LATEST)
    except OSError:  # gone since the folder was listed
        return 0.0


def _unfinished(folder: Path, game: str | None, aside: list[Text]) -> Iterator[Saved]:
    # Newest first, so that no more records are read than are asked for.
    for changed, path in record_files(folder):
        if _ends_with_result(path):
            continue
        try:
            saved = _saved(path, datetime.fromtimestamp(changed).astimezone())
        except EmptyRecord:  # the program was ended as it began a game: nobody misses it
            continue
        except FourthSeatError as error:
            aside.append(error.text)
            continue
        if saved and game in (None, saved.game):
            yield saved


def _ends_with_result(path: Path) -> bool:
    """Whether a record's last line says how the game, or its match, ended: so it is with nearly all, and they need not be
    read whole.
    """
    try:
        with open_regular(path) as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - LAST_LINE))
            last = file.read().rstrip().rpartition(b"\n")[2]
            return last.startswith(b'{"event": "result"') and not last.endswith(b'"goes_on": true}')
    except OSError:
        return False


def _saved(path: Path, when: datetime) -> Saved | None:
    events = split_games(read(path).events)[-1]
    begun = events[0]
    assert isinstance(begun, Begun)
    end = standing_end(events)
    if end and not end.goes_on:
        return None
    game = find(begun.game)
    seats = [read_seat(text) for text in begun.seats]
    for event in events:
        if isinstance(event, Reseated) and 1 <= event.seat <= len(seats):
            seats[event.seat - 1] = read_seat(event.player)
    moves = sum(isinstance(event, Moved) for event in events)
    return Saved(path, game.name, game.title, tuple(seats), moves, when)
