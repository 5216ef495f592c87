"""Corrections as text: `c=5` for a pile, `d2=red` for a piece, `8=white:3` for a stack, `d2=-` for an empty cell."""

from __future__ import annotations

from boundary.numbers import parse_integer
from games import AnyGame, AnyState
from games.contents import Content
from games.errors import BadNotation
from games.geometry import Holds
from games.options import Options
from words import Text, say

MAX_COUNT = 999  # of a pile


def content_name(game: AnyGame, options: Options, content: Content | None) -> Text:
    """Return the content of a cell as people read it: whose pieces, and how many."""
    if content is None:
        return say("nothing")
    if not content.colour:
        return say("{n}", n=content.count)
    colour = game.colour_name(content.colour, options)
    return colour if content.count == 1 else say("{n} {colour}", n=content.count, colour=colour)


def read_cells(game: AnyGame, state: AnyState, text: str) -> dict[str, Content | None]:
    """Return the cells that a text sets right, several separated by spaces.

    Raises:
        BadNotation: a part that cannot be read, with an example.
    """
    parts = text.split()
    if not parts:
        raise BadNotation(say("name the cells that differ, like c=5 or d2=red or d2=- (empty)"))
    return dict(_one(game, state, part) for part in parts)


def _one(game: AnyGame, state: AnyState, part: str) -> tuple[str, Content | None]:
    name, equals, what = part.partition("=")
    board = game.geometry(state.options)
    if not equals or name not in board:
        raise BadNotation(say("{part} names no cell of this board; write it like c=5 or d2=red", part=part))
    if what in ("-", "0"):
        return name, None
    if ":" in what:
        colour, _, count = what.rpartition(":")
    elif parse_integer(what, 0, MAX_COUNT) is not None:
        colour, count = "", what
    else:
        colour, count = what, "1"
    colours = [str(side.name).lower() for side in game.sides(state.options)]
    counted = parse_integer(count, 0, MAX_COUNT)
    if counted is None or (colour and colour.lower() not in colours):
        raise BadNotation(
            say("{part}: say a number, or one of {colours}, like 8=white:3", part=part, colours=", ".join(colours))
        )
    here = state.cells().get(name)
    number = colours.index(colour.lower()) + 1 if colour else here.colour if here else 0
    if not number and board[name].holds is not Holds.PILE:
        raise BadNotation(say("{part}: say whose it is, like {name}={colour}", part=part, name=name, colour=colours[0]))
    return name, Content(number, counted)
