"""Parses corrections: `c=5` for a pile, `d2=red` for a piece, `8=white:3` for a stack, `d2=-` for an empty cell."""

from __future__ import annotations

from fourth_seat.boundary.numbers import parse_integer
from fourth_seat.games import AnyGame, AnyState
from fourth_seat.games.contents import Content
from fourth_seat.games.errors import BadNotation
from fourth_seat.games.geometry import Holds
from fourth_seat.games.options import Options
from fourth_seat.words import Text, say

MAX_COUNT = 999  # of a pile


def content_name(game: AnyGame, options: Options, content: Content | None) -> Text:
    """Describe the contents of a cell in words, with the number and colour of its pieces."""
    if content is None:
        return say("empty")
    if not content.colour:
        return say("{n}", n=content.count)
    colour = game.colour_name(content.colour, options)
    return colour if content.count == 1 else say("{n} {colour}", n=content.count, colour=colour)


def cell_examples(game: AnyGame, options: Options, cell: str = "") -> tuple[str, str]:
    """Return two example corrections for this game: one for an occupied cell and one for an empty cell.

    Args:
        cell: the name of the cell. Defaults to the first board cell.
    """
    board = game.geometry(options)
    name = cell or next(place.name for place in board.cells if place.zone == "board")
    colour = str(game.sides(options)[0].name).lower()
    what = {Holds.PILE: "5", Holds.STACK: f"{colour}:3"}.get(board[name].holds, colour)
    return f"{name}={what}", f"{name}=-"


def read_cells(game: AnyGame, state: AnyState, text: str) -> dict[str, Content | None]:
    """Parse the corrections in a text, separated by spaces. The result is keyed by cell.

    Raises:
        BadNotation: a part of the text is invalid. The error quotes that part and gives an example.
    """
    parts = text.split()
    if not parts:
        example, empty = cell_examples(game, state.options)
        raise BadNotation(
            say("enter the cells that differ, such as {example} or {empty} (empty)", example=example, empty=empty)
        )
    return dict(_one(game, state, part) for part in parts)


def _one(game: AnyGame, state: AnyState, part: str) -> tuple[str, Content | None]:
    name, equals, what = part.partition("=")
    board = game.geometry(state.options)
    name = name if name in board else name.lower()  # Kalah has both a and A
    if not equals or name not in board:
        example, _ = cell_examples(game, state.options)
        raise BadNotation(say("this board has no cell {part}; enter a cell such as {example}", part=part, example=example))
    example, empty = cell_examples(game, state.options, name)
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
    if board[name].holds is Holds.PILE:
        if counted is None or colour:
            raise BadNotation(say("{part}: enter how many there are, as in {example}", part=part, example=example))
        return name, Content(0, counted)
    here = state.cells().get(name)
    number = colours.index(colour.lower()) + 1 if colour.lower() in colours else here.colour if here and not colour else 0
    if counted is None or not number:
        raise BadNotation(
            say(
                "{part}: enter whose it is ({colours}), as in {example}, or {empty} (empty)",
                part=part,
                colours=", ".join(colours),
                example=example,
                empty=empty,
            )
        )
    return name, Content(number, counted)
