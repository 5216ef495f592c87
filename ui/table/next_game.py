"""Another game at the same table."""

from __future__ import annotations

from table.analysis.session import next_game
from table.table import Table
from ui.context import WindowContext


def begin_next_game(window: WindowContext, table: Table) -> None:
    """Begin the next game of a match, in the same record; outside a match a new game, the seats moved on by one.

    Raises:
        FourthSeatError: the record cannot be written.
    """
    if table.match_goes_on and table.record:
        table.next_game()
        table.close()
        window.resume(table.record.path)
    elif following := next_game(table):
        options, seats = following
        window.begin(table.game.name, str(options), [str(seat) for seat in seats])
