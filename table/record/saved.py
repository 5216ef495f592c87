"""The games in the records folder. Records are only parsed as far as required for listing games."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import islice
from pathlib import Path

from fourth_seat.boundary.files import read_bytes, read_end
from fourth_seat.games import AnyGame, find
from fourth_seat.games.errors import UnknownGame
from fourth_seat.table.errors import BadRecord, BadSeat, EmptyRecord
from fourth_seat.table.record.events import (
    VERSION,
    Begun,
    Corrected,
    Ended,
    Event,
    Moved,
    Reseated,
    Rewound,
    Stopped,
    Thrown,
    split_games,
    standing_end,
)
from fourth_seat.table.record.record_file import MAX_BYTES, SUFFIX, line_event, read_data, unreadable
from fourth_seat.table.seats import Seat, read_seat, seat_name
from fourth_seat.words import FourthSeatError, Text, error_text, say, say_many

LAST_LINE = 4096  # bytes that hold a record's last line, if that is a result
TOLERANCE_S = 60.0  # by which the times of a file system may run ahead of the clock
MAX_TIMESTAMP_S = 250_000_000_000.0  # since 1970; a file may claim any time, and the calendar ends in the year 9999

MAX_KNOWN = 8192  # records whose contents are kept in memory until their files change
# The record's own form of the lines that say who plays and how it ended, and of those that say that something was played.
_SHOWN = re.compile(rb'^\{"event": "(?:game|seat|rewind|stop|result)"[^\n]*\n', re.MULTILINE)
_GAME = b'{"event": "game"'
_MOVE = b'\n{"event": "move"'
_PLAYED = (_MOVE, b'\n{"event": "dice"', b'\n{"event": "correction"')

Notify = Callable[[Text], None]


@dataclass(frozen=True, slots=True)
class Saved:
    """A game, or a match, in the records folder.

    Attributes:
        path: the path of the record.
        game: the rules of the game.
        options: the options of the last game.
        seats: the players, in their current seats.
        begun: the start time of the last game according to the record, which may be invalid.
        moves: the number of moves in the last game, including those that were undone.
        when: the time of the last event.
        end: the result, or None if it can be continued.
        blank: whether nothing has been played yet.
        evening: the evening that it belongs to, identified by the first game of the evening. Empty for that game itself.
        match: the points of each seat in a match, including those of a finished last game. Empty if it is not a match.
        handicap: whether the last game is played with a handicap.
    """

    path: Path
    game: AnyGame
    options: str
    seats: tuple[Seat, ...]
    begun: str
    moves: int
    when: datetime
    end: Ended | None
    blank: bool
    evening: str
    match: tuple[int, ...] = ()
    handicap: bool = False

    def name(self, seat: int) -> Text:
        """Return the name of a seat's player, or its colour if the player has no name."""
        return seat_name(self.seats[seat - 1], seat, self.game, self.game.options(self.options))


def saved_game(path: Path, changed: float) -> Saved:
    """Return the game of a record. `changed` is its modification time in seconds since 1970.

    Only the lines required for a list are parsed. The result is cached until the file changes.

    Raises:
        EmptyRecord: the first line is incomplete.
        BadRecord: the record cannot be read, or does not start with a game.
        FourthSeatError: the game, its options or its seats are invalid.
    """
    try:
        found = path.stat()
    except (OSError, ValueError) as error:
        raise BadRecord(say("{path} cannot be read: {reason}", path=str(path), reason=error_text(error))) from None
    return _saved_game(path, changed, (found.st_ino, found.st_mtime_ns, found.st_size))


@lru_cache(MAX_KNOWN)
def _saved_game(path: Path, changed: float, _: tuple[int, int, int]) -> Saved:
    try:
        data = read_bytes(path, MAX_BYTES)
    except OSError as error:
        raise unreadable(path, error) from None
    events, moves, played = _summary(path, data)
    begun = events[0]
    assert isinstance(begun, Begun)
    game = find(begun.game)
    options = game.options(begun.options)
    if len(begun.seats) != game.seats(options):
        raise BadSeat(say("{file}: it has the wrong number of seats", file=path.name))
    seats = last_seats(begun, events)
    end = standing_end(events)
    return Saved(
        path,
        game,
        begun.options,
        tuple(seats),
        begun.time,
        moves=moves,
        when=datetime.fromtimestamp(changed).astimezone(),
        end=None if end and end.goes_on else end,
        blank=not played,
        evening=begun.evening,
        match=_match(game.match_score(options), events, end),
        handicap=bool(game.handicaps(options)),
    )


def _match(before: tuple[int, ...], events: Sequence[Event], end: Ended | None) -> tuple[int, ...]:
    """Return the score of a match after its last game, given the score before it. A stopped game does not count."""
    last = next((event for event in reversed(events) if isinstance(event, (Stopped, Rewound, Begun))), None)
    if end is None or isinstance(last, Stopped) or len(end.scores) != len(before):
        return before
    return tuple(had + got for had, got in zip(before, end.scores, strict=True))


def last_seats(begun: Begun, events: Sequence[Event]) -> list[Seat]:
    """Return the players at the end of a game.

    Raises:
        BadSeat: the text of a seat is invalid.
    """
    seats = [read_seat(text) for text in begun.seats]
    for event in events:
        if isinstance(event, Reseated) and 1 <= event.seat <= len(seats):
            seats[event.seat - 1] = read_seat(event.player)
    return seats


def _summary(path: Path, data: bytes) -> tuple[Sequence[Event], int, bool]:
    """Summarise a record for a list.

    Returns:
        The events of the last game that are relevant for a list, the number of moves in that game, and whether anything was
            played in any game.
    """
    shown = _shown_events(data)
    if shown:
        return split_games(shown)[-1], data.count(_MOVE, data.rfind(_GAME)), any(line in data for line in _PLAYED)
    events = read_data(path, data).events
    last = split_games(events)[-1]
    moves = sum(isinstance(event, Moved) for event in last)
    return last, moves, any(isinstance(event, (Moved, Thrown, Corrected)) for event in events)


def _shown_events(data: bytes) -> list[Event]:
    """Return the events that are relevant for a list, up to the first damaged one. The first event starts a game.

    The result is empty if the first event is damaged or if the record was reformatted by another program. For speed, other
    lines are not checked until the game is opened.
    """
    if not data.startswith(_GAME) or data.count(b'\n{"event": "') + 1 < data.count(b"\n"):
        return []
    found: list[Event] = []
    for line in _SHOWN.findall(data):
        try:
            found.append(line_event(line))
        except BadRecord:
            break
    first = found[0] if found else None
    return found if isinstance(first, Begun) and first.version <= VERSION else []


def unfinished(
    folder: Path, most: int, game: str | None = None, notify: Notify = lambda _: None, *, blank: bool = True
) -> list[Saved]:
    """Return up to `most` unfinished games and matches, latest first.

    Args:
        game: if given, return only games with this name.
        blank: whether to include games in which nothing has been played.
        notify: callback that is called once if any unreadable files were skipped.
    """
    wanted = find(game) if game else None
    aside: list[Text] = []
    found = (saved for saved in _unfinished(folder, aside) if wanted in (None, saved.game) and (blank or not saved.blank))
    games = list(islice(found, most))
    if aside:
        notify(left_aside(folder, aside))
    return games


def left_aside(folder: Path, reasons: Sequence[Text]) -> Text:
    """Return a notice about unreadable files in a folder, given the reasons in order from the newest file to the oldest."""
    return say_many(
        "A file in {folder} is ignored because it can't be read as a game: {reason}. Move it to "
        "another folder to stop this notice.",
        "{n} files in {folder} are ignored because they can't be read as games; the newest: "
        "{reason}. Move them to another folder to stop this notice.",
        len(reasons),
        folder=str(folder),
        reason=reasons[0],
    )


def latest(folder: Path, game: str | None = None, notify: Notify = lambda _: None) -> Path:
    """Return the record of the latest unfinished game. See `unfinished` for `notify`.

    Raises:
        BadRecord: there is no unfinished game.
    """
    found = unfinished(folder, 1, game, notify)
    if not found:
        raise BadRecord(say("there is no unfinished game to continue in {folder}", folder=str(folder)))
    return found[0].path


def record_files(folder: Path) -> list[tuple[float, Path]]:
    """Return all files with the suffix of records and their modification times, latest first. The contents are not checked.

    Files with a modification time in the future are placed last, because the clock must have been wrong.
    """
    now = time.time() + TOLERANCE_S
    try:
        with os.scandir(folder) as entries:
            found = [(_changed(entry), folder / entry.name) for entry in entries if entry.name.endswith(SUFFIX)]
    except OSError:  # there is no folder yet
        return []
    return sorted(found, key=lambda entry: (entry[0] <= now, *entry), reverse=True)


def _changed(entry: os.DirEntry[str]) -> float:
    try:
        return min(max(entry.stat(follow_symlinks=False).st_mtime, 0.0), MAX_TIMESTAMP_S)
    except OSError:  # gone since the folder was listed
        return 0.0


def _unfinished(folder: Path, aside: list[Text]) -> Iterator[Saved]:
    # Newest first, so that no more records are read than are needed.
    for changed, path in record_files(folder):
        try:
            end = _end(path)
            if _has_ended(end):
                continue
            if len(end) < LAST_LINE:
                read_data(path, end)  # nothing else is needed from a damaged one
            saved = saved_game(path, changed)
        except EmptyRecord:  # the program was ended as it began a game, which nobody misses
            continue
        except UnknownGame:  # of an add-on that is gone: the list of all games says so
            continue
        except FourthSeatError as error:
            aside.append(error.text)
            continue
        if saved.end is None:
            yield saved


def _end(path: Path) -> bytes:
    """Return the last bytes of a record, or the complete contents of a short one.

    There may be thousands of records, most of them finished. These do not have to be read completely.
    """
    try:
        return read_end(path, LAST_LINE)
    except OSError as error:
        raise unreadable(path, error) from None


def _has_ended(end: bytes) -> bool:
    """Return whether a record's last line contains the result of the game or match."""
    last = end.rstrip().rpartition(b"\n")[2]
    return last.startswith(b'{"event": "result"') and not last.endswith(b'"goes_on": true}')
