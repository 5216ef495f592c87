"""The user's choices for a seat, independent of Tk. They can be converted to and from the text of a seat."""

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
    """A seat as shown on the setup page. It keeps the details of all kinds of players, whichever is selected.

    Attributes:
        names: one name, or two names if the seat is shared.
        level: `1` to `9`, or a named player such as `seed`.
        command: the command that starts the engine.
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
        """The engine's command, without the prefix `gtp:` if it was typed."""
        return command_in(self.command)

    @property
    def seat(self) -> Seat:
        """The corresponding seat at a table."""
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
    """The contents of a setup page that was left before the game began: the choices, including those for unused seats, the
    options as text, and whether the first player is drawn by lot.
    """

    choices: tuple[SeatChoice, ...]
    options: str
    lots: bool = False


def choice_of(text: str, before: SeatChoice | None = None) -> SeatChoice:
    """Return the choice for the text of a seat. If the text is invalid, `before` is returned unchanged."""
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
    """Return the initial choices for a setup page. These are the ones from the last game if the number of seats is the
    same. Otherwise, they are people with the names from earlier games, and a computer in the last seat.

    Args:
        level: if given, the level of all computers.
    """
    if len(last) == seats:
        choices = [choice_of(text) for text in last]
    else:
        people = [SeatChoice(names=(name,)) for name in (*names, *[""] * seats)]
        choices = [*people[: seats - 1], SeatChoice(Who.COMPUTER)]
    return [replace(choice, level=level) if level else choice for choice in choices]


def resized(choices: list[SeatChoice], seats: int) -> list[SeatChoice]:
    """Return the choices for a different number of seats. Additional seats are filled with computers."""
    return [*choices[:seats], *[SeatChoice(Who.COMPUTER)] * (seats - len(choices))]
