"""Third-party engines. `engines.toml` in the data folder maps names to commands. Only the user can add to this file.

Records, settings and other files contain an engine's name (`engine:pentobi-gtp`), but never its command. This ensures that
a file from somebody else can only start engines that were set up on this computer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from fourth_seat.boundary.text import printable, well_formed
from fourth_seat.processes.command_line import program_name, short_name, split_command
from fourth_seat.table.errors import BadConfig, BadEngine, BadSeat, NotSaved
from fourth_seat.table.seats import COMMAND, ENGINE, Person, Seat
from fourth_seat.table.settings import config_file
from fourth_seat.table.settings.folders import home
from fourth_seat.words import Text, say

if TYPE_CHECKING:
    from fourth_seat.table.table import Table

_SECTION = "engines"
_REMOVED = "removed"  # names that games may still contain, with digests of their commands: no other command is given one
MAX_NAME = 40  # characters
MAX_DIGITS = 8  # left for a number after the name of a program
MAX_COMMAND = 2000  # characters
NO_COMMAND = say("enter the command that starts the engine, for example pentobi-gtp --level 3")


@dataclass(frozen=True, slots=True)
class Vacancy:
    """The seat of an engine that may not be started. It is played by a person until it is reassigned.

    Attributes:
        seat: the number of the seat, from 1.
        name: the name of the engine.
        command: the command in a record in the oldest format, otherwise empty.
    """

    seat: int
    name: str
    command: str

    @property
    def text(self) -> Text:
        """A message about this vacancy."""
        if self.command:
            return say(
                "This record asks to start the program {command} for seat {n}. It was not started: a "
                "person takes that seat instead.",
                command=self.command, n=self.seat,
            )  # fmt: skip
        return say(
            "The engine {name} in seat {n} is not set up on this computer: a person takes its seat for now.",
            n=self.seat, name=self.name,
        )  # fmt: skip


def path() -> Path:
    """Return the path of the file. It may not exist yet."""
    return home() / "engines.toml"


def command_in(text: str) -> str:
    """Return the command in a text, without the prefix `gtp:` used on the command line."""
    return text.strip().removeprefix(COMMAND).strip()


class EngineCommands:
    """The commands of engines, keyed by name."""

    def __init__(self, commands: Mapping[str, str] | None = None) -> None:
        self._commands = dict(commands or {})
        self._removed: Mapping[str, str] = {}
        self._unsaved: set[str] = set()

    @classmethod
    def load(cls, notify: Callable[[Text], None]) -> Self:
        """Load the engines from the file. If it cannot be read, `notify` is called and there are no engines."""
        engines = cls()
        try:
            engines._learn(config_file.load(path()))
        except BadConfig as error:
            notify(error.text)
        return engines

    @property
    def commands(self) -> Mapping[str, str]:
        """The commands keyed by name, in alphabetical order."""
        return dict(sorted(self._commands.items(), key=lambda item: item[0].casefold()))

    def save(self, notify: Callable[[Text], None]) -> None:
        """Write additions that could not be written earlier. If this fails again, `notify` is called, but the engines can
        still be used. If another window has used a name for a different engine since then, that engine keeps the name.
        """
        if not self._unsaved:
            return
        taken: list[str] = []

        def edit(values: Mapping[str, Any]) -> Mapping[str, Any]:
            kept = _commands_in(values)
            others = {name: kept[name] for name in self._unsaved & kept.keys()}
            taken.extend(name for name, command in others.items() if command != self._commands[name])
            return {_SECTION: {name: self._commands[name] for name in self._unsaved.difference(taken)}}

        try:
            config_file.change(path(), edit)
            self._unsaved.intersection_update(taken)
        except NotSaved as error:
            notify(error.text)
        for name in taken:
            notify(say("there is already an engine called {name}", name=name))

    def _learn(self, values: Mapping[str, Any]) -> None:
        """Adopt the current contents of the file, and keep additions that could not be written."""
        self._commands = {**_commands_in(values), **{name: self._commands[name] for name in self._unsaved}}
        self._removed = _commands_in(values, _REMOVED)

    def put(self, name: str, command: str, before: str = "") -> str:
        """Add an engine, or change the one named `before`, and write it to the file. Returns the name of the engine.

        Args:
            name: the name of the engine. Defaults to the name of its script or program.

        Raises:
            BadEngine: the name or the command is invalid, or the name is used by another engine.
            NotSaved: the file cannot be written. Nothing is changed.
        """
        name, command = " ".join(printable(name).split()), command_in(well_formed(command))
        check_command(command)
        if len(name) > MAX_NAME or "," in name:
            raise BadEngine(say("an engine's name can have at most {n} characters and no commas", n=MAX_NAME))
        chosen = ""

        def edit(values: Mapping[str, Any]) -> Mapping[str, Any]:
            nonlocal chosen
            self._learn(values)
            chosen = name or before or self._free_name(command)
            if chosen != before and chosen in self._commands:
                raise BadEngine(say("there is already an engine called {name}", name=chosen))
            changed = {_SECTION: {chosen: command}}
            if before not in ("", chosen):
                changed[_REMOVED] = {before: _digest(self._commands.get(before, ""))}
            return changed

        config_file.change(path(), edit, afresh=(_SECTION, before) if before else ())
        self._forget(before)
        self._commands[chosen] = command
        return chosen

    def remove(self, name: str) -> None:
        """Remove an engine. Its name stays in the file, for the games that use it.

        Raises:
            NotSaved: the file cannot be written. Nothing is changed.
        """
        config_file.save(path(), {_REMOVED: {name: _digest(self._commands.get(name, ""))}}, afresh=(_SECTION, name))
        self._forget(name)

    def _forget(self, name: str) -> None:
        self._commands.pop(name, None)
        self._unsaved.discard(name)

    def add(self, command: str) -> str:
        """Return the name of a command. If it does not have one yet, a new name is written to the file immediately, so that
        another window cannot use it for another command. If writing fails, `save` tries again.
        """
        chosen = ""

        def edit(values: Mapping[str, Any]) -> Mapping[str, Any]:
            nonlocal chosen
            self._learn(values)
            chosen = self._name_of(command)
            return {_SECTION: {chosen: command}}

        with suppress(NotSaved):
            config_file.change(path(), edit)
            self._unsaved.discard(chosen)
        return chosen or self._name_of(command)

    def _name_of(self, command: str) -> str:
        for name, known in self._commands.items():
            if known == command:
                return name
        name = self._free_name(command)
        self._commands[name] = command
        self._unsaved.add(name)
        return name

    def _free_name(self, command: str) -> str:
        words = printable(short_name(command)).replace(",", " ").split()
        program = " ".join(words)[: MAX_NAME - MAX_DIGITS].strip() or "engine"
        names = (program if n == 1 else f"{program} {n}" for n in count(1))
        digest = _digest(command)
        return next(name for name in names if name not in self._commands and self._removed.get(name, digest) == digest)

    def named(self, seat: Seat) -> Seat:
        """Return a seat in which the command of an engine is replaced with the engine's name."""
        if not seat.computer.startswith(COMMAND):
            return seat
        return Seat(computer=ENGINE + self.add(command_in(seat.computer)))

    def command_of(self, seat: Seat) -> str:
        """Return the command of a seat's engine, or an empty string for other seats and unknown engines."""
        return self._commands.get(seat.computer.removeprefix(ENGINE), "") if seat.computer.startswith(ENGINE) else ""

    def typed(self, text: str) -> str:
        """Return the text of a seat with the engine's name replaced by its command. Other texts are returned unchanged."""
        name = text.removeprefix(ENGINE)
        return COMMAND + self._commands[name] if text.startswith(ENGINE) and name in self._commands else text

    def player(self, seat: Seat) -> str:
        """Return a seat's player in the format used by `engines`, such as `computer:7` or `gtp:COMMAND`.

        Raises:
            BadSeat: the engine has not been set up, or the seat contains a command.
        """
        if command := self.command_of(seat):
            return COMMAND + command
        if seat.computer.startswith((ENGINE, COMMAND)):
            raise BadSeat(say("the engine {name} is not set up on this computer", name=seat.computer.partition(":")[2]))
        return seat.computer

    def vacate(self, table: Table) -> list[Vacancy]:
        """In a resumed game, let a person take over each seat whose engine may not be started. Returns these seats.

        Raises:
            NotSaved: the record cannot be written.
        """
        with suppress(BadConfig):  # it was reported when the file was loaded
            self._learn(config_file.load(path()))  # another window may have written both the record and its engines
        vacant: list[Vacancy] = []
        for number, seat in enumerate(table.seats, 1):
            kind, _, rest = seat.computer.partition(":")
            if f"{kind}:" == COMMAND and rest in self._commands.values():
                table.reseat(number, self.named(seat))
            elif f"{kind}:" in (ENGINE, COMMAND) and not self.command_of(seat):
                table.reseat(number, Seat((Person(),)))
                command = rest if f"{kind}:" == COMMAND else ""
                vacant.append(Vacancy(number, program_name(command) if command else rest, command))
        return vacant


def _digest(command: str) -> str:
    """Return what recognises a command that is kept no longer, since it may contain a password."""
    return sha256(command.encode()).hexdigest()


def _commands_in(values: Mapping[str, Any], table: str = _SECTION) -> dict[str, str]:
    section = config_file.table_at(values, table)
    return {name: command for name, command in section.items() if isinstance(command, str) and command.strip()}


def check_command(command: str) -> None:
    """Check that a command can be saved. Raises `BadEngine` if not."""
    try:
        words = split_command(command)
    except ValueError:
        raise BadEngine(say("a quotation mark in the command is not closed")) from None
    if not words:
        raise BadEngine(NO_COMMAND)
    if len(command) > MAX_COMMAND:
        raise BadEngine(say("the command has more than {n} characters", n=MAX_COMMAND))
