"""The choice for one seat, independent of Tk; it can be parsed from a seat's text and formatted as one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from fourth_seat.table.seats import COMMAND, ELSEWHERE, ENGINE, HELP_AT_FIRST, Person, Seat, read_seat
from fourth_seat.table.settings.engine_commands import command_in
from fourth_seat.words import FourthSeatError

COMPUTER = "computer:"
LEVEL_AT_FIRST = "5"


class Who(Enum):
    """Kinds of players."""

    PERSON = "person"
    COMPUTER = "computer"
    PROGRAM = "program"  # another maker's engine, which speaks GTP
    TABLE = "table"  # people at another table, in the room or far away


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """A seat as the page shows it; it keeps the details for every kind of player, whichever kind is chosen.

    Attributes:
        names: one name, or two if two people share the seat.
        level: `1` to `9` or a named player such as `seed`.
        command: the command of the engine's program.
        link: the link to the other table.
    """

    who: Who = Who.PERSON
    names: tuple[str, ...] = ("",)
    help: str = HELP_AT_FIRST
    hints: int | None = None
    takebacks: bool = True
    level: str = LEVEL_AT_FIRST
    command: str = ""
    link: str = ""

    @property
    def program(self) -> str:
        """The engine's command, without the prefix `gtp:`, which people may have typed."""
        return command_in(self.command)

    @property
    def seat(self) -> Seat:
        """The seat at the table."""
        if self.who is Who.COMPUTER:
            return Seat(computer=COMPUTER + self.level)
        if self.who is Who.PROGRAM:
            return Seat(computer=COMMAND + self.program)
        if self.who is Who.TABLE:
            return Seat(computer=ELSEWHERE + self.link.strip())
        names = [" ".join(name.split()) for name in self.names]
        named = [name for name in names if name] or [""]
        return Seat(tuple(Person(name, self.hints, self.takebacks, self.help) for name in named))


@dataclass(frozen=True, slots=True)
class Draft:
    """The contents of a page that somebody left before the game began: the choices, with those of unused seats last, the
    options as text, and whether the first player is drawn by lot.
    """

    choices: tuple[SeatChoice, ...]
    options: str
    lots: bool = False


def choice_of(text: str, before: SeatChoice | None = None) -> SeatChoice:
    """Return the choice for a seat's text; if the text cannot be read, return the choice as it was before."""
    before = before or SeatChoice()
    try:
        seat = read_seat(text)
    except FourthSeatError:
        return before
    if seat.computer.startswith(COMMAND):
        return replace(before, who=Who.PROGRAM, command=seat.computer.removeprefix(COMMAND))
    if seat.elsewhere:
        return replace(before, who=Who.TABLE, link=seat.computer.removeprefix(ELSEWHERE))
    if seat.computer.startswith(ENGINE):  # it is not set up, or the text would contain its command
        return before
    if seat.computer:
        return replace(before, who=Who.COMPUTER, level=seat.computer.removeprefix(COMPUTER))
    first = seat.people[0]
    return replace(
        before,
        who=Who.PERSON,
        names=tuple(person.name for person in seat.people),
        help=first.help,
        hints=first.hints,
        takebacks=first.takebacks,
    )


def at_first(seats: int, names: tuple[str, ...], last: tuple[str, ...], level: str | None = None) -> list[SeatChoice]:
    """Return the initial choices on a page: those of the last game if they fit, otherwise people with the names from
    earlier games, and the computer on the last seat.

    Args:
        level: the level of all computers, if given.
    """
    if len(last) == seats:
        choices = [choice_of(text) for text in last]
    else:
        people = [SeatChoice(names=(name,)) for name in (*names, *[""] * seats)]
        choices = [*people[: seats - 1], SeatChoice(Who.COMPUTER)]
    return [replace(choice, level=level) if level else choice for choice in choices]


def resized(choices: list[SeatChoice], seats: int) -> list[SeatChoice]:
    """Return the choices for a different number of seats: existing choices are kept, and computers fill the other seats."""
    return [*choices[:seats], *[SeatChoice(Who.COMPUTER)] * (seats - len(choices))]
