"""Choice for one seat, without Tk: read from a seat's text and turned back into one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from table.seats import COMMAND, ELSEWHERE, ENGINE, HELP_AT_FIRST, Person, Seat, read_seat
from words import FourthSeatError

COMPUTER = "computer:"
LEVEL_AT_FIRST = "5"


class Who(Enum):
    """Kinds of players."""

    PERSON = "person"
    COMPUTER = "computer"
    PROGRAM = "program"  # an engine of somebody else's, spoken to in GTP
    TABLE = "table"  # people at another table, in the room or far away


@dataclass(frozen=True, slots=True)
class Choice:
    """A seat as the page shows it; what belongs to the other kinds is kept while one of them is chosen.

    Attributes:
        names: one, or two where two people share the seat.
        level: `1` to `9` or a named player such as `seed`.
        command: of the program.
        link: to the other table.
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
    def seat(self) -> Seat:
        """The seat at the table."""
        if self.who is Who.COMPUTER:
            return Seat(computer=COMPUTER + self.level)
        if self.who is Who.PROGRAM:
            return Seat(computer=COMMAND + self.command.strip())
        if self.who is Who.TABLE:
            return Seat(computer=ELSEWHERE + self.link.strip())
        names = [" ".join(name.split()) for name in self.names]
        named = [name for name in names if name] or [""]
        return Seat(tuple(Person(name, self.hints, self.takebacks, self.help) for name in named))


@dataclass(frozen=True, slots=True)
class Draft:
    """The choices of a page that was left before the game began, and the options as text."""

    choices: tuple[Choice, ...]
    options: str


def choice_of(text: str, before: Choice | None = None) -> Choice:
    """Return the choice that a seat's text stands for; a text that cannot be read leaves what was chosen before."""
    before = before or Choice()
    try:
        seat = read_seat(text)
    except FourthSeatError:
        return before
    if seat.computer.startswith(COMMAND):
        return replace(before, who=Who.PROGRAM, command=seat.computer.removeprefix(COMMAND))
    if seat.elsewhere:
        return replace(before, who=Who.TABLE, link=seat.computer.removeprefix(ELSEWHERE))
    if seat.computer.startswith(ENGINE):  # one that is not set up, or its command would stand here
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


def at_first(seats: int, names: tuple[str, ...], last: tuple[str, ...], level: str | None = None) -> list[Choice]:
    """Return the choices that a page begins with: as the game was last begun where that fits, else people with the names
    known already, and the computer on the last seat.

    Args:
        level: of all computers, where one was asked for.
    """
    if len(last) == seats:
        choices = [choice_of(text) for text in last]
    else:
        people = [Choice(names=(name,)) for name in (*names, *[""] * seats)]
        choices = [*people[: seats - 1], Choice(Who.COMPUTER)]
    return [replace(choice, level=level) if level else choice for choice in choices]


def resized(choices: list[Choice], seats: int) -> list[Choice]:
    """Return the choices for another number of seats: those there are stay, computers fill the rest."""
    return [*choices[:seats], *[Choice(Who.COMPUTER)] * (seats - len(choices))]
