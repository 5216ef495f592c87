"""Tables of the names used in Blokus files by different programs. Pentobi's current names come first.

Before version 0.2, Pentobi wrote BLUE, YELLOW, RED and GREEN. Version 12 wrote numbers in two-colour games.
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
FIRST_PLAYERS = ("B", "W")  # the names of two players, each with one colour in Blokus Duo, otherwise with two
SET_UP = ("A1", "A2", "A3", "A4", "AB", "AW")
PASSES = ("", "pass", "null")  # values of a move by which some programs indicate that there is none
# SGF properties whose values are squares that nobody moves to.
MARKS = frozenset(("AE", "AR", "CR", "DD", "LB", "LN", "MA", "SL", "SQ", "TB", "TR", "TW", "VW"))
PLACEMENT = re.compile(r"\s*[a-z][0-9]{1,2}(\s*,?\s*[a-z][0-9]{1,2}){0,4}\s*", re.IGNORECASE)


def colour_names(fixed: BlokusSetting) -> tuple[tuple[str, ...], ...]:
    """Return all names of each colour, in order of play. The first name is used for writing."""
    return TWO_COLOURS if fixed.duo else FOUR_COLOURS


def colours_by_name(fixed: BlokusSetting) -> Mapping[str, tuple[int, ...]]:
    """Map each move property to the colours that may have made the move. Players with several colours share a property."""
    found: dict[str, tuple[int, ...]] = {
        name: (colour,) for colour, names in enumerate(colour_names(fixed), 1) for name in names
    }
    if len(fixed.owners) == len(FIRST_PLAYERS):
        found = dict(zip(FIRST_PLAYERS, fixed.owners, strict=True)) | found
    return found


def set_up_names(colour: int) -> tuple[str, ...]:
    """Return the properties that set up pieces of a colour. Programs use all of them, in two-colour as well as four-colour
    games.
    """
    return tuple(f"A{name}" for name in (str(colour), *FIRST_PLAYERS[colour - 1 : colour]))


def turn_colour(fixed: BlokusSetting, name: str) -> int | None:
    """Return the colour to move for a value of the property `PL`, or None if it is unknown."""
    names = [{*colour, *FIRST_PLAYERS[at : at + 1]} for at, colour in enumerate(colour_names(fixed))]
    return next((colour for colour, known in enumerate(names, 1) if name.upper() in known), None)


def player_names(fixed: BlokusSetting) -> tuple[tuple[str, ...], ...]:
    """Return the suffixes of the player name properties for each seat. The first suffix is used for writing."""
    if len(fixed.owners) == len(FIRST_PLAYERS):
        return tuple((name, str(seat)) for seat, name in enumerate(FIRST_PLAYERS, 1))
    return tuple((str(seat),) for seat in range(1, len(fixed.owners) + 1))


def looks_like_a_move(name: str, values: list[str]) -> bool:
    """Return whether an unknown property contains squares, as moves do."""
    return name not in MARKS and name not in SET_UP and any(map(PLACEMENT.fullmatch, values))
