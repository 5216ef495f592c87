"""Validation of the players typed for the seats at the terminal."""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence

from fourth_seat.engines.errors import EngineFailed
from fourth_seat.engines.players.from_text import player
from fourth_seat.engines.players.tasks import Task
from fourth_seat.engines.players.trial import try_engine
from fourth_seat.games import AnyGame
from fourth_seat.games.options import Options
from fourth_seat.page.linked.client import check_seat
from fourth_seat.page.linked.links import TableLinks
from fourth_seat.processes.command_line import program_name
from fourth_seat.table.errors import BadSeat
from fourth_seat.table.seats import COMMAND, HUMAN, Seat, read_seat
from fourth_seat.table.settings.engine_commands import EngineCommands
from fourth_seat.table.table import Table
from fourth_seat.words import Text, say

LEVEL = "5"  # of computers that are not named more closely
Wait = Callable[[Task[Text]], object]


class Admission:
    """Validates the players entered for the seats at one terminal.

    Attributes:
        engines: third-party engines, by name.
        links: links to other tables.
    """

    def __init__(
        self,
        engines: EngineCommands,
        links: TableLinks,
        notify: Callable[[Text], None],
        trial: Callable[[str], Task[Text]] = try_engine,
    ) -> None:
        """`notify` shows messages, for example if an engine's command cannot be saved; `trial` tries out a command."""
        self.engines, self.links, self._notify, self._trial = engines, links, notify, trial
        self._tried: set[str] = set()  # commands of engines that have answered

    def admit(self, typed: Seat, game: AnyGame, options: Options, wait: Wait = Task.wait) -> Seat:
        """Return a seat in the form used in records, with the name of an engine or the address of another table.

        A third-party engine is started once to check that it can play; `wait` waits for the result.

        Raises:
            FourthSeatError: the player of this seat cannot play here.
        """
        if typed.elsewhere:
            check_seat(typed)
            return self.links.named(typed)
        if not typed.computer:
            return typed
        named = typed.computer if typed.computer.startswith(COMMAND) else self.engines.player(typed)
        player(named, game, options).close()
        if named.startswith(COMMAND):
            self._try(named.removeprefix(COMMAND).strip(), wait)
        seat = self.engines.named(typed)
        if seat != typed:
            self.engines.save(self._notify)
        return seat

    def _try(self, command: str, wait: Wait) -> None:
        if command in self._tried:
            return
        try:
            wait(self._trial(command))
        except EngineFailed as error:
            raise EngineFailed(
                say("{program} cannot play here: {reason}", program=program_name(command), reason=error.text)
            ) from None
        self._tried.add(command)

    def all_of(self, text: str | None, level: str | None, game: AnyGame, options: Options) -> list[Seat]:
        """Return all seats given on a command line, in the form used in records; raise the same errors as `admit`."""
        return [self.admit(typed, game, options) for typed in seated(text, level, game.seats(options))]

    def change(self, table: Table, text: str, level: str | None) -> None:
        """Seat the players given on a command line at a resumed table; raise the same errors as `admit`."""
        for number, seat in enumerate(self.all_of(text, level, table.game, table.options), 1):
            if seat != table.seat(number):
                table.reseat(number, seat)


def seated(text: str | None, level: str | None, seats: int) -> list[Seat]:
    """Parse the seats given on a command line; by default, people play all seats but the last."""
    try:
        parts: Sequence[str] = next(csv.reader([text])) if text else [HUMAN] * (seats - 1) + ["computer"]
    except csv.Error:  # an end of line in the middle, or more characters than any seat has
        parts = []
    if len(parts) != seats:
        raise BadSeat(
            say("there are {wanted} seats to fill, not {n}: separate the players with commas", wanted=seats, n=len(parts))
        )
    return [read_seat(f"computer:{level or LEVEL}" if part.strip() == "computer" else part) for part in parts]
