"""Seats: people by name (two may share a seat), computers by level; a seat can change hands in mid-game.

A seat's text on the command line and in the record: `human`, `human:Anna`, `human:Anna+Ben` (they take turns),
`human:Mia?hints=3&takebacks=off`, `computer:7`, `seed`, `engine:NAME` (which the user has set up before), `table:WHERE` (a
seat that is played at another table). `gtp:COMMAND` is for the command line only: a record never contains a command.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import parse_qsl, quote, unquote, urlencode

from fourth_seat.boundary.numbers import parse_integer
from fourth_seat.boundary.text import well_formed
from fourth_seat.games import AnyGame
from fourth_seat.games.options import Options
from fourth_seat.table.errors import BadSeat
from fourth_seat.words import Text, all_of, say

HUMAN = "human"
ELSEWHERE = "table:"  # a seat that is played at another table
ENGINE, COMMAND = "engine:", "gtp:"  # an engine by its name, or by the command that starts it
MAX_HINTS = 999  # a game
HELP_AT_FIRST = "moves"
HELP = ("none", "moves", "full")  # a person's help on the screen: nothing, the legal moves, or also their values


@dataclass(frozen=True, slots=True)
class Person:
    """A person at the table, with their own level of help.

    Attributes:
        hints: the number of hints per game; None if there is no limit.
        takebacks: whether they may take moves back.
        help: one of `HELP`.
    """

    name: str = ""
    hints: int | None = None
    takebacks: bool = True
    help: str = HELP_AT_FIRST


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat: the people who play it, taking turns if there are two, or a computer.

    `computer` is the player's text (`computer:7`, `seed`, `engine:...`), empty if people play.
    """

    people: tuple[Person, ...] = ()
    computer: str = ""

    def person(self, turn: int) -> Person:
        """Return the person, among those who share the seat, who plays its turn number `turn`, counted from 0."""
        return self.people[turn % len(self.people)]

    @property
    def elsewhere(self) -> bool:
        """Whether the seat is played at another table."""
        return self.computer.startswith(ELSEWHERE)

    @property
    def followed(self) -> bool:
        """Whether it is played at another table that this one joins."""
        return self.elsewhere and self != GUEST

    @property
    def open_to_guests(self) -> bool:
        """Whether a phone or another table may be invited to play it: people play it, here or already at another table."""
        return bool(self.people) or self == GUEST

    @property
    def name(self) -> Text | None:
        """The names of its people or of the computer; None for people without names."""
        if self.elsewhere:
            return say("Other table")
        if self.computer:
            if self.computer.startswith((ENGINE, COMMAND)):
                return say("Computer ({level})", level=self.computer.partition(":")[2])
            return say("Computer ({level})", level=self.computer.removeprefix("computer:"))
        names = tuple(person.name for person in self.people if person.name)
        return say("{names}", names=all_of(names)) if names else None

    @property
    def players(self) -> int:
        """The number of its players, which is two if two people share it."""
        return max(1, len(self.people))

    @property
    def label(self) -> Text:
        """Its name on the screen."""
        return self.name or say("Player")

    def __str__(self) -> str:
        if self.computer:
            return self.computer
        names = "+".join(quote(person.name) for person in self.people)
        first = self.people[0]
        details = {
            "hints": "" if first.hints is None else str(first.hints),
            "takebacks": "" if first.takebacks else "off",
            "help": "" if first.help == HELP_AT_FIRST else first.help,
        }
        query = urlencode({name: value for name, value in details.items() if value})
        return HUMAN + (f":{names}" if names.strip("+") else "") + (f"?{query}" if query else "")


GUEST = Seat(computer=f"{ELSEWHERE}guest")
"""A seat that is played at another table, to which this table is the host."""


def seat_name(seat: Seat, number: int, game: AnyGame, options: Options) -> Text:
    """Return the player of a seat, numbered from 1, by name if there is one, otherwise by colour."""
    return seat.name or game.colour_name(game.colours_of(number, options)[0], options)


def read_seat(text: str) -> Seat:
    """Return the seat that a text describes; a computer's level is checked by the engines, not here.

    Raises:
        BadSeat: the text does not describe a seat; the error names the fault, with an example.
    """
    text = well_formed(text.strip())
    if text != HUMAN and not text.startswith((HUMAN + ":", HUMAN + "?")):
        if not text:
            raise BadSeat(say("a seat is empty: write human, computer:5 or gtp:COMMAND"))
        return Seat(computer=text)
    names, _, query = text[len(HUMAN) :].removeprefix(":").partition("?")
    person = _person(dict(parse_qsl(query, keep_blank_values=True)))
    people = [Person(unquote(name), person.hints, person.takebacks, person.help) for name in names.split("+")]
    if len(people) > 2:
        raise BadSeat(say("{text}: no more than two people can share a seat", text=text))
    return Seat(tuple(people))


def _person(details: dict[str, str]) -> Person:
    hints, takebacks, help_ = details.pop("hints", ""), details.pop("takebacks", "on"), details.pop("help", HELP_AT_FIRST)
    if details:
        raise BadSeat(say("unknown seat setting {name}: use hints, takebacks or help", name=next(iter(details))))
    allowed = parse_integer(hints, 0, MAX_HINTS)
    if hints and allowed is None:
        raise BadSeat(say("hints={value} should be a number", value=hints))
    if takebacks not in ("on", "off"):
        raise BadSeat(say("takebacks={value} should be on or off", value=takebacks))
    if help_ not in HELP:
        raise BadSeat(say("help={value} should be one of {choices}", value=help_, choices=", ".join(HELP)))
    return Person("", allowed, takebacks == "on", help_)


def check_names_no_command(seat: Seat) -> None:
    """Raise `BadSeat` if a seat's engine is given by its command: records are passed on to others, and must not start any
    program.
    """
    if seat.computer.startswith(COMMAND):
        raise BadSeat(say("{seat}: give the engine by its name here, as engine:NAME", seat=seat.computer))
