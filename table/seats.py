"""Seats are played by people, two of whom may share a seat, or by computers. A seat can change hands in mid-game.

The text of a seat on the command line and in records is one of `human`, `human:Anna`, `human:Anna+Ben` (taking turns),
`human:Mia?hints=3&takebacks=off`, `computer:7`, `seed`, `engine:NAME` (set up by the user), or `table:WHERE` (played at
another table). `gtp:COMMAND` is accepted only on the command line, because records never contain commands.
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
    """A person at the table.

    Attributes:
        hints: the maximum number of hints per game, or None if there is no limit.
        takebacks: whether the person may take back moves.
        help: the level of help, one of `HELP`.
    """

    name: str = ""
    hints: int | None = None
    takebacks: bool = True
    help: str = HELP_AT_FIRST


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat, played by one person, by two people taking turns, or by a computer.

    `computer` is the text of the computer player (`computer:7`, `seed`, `engine:...`), or empty if the seat is played by
    people.
    """

    people: tuple[Person, ...] = ()
    computer: str = ""

    def person(self, turn: int) -> Person:
        """Return the person who plays the turn with index `turn` of this seat."""
        return self.people[turn % len(self.people)]

    @property
    def elsewhere(self) -> bool:
        """Whether the seat is played at another table."""
        return self.computer.startswith(ELSEWHERE)

    @property
    def followed(self) -> bool:
        """Whether the seat is played at another table that this table has joined."""
        return self.elsewhere and self != GUEST

    @property
    def open_to_guests(self) -> bool:
        """Whether a phone or another table can be invited to play the seat."""
        return bool(self.people) or self == GUEST

    @property
    def name(self) -> Text | None:
        """The name of the computer or of the people, or None if the people have no names."""
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
        """The number of players, which is 2 if two people share the seat."""
        return max(1, len(self.people))

    @property
    def label(self) -> Text:
        """The display name."""
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
"""A seat played at another table that is a guest of this table."""


def seat_name(seat: Seat, number: int, game: AnyGame, options: Options) -> Text:
    """Return the name of a seat's player, or its colour if there is no name. Seats are numbered from 1."""
    return seat.name or game.colour_name(game.colours_of(number, options)[0], options)


def read_seat(text: str) -> Seat:
    """Parse the text of a seat. The level of a computer is not checked.

    Raises:
        BadSeat: the text is invalid.
    """
    text = well_formed(text.strip())
    if text != HUMAN and not text.startswith((HUMAN + ":", HUMAN + "?")):
        if not text:
            raise BadSeat(say("a seat was left empty: enter human, computer:5 or gtp:COMMAND"))
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
    """Raise `BadSeat` if a seat contains an engine command. Records may be shared, so they must not be able to start
    programs.
    """
    if seat.computer.startswith(COMMAND):
        raise BadSeat(say("{seat}: refer to the engine by its name here, as engine:NAME", seat=seat.computer))
