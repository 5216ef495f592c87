"""The game variants and their options, which determine the board and the order, corners and owners of the colours."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import permutations
from typing import Any, cast

from fourth_seat.games.blokus.bitboard import board, named
from fourth_seat.games.blokus.pieces import ALL_PIECES_MASK, PIECES_BY_NAME, BlokusPiece, pieces_in
from fourth_seat.games.options import Option, Options
from fourth_seat.games.protocol import Side
from fourth_seat.words import Text, say

SIDES = {
    "b": Side(say("blue"), "B", "blue", say("B", context="letter of blue")),
    "y": Side(say("yellow"), "Y", "yellow", say("Y", context="letter of yellow")),
    "r": Side(say("red"), "R", "red", say("R", context="letter of red")),
    "g": Side(say("green"), "G", "green", say("G", context="letter of green")),
}
DUO_SIDES = (
    Side(say("purple"), "P", "purple", say("P", context="letter of purple")),
    Side(say("orange"), "O", "orange", say("O", context="letter of orange")),
)

CLOCKWISE_CORNERS = ("a20", "t20", "t1", "a1")
DUO_STARTS = ("e10", "j5")

COLOUR_ORDERS = tuple("".join(order) for order in permutations(SIDES))
ASIDE_PIECES = ("I5", "L5", "Y", "N")  # those that reach farthest, in the order in which a handicap sets them aside


def _order_title(order: str) -> Text:
    first, second, third, fourth = (SIDES[letter].name for letter in order)
    return say("{first}, {second}, {third}, {fourth}", first=first, second=second, third=third, fourth=fourth)


def _aside(side: Side, title: Text) -> Option:
    """Return the handicap option of a colour: the number of pieces it sets aside, which count as unplaced."""
    titles = tuple(say("{pieces}", pieces=ASIDE_PIECES[:n]) for n in range(1, len(ASIDE_PIECES) + 1))
    choices = tuple(range(len(ASIDE_PIECES) + 1))
    return Option(f"{side.hue}-aside", 0, title, choices, (say("none", context="pieces"), *titles), side.hue)


# Duo has two colours, two seats and two starts of its own: it ignores the options players, colours, corners and start.
DECLARED_OPTIONS = (
    Option(
        "variant",
        "classic",
        say("Board"),
        ("classic", "duo"),
        (say("Blokus: 20 by 20 squares, four colours"), say("Blokus Duo: 14 by 14 squares, two colours")),
    ),
    Option(
        "players",
        4,
        say("Players (Blokus Duo: always two)"),
        (4, 3, 2),
        (
            say("four, one colour each"),
            say("three, who take turns with the fourth colour"),
            say("two, with two colours each"),
        ),
    ),
    Option("colours", "byrg", say("Order of play"), COLOUR_ORDERS, tuple(map(_order_title, COLOUR_ORDERS))),
    Option(
        "corners",
        "clockwise",
        say("The next colour's corner lies"),
        ("clockwise", "counterclockwise"),
        (say("clockwise"), say("counter-clockwise")),
    ),
    Option(
        "start",
        "a20",
        say("Corner of the first colour"),
        CLOCKWISE_CORNERS,
        (say("top left"), say("top right"), say("bottom right"), say("bottom left")),
    ),
    Option(
        "score",
        "advanced",
        say("Score"),
        ("advanced", "basic"),
        (
            say("advanced: 15 or 20 more for placing all pieces"),
            say("basic: one point less for each square left"),
        ),
    ),
    _aside(SIDES["b"], say("Pieces that blue plays without")),
    _aside(SIDES["y"], say("Pieces that yellow plays without")),
    _aside(SIDES["r"], say("Pieces that red plays without")),
    _aside(SIDES["g"], say("Pieces that green plays without")),
    _aside(DUO_SIDES[0], say("Pieces that purple plays without")),
    _aside(DUO_SIDES[1], say("Pieces that orange plays without")),
)


@dataclass(frozen=True, slots=True)
class BlokusSetting:
    """The fixed parameters of a game, as determined by its options.

    Attributes:
        duo: whether this is Blokus Duo.
        size: the number of columns and rows of the board.
        sides: the colours in order of play.
        starts: the names of the colours' start squares.
        owners: the colours played by each seat, its own first.
        aside: the set of pieces that each colour plays without.
    """

    duo: bool
    size: int
    sides: tuple[Side, ...]
    starts: tuple[str, ...]
    owners: tuple[tuple[int, ...], ...]
    aside: tuple[int, ...]

    @property
    def board(self) -> int:
        """All squares of the board."""
        return board(self.size)

    @property
    def shared(self) -> int:
        """The colour that all seats take turns to play, or 0 if there is none."""
        return 4 if len(self.owners) == 3 else 0

    def start(self, colour: int) -> int:
        """Return a colour's start square as a set."""
        return named(self.starts[colour - 1])

    def plays_without(self, colour: int, piece: BlokusPiece) -> bool:
        """Return whether a colour sets this piece aside."""
        return bool(self.aside[colour - 1] >> piece.index & 1)

    def pieces(self, colour: int) -> int:
        """Return the set of pieces that a colour plays with."""
        return ALL_PIECES_MASK & ~self.aside[colour - 1]

    def counting(self, seat: int) -> tuple[int, ...]:
        """Return the colours whose points count for a seat, that is, all colours that it plays except the shared one."""
        return tuple(colour for colour in self.owners[seat - 1] if colour != self.shared)

    def tray(self, colour: int, piece: str) -> str:
        """Return the name of a piece's tray cell, such as `blue:F`."""
        return f"{self.sides[colour - 1].hue}:{piece}"

    def trays(self, colour: int, pieces: int) -> tuple[str, ...]:
        """Return the names of a colour's tray cells for a set of pieces."""
        return _trays(self.sides[colour - 1].hue, pieces)


@lru_cache(maxsize=1024)
def _trays(hue: str, pieces: int) -> tuple[str, ...]:
    return tuple(f"{hue}:{piece.name}" for piece in pieces_in(pieces))


def beginnings(options: Options) -> dict[Text, Options]:
    """Return the options with which each colour begins, keyed by colour name. Colours keep their corners and owners.

    The result is empty for Duo and for three players, because each player then has a colour of their own.
    """
    order, corners = str(options["colours"]), CLOCKWISE_CORNERS[:: 1 if options["corners"] == "clockwise" else -1]
    if options["variant"] == "duo" or options["players"] == 3:
        return {}
    first = corners.index(cast(Any, options["start"]))
    found = {}
    for letter, side in SIDES.items():
        at = order.index(letter)
        turned = {"colours": order[at:] + order[:at], "start": corners[(first + at) % len(corners)]}
        found[side.name] = Options(DECLARED_OPTIONS, {**options, **turned})
    return found


COLOUR_OWNERS = {
    4: ((1,), (2,), (3,), (4,)),
    3: ((1, 4), (2, 4), (3, 4)),
    2: ((1, 3), (2, 4)),
}
DUO_SETTING = BlokusSetting(True, 14, DUO_SIDES, DUO_STARTS, ((1,), (2,)), (0, 0))


@lru_cache(maxsize=256)
def setting(options: Options) -> BlokusSetting:
    """Return the setting for these options."""
    if options["variant"] == "duo":
        return replace(DUO_SETTING, aside=_set_aside(options, DUO_SIDES))
    sides = tuple(SIDES[letter] for letter in str(options["colours"]))
    corners = CLOCKWISE_CORNERS if options["corners"] == "clockwise" else CLOCKWISE_CORNERS[::-1]
    first = corners.index(cast(Any, options["start"]))
    return BlokusSetting(
        False,
        20,
        sides,
        corners[first:] + corners[:first],
        COLOUR_OWNERS[cast(int, options["players"])],
        _set_aside(options, sides),
    )


def _set_aside(options: Options, sides: tuple[Side, ...]) -> tuple[int, ...]:
    """Return the set of pieces that each colour sets aside."""
    counts = (int(options[f"{side.hue}-aside"]) for side in sides)
    return tuple(sum(1 << PIECES_BY_NAME[name].index for name in ASIDE_PIECES[:count]) for count in counts)
