"""Engines of other makers: a name for each command, in `engines.toml` of the data folder. Only the person adds to it.

Records, settings and other files hold an engine's name (`engine:pentobi-gtp`), never its command, so that a file from
somebody else can start nothing but what was set up on this computer.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Self

from table.errors import BadConfig, BadSeat, NotSaved
from table.seats import COMMAND, ENGINE, Person, Seat
from table.settings import config_file
from table.settings.folders import home
from words import Text, say

if TYPE_CHECKING:
    from table.table import Table

_SECTION = "engines"


@dataclass(frozen=True, slots=True)
class Vacancy:
    """A seat of an engine that may not be started; a person plays it until somebody else is seated.

    Attributes:
        seat: its number, from 1.
        name: of the engine.
        command: that a record of the first edition holds; else empty.
    """

    seat: int
    name: str
    command: str

    @property
    def text(self) -> Text:
        """A sentence about it."""
        if self.command:
            return say(
                "This record asks to start the program {command} for seat {n}. It was not started: a person plays for it.",
                command=self.command, n=self.seat,
            )  # fmt: skip
        return say(
            "Seat {n} was played by the engine {name}, which is not set up on this computer: a person plays it now.",
            n=self.seat, name=self.name,
        )  # fmt: skip


def path() -> Path:
    """The file; it may not exist yet."""
    return home() / "engines.toml"


class EngineCommands:
    """The commands of engines by their names."""

    def __init__(self, commands: Mapping[str, str] | None = None) -> None:
        self._commands = dict(commands or {})

    @classmethod
    def load(cls, notify: Callable[[Text], None]) -> Self:
        """Read the file; without engines, after a notice, where it cannot be read."""
        try:
            section = config_file.table_at(config_file.load(path()), _SECTION)
        except BadConfig as error:
            notify(error.text)
            return cls()
        return cls({name: command for name, command in section.items() if isinstance(command, str) and command.strip()})

    def save(self, notify: Callable[[Text], None]) -> None:
        """Write the file; where that fails, give notice of it: the engines play all the same."""
        try:
            config_file.save(path(), {_SECTION: self._commands})
        except NotSaved as error:
            notify(error.text)

    def add(self, command: str) -> str:
        """Return the name of a command, a new one if it has none yet."""
        for name, known in self._commands.items():
            if known == command:
                return name
        program = _program(command)
        names = (program if n == 1 else f"{program} {n}" for n in count(1))
        name = next(name for name in names if name not in self._commands)
        self._commands[name] = command
        return name

    def named(self, seat: Seat) -> Seat:
        """Return a seat that names its engine instead of its command, which the person has typed just now."""
        if not seat.computer.startswith(COMMAND):
            return seat
        return Seat(computer=ENGINE + self.add(seat.computer.removeprefix(COMMAND).strip()))

    def command_of(self, seat: Seat) -> str:
        """Return the command of a seat's engine; empty for other seats and unknown engines."""
        return self._commands.get(seat.computer.removeprefix(ENGINE), "") if seat.computer.startswith(ENGINE) else ""

    def typed(self, text: str) -> str:
        """Return a seat's text with the command of its engine, as the person typed it; other texts as they are."""
        name = text.removeprefix(ENGINE)
        return COMMAND + self._commands[name] if text.startswith(ENGINE) and name in self._commands else text

    def player(self, seat: Seat) -> str:
        """Return what the engines call a seat's player: `computer:7`, `gtp:COMMAND` ...

        Raises:
            BadSeat: its engine is not set up, or the seat holds a command itself.
        """
        if command := self.command_of(seat):
            return COMMAND + command
        if seat.computer.startswith((ENGINE, COMMAND)):
            raise BadSeat(say("the engine {name} is not set up on this computer", name=seat.computer.partition(":")[2]))
        return seat.computer

    def vacate(self, table: Table) -> list[Vacancy]:
        """Seat a person wherever a resumed game has an engine that may not be started; return those seats.

        Raises:
            NotSaved: the record cannot be written.
        """
        vacant: list[Vacancy] = []
        for number, seat in enumerate(table.seats, 1):
            kind, _, rest = seat.computer.partition(":")
            if f"{kind}:" == COMMAND and rest in self._commands.values():
                table.reseat(number, self.named(seat))
            elif f"{kind}:" in (ENGINE, COMMAND) and not self.command_of(seat):
                table.reseat(number, Seat((Person(),)))
                command = rest if f"{kind}:" == COMMAND else ""
                vacant.append(Vacancy(number, _program(command) if command else rest, command))
        return vacant


def _program(command: str) -> str:
    try:
        words = shlex.split(command, posix=os.name != "nt")
    except ValueError:  # an open quotation mark: the engines say so
        words = command.split()
    return PurePath(words[0]).name if words else "engine"
