"""The games that lie in the records folder, for people to go on with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from pathlib import Path

from games import find
from table.errors import BadRecord
from table.record.events import Begun, Moved, Reseated, standing_end
from table.record.record_file import SUFFIX, read
from table.seats import Seat, read_seat
from words import FourthSeatError, Text, say

LAST_LINE = 4096  # bytes that hold a record's last line, if that is a result


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


def unfinished(folder: Path, most: int, game: str | None = None) -> list[Saved]:
    """The games that have not ended, the latest first, at most so many; a record that cannot be read is left out.

    Args:
        game: only games of this name.
    """
    wanted = find(game).name if game else None
    return list(islice(_unfinished(folder, wanted), most))


def latest(folder: Path, game: str | None = None) -> Path:
    """The record of the latest unfinished game.

    Raises:
        BadRecord: there is none.
    """
    found = unfinished(folder, 1, game)
    if not found:
        raise BadRecord(say("there is no unfinished game to go on with in {folder}", folder=str(folder)))
    return found[0].path


def _unfinished(folder: Path, game: str | None) -> Iterator[Saved]:
    # Newest first, so that no more records are read than are asked for.
    stamped = sorted(((_changed(path), path) for path in folder.glob(f"*{SUFFIX}")), reverse=True)
    for changed, path in stamped:
        if _ends_with_result(path):
            continue
        try:
            saved = _saved(path, datetime.fromtimestamp(changed).astimezone())
        except FourthSeatError:
            continue
        if saved and game in (None, saved.game):
            yield saved


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:  # gone since the folder was listed
        return 0.0


def _ends_with_result(path: Path) -> bool:
    """Whether a record's last line says how the game ended: so it is with nearly all, and they need not be read whole."""
    try:
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - LAST_LINE))
            return file.read().rstrip().rpartition(b"\n")[2].startswith(b'{"event": "result"')
    except OSError:
        return False


def _saved(path: Path, when: datetime) -> Saved | None:
    events = read(path).events
    begun = events[0]
    assert isinstance(begun, Begun)  # `read` saw to it
    if standing_end(events):
        return None
    game = find(begun.game)
    seats = [read_seat(text) for text in begun.seats]
    for event in events:
        if isinstance(event, Reseated) and 1 <= event.seat <= len(seats):
            seats[event.seat - 1] = read_seat(event.player)
    moves = sum(isinstance(event, Moved) for event in events)
    return Saved(path, game.name, game.title, tuple(seats), moves, when)
