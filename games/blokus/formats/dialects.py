"""Names that programs have used in Blokus files: a table for each kind of name, with Pentobi's current names first.

Pentobi wrote BLUE, YELLOW, RED and GREEN before its version 0.2, and version 12 wrote numbers in games of two colours.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from fourth_seat.games.blokus.variants import BlokusSetting

GAME_OPTIONS = {
    "Blokus": "variant=classic,players=4",
    "Blokus Three-Player": "variant=classic,players=3",
    "Blokus Two-Player": "variant=classic,players=2",
    "Blokus Duo": "variant=duo",
}
FOUR_COLOURS = (("1", "BLUE"), ("2", "YELLOW"), ("3", "RED"), ("4", "GREEN"))
TWO_COLOURS = (("B", "1", "BLUE"), ("W", "2", "GREEN"))
FIRST_PLAYERS = ("B", "W")  # of two players: the owners of one colour each in Blokus Duo, else of two
SET_UP = ("A1", "A2", "A3", "A4", "AB", "AW")
PASSES = ("", "pass", "null")  # values of a move by which some programs indicate that there is none
# SGF properties whose values are squares that nobody moves to.
MARKS = frozenset(("AE", "AR", "CR", "DD", "LB", "LN", "MA", "SL", "SQ", "TB", "TR", "TW", "VW"))
PLACEMENT = re.compile(r"\s*[a-z][0-9]{1,2}(\s*,?\s*[a-z][0-9]{1,2}){0,4}\s*", re.IGNORECASE)


def colour_names(fixed: BlokusSetting) -> tuple[tuple[str, ...], ...]:
    """Return all names of each colour, in order of play; the first is the one to write."""
    return TWO_COLOURS if fixed.duo else FOUR_COLOURS


def colours_by_name(fixed: BlokusSetting) -> Mapping[str, tuple[int, ...]]:
    """Return, for each move property, the colours whose move it may be: several if it belongs to a player with several
    colours.
    """
    found: dict[str, tuple[int, ...]] = {
        name: (colour,) for colour, names in enumerate(colour_names(fixed), 1) for name in names
    }
    if len(fixed.owners) == len(FIRST_PLAYERS):
        found = dict(zip(FIRST_PLAYERS, fixed.owners, strict=True)) | found
    return found


def set_up_names(colour: int) -> tuple[str, ...]:
    """Return the properties that set up pieces of a colour: programs have used all of them in games of two and of four
    colours.
    """
    return tuple(f"A{name}" for name in (str(colour), *FIRST_PLAYERS[colour - 1 : colour]))


def turn_colour(fixed: BlokusSetting, name: str) -> int | None:
    """Return the colour whose turn it is according to a value of `PL`."""
    names = [{*colour, *FIRST_PLAYERS[at : at + 1]} for at, colour in enumerate(colour_names(fixed))]
    return next((colour for colour, known in enumerate(names, 1) if name.upper() in known), None)


def player_names(fixed: BlokusSetting) -> tuple[tuple[str, ...], ...]:
    """Return, for each seat, the suffixes of the properties that hold the player's name; the first is the one to write."""
    if len(fixed.owners) == len(FIRST_PLAYERS):
        return tuple((name, str(seat)) for seat, name in enumerate(FIRST_PLAYERS, 1))
    return tuple((str(seat),) for seat in range(1, len(fixed.owners) + 1))


def looks_like_a_move(name: str, values: list[str]) -> bool:
    """Return whether a property that this program does not know contains squares, as moves do."""
    return name not in MARKS and name not in SET_UP and any(map(PLACEMENT.fullmatch, values))
