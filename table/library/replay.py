"""A read-only view of a recorded game. The record is neither locked nor changed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Self

from fourth_seat.boundary.files import read_bytes
from fourth_seat.games import AnyState
from fourth_seat.table.errors import OutOfTurn
from fourth_seat.table.game_state import GameState
from fourth_seat.table.record.events import Begun, Event, SetDown, Tapped, Valued
from fourth_seat.table.record.record_file import MAX_BYTES, line_event, read, unreadable
from fourth_seat.table.table import Clock, Table
from fourth_seat.words import FourthSeatError, say

# The lines that change the position, in the record's own form.
_PLAYED = re.compile(rb'^\{"event": "(?:game|dice|move|rewind|correction|resign|stop)"[^\n]*\n', re.MULTILINE)


class ReplayedGame(Table):
    """A read-only game."""

    read_only = True

    @classmethod
    def open(cls, path: Path, clock: Clock) -> Self:
        """Load the last game of a record. Events after a damaged one are ignored.

        Raises:
            FourthSeatError: the record does not contain a game.
        """
        reading = read(path)
        events = [event for event in reading.events if not isinstance(event, Tapped)]
        table = cls(reading.begun, clock)
        used, damage = table.replay(events)
        if table.pending:  # that board was put away long ago
            table.prepare(SetDown())()
        table.events = events[:used]
        table.notices = tuple(text for text in (reading.notice, damage or reading.damage) if text)
        return table

    def _do(self, event: Event) -> None:
        if not isinstance(event, Valued):  # the computer's estimates change no position
            raise OutOfTurn(say("you are only viewing this game: nothing in it can be changed"))
        super()._do(event)

    def catch_up(self) -> bool:
        """Do nothing, because the game is read-only."""
        return False


def positions(path: Path) -> Iterator[AnyState]:
    """Yield the successive positions of a recorded game, up to the first damaged event.

    Lines that do not change the position are not checked. As this is a generator, a caller that needs only the last
    position can keep its window responsive in between.

    Raises:
        FourthSeatError: the record does not contain a game.
    """
    try:
        data = read_bytes(path, MAX_BYTES)
    except OSError as error:
        raise unreadable(path, error) from None
    lines = _PLAYED.findall(data)
    events: Iterator[Event] = map(line_event, lines) if data.startswith(b'{"event": "game"') else iter(read(path).events)
    first = next(events, None)
    if not isinstance(first, Begun):
        return
    game_state = GameState(first)
    yield game_state.state
    try:
        for event in events:
            game_state.prepare(event)()
            yield game_state.state
    except FourthSeatError:  # the rest is damaged; opening the game says so
        return
