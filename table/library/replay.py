"""A game that is only viewed. It is read from its record, which is neither locked nor changed."""

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
    """A game that cannot be changed."""

    read_only = True

    @classmethod
    def open(cls, path: Path, clock: Clock) -> Self:
        """Read the last game of a record, as far as it is sound.

        Raises:
            FourthSeatError: the record holds no game.
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
            raise OutOfTurn(say("this game is only being viewed: nothing in it can be changed"))
        super()._do(event)

    def catch_up(self) -> bool:
        """Change nothing: the game stays as it is in its record."""
        return False


def positions(path: Path) -> Iterator[AnyState]:
    """Yield the positions to which the events of a record lead, one after the other, as far as the events are sound.

    Damage in lines that do not change the position is found when the game is opened. A caller that draws only the last
    position can keep its window responsive while it reads the others.

    Raises:
        FourthSeatError: the record holds no game.
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
