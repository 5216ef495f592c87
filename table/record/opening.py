"""Records in which a game continues: an existing one, a copy if that cannot be continued, or the next one."""

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
    """Open a record to continue where it ends, in a copy of its sound part if it is damaged or cannot be written.

    Args:
        day: today's date, for the name of a copy.
        begin: a function that begins the game whose events are replayed.

    Returns:
        The game, its record, its events, and sentences about faults of the record.

    Raises:
        FourthSeatError: the record holds no game that can be opened, or another window has it open.
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
    notices.append(say("{file} stays as it is; play goes on in {new}", file=path.name, new=record.path.name))
    return game_state, record, events, notices


def next_record(old: Record, end: Ended, start: Begun, day: str) -> tuple[Record, Text]:
    """Begin a new record with the next game of a match, and end the old one, which is then listed as finished.

    Returns:
        The new record, and a sentence that announces it.

    Raises:
        NotSaved: the new record cannot be created; the old one is unchanged.
    """
    new = Record.create(old.path.parent, start.game, day, (start,))
    with suppress(NotSaved):  # then lists offer both
        old.append(replace(end, goes_on=False))
    old.close()
    return new, say(
        "{old} is nearly full: the match goes on in {new}, with the score as it is.",
        old=old.path.name, new=new.path.name,
    )  # fmt: skip
