"""Opens records for continuing a game: an existing record, a copy of a damaged one, or the next record of a match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from fourth_seat.table.errors import NotSaved
from fourth_seat.table.game_state import GameState
from fourth_seat.table.record.events import Begun, Ended, Event
from fourth_seat.table.record.record_file import Record, read
from fourth_seat.words import FourthSeatError, Text, say

InProgress = TypeVar("InProgress", bound=GameState)


def open_record(
    path: Path, day: str, begin: Callable[[Begun], InProgress]
) -> tuple[InProgress, Record, Sequence[Event], list[Text]]:
    """Open a record and resume its game. If it is damaged or read-only, its intact part is copied to a new record.

    Args:
        day: today's date, used in the name of a copy.
        begin: callback that creates the game in which the events are replayed.

    Returns:
        The game, its record, its events, and notices about defects of the record.

    Raises:
        FourthSeatError: the record does not contain a valid game, or is open in another window.
    """
    read(path)  # before the file is opened for writing, which would create one that is not there
    record, barred = None, None
    try:
        record = Record(path)
    except NotSaved as error:
        barred = error.text
    try:
        reading = read(path)
        game_state = begin(reading.begun)
        used, damage = game_state.replay(reading.events)
    except FourthSeatError:
        if record:
            record.close()
        raise
    events, damage = reading.events[:used], damage or reading.damage
    notices = [text for text in (reading.notice, damage, barred) if text]
    if record and not damage:
        record.go_on(reading)
        return game_state, record, events, notices
    if record:
        record.close()
    record = Record.create(path.parent, game_state.game.name, day, events)
    notices.append(say("{file} is left unchanged; the game continues in {new}", file=path.name, new=record.path.name))
    return game_state, record, events, notices


def next_record(old: Record, end: Ended, start: Begun, day: str) -> tuple[Record, Text]:
    """Start a new record with the next game of a match, and close the old one, which is then listed as finished.

    Returns:
        The new record, and a notice about it.

    Raises:
        NotSaved: the new record cannot be created. The old one is unchanged.
    """
    new = Record.create(old.path.parent, start.game, day, (start,))
    with suppress(NotSaved):  # then lists offer both
        old.append(replace(end, goes_on=False))
    old.close()
    return new, say(
        "{old} is nearly full: the match continues in {new}, and the score is kept.",
        old=old.path.name, new=new.path.name,
    )  # fmt: skip
