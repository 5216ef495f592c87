"""Functions for opening tables for new and continued games."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from fourth_seat.games import AnyGame
from fourth_seat.games.options import Options
from fourth_seat.table.analysis.session import current_session
from fourth_seat.table.errors import NotSaved
from fourth_seat.table.seats import Seat
from fourth_seat.table.settings.engine_commands import Vacancy
from fourth_seat.table.settings.folders import records
from fourth_seat.table.table import Table
from fourth_seat.ui.settings import LastGame
from fourth_seat.ui.window import Window


def new_table(window: Window, game: AnyGame, options: Options, seats: Sequence[Seat]) -> Table:
    """Begin a game, and save the choices for the next one.

    Raises:
        FourthSeatError: these seats or options are impossible, or the record cannot be written.
    """
    players = [window.phones.links.named(window.engines.named(seat)) for seat in seats]
    evening = current_session(records(), window.clock())
    table = Table.begin(game, options, players, records(), window.clock, evening)
    names = tuple(person.name for player in players for person in player.people if person.name)
    window.change(window.settings.begun(game.name, LastGame(tuple(map(str, players)), str(options)), names))
    if players != list(seats):
        window.engines.save(window.notice)
    return table


def resumed_table(window: Window, path: Path) -> tuple[Table, list[Vacancy]]:
    """Reopen the game in a record, and return its table and the seats whose programs need permission to start.

    Raises:
        FourthSeatError: the record cannot be opened, or is open in another window.
    """
    table = Table.resume(path, window.clock)
    try:
        vacancies = window.engines.vacate(table)
    except NotSaved:
        table.close()
        raise
    if notices := (*table.notices, *(vacancy.text for vacancy in vacancies if not vacancy.command)):
        window.notice(*notices)
    return table, [vacancy for vacancy in vacancies if vacancy.command]
