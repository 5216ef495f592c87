"""Sets up a complete board at once, for example from a photo, regardless of which side began.

Colours are numbered in order of play, so the numbers depend on the side that begins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace

from fourth_seat.games import AnyGame, AnyState
from fourth_seat.games.contents import Content
from fourth_seat.games.errors import BadOption, BadPosition
from fourth_seat.games.geometry import Holds
from fourth_seat.games.options import Options
from fourth_seat.games.protocol import Line, PlayedGame
from fourth_seat.table.table import Table
from fourth_seat.words import FourthSeatError, Text, say_many


def position_of(game: AnyGame, options: Options, contents: Mapping[str, Content | None]) -> AnyState:
    """Return the position with these contents, trying other starting sides if it is impossible with these options.

    Raises:
        BadPosition: the position is impossible with these options. The text gives the reason.
    """
    refusal: BadPosition | None = None
    for start in begun(game, options):
        try:
            state: AnyState = game.correct(start, recoloured(game, contents, options, start.options))
        except BadPosition as error:
            refusal = refusal or error
        else:
            return state
    assert refusal
    raise refusal


def miscount(game: AnyGame, state: AnyState, contents: Mapping[str, Content | None]) -> Text | None:
    """Return a message if the number of seeds on a board differs from the number used in the game, otherwise None."""
    piles = [cell.name for cell in game.geometry(state.options).cells if cell.holds is Holds.PILE]
    there, wanted = (
        sum(content.count for name in piles if (content := cells.get(name))) for cells in (contents, state.cells())
    )
    if there == wanted:
        return None
    return say_many(
        "one seed was counted instead of {total}", "{n} seeds were counted instead of {total}", there, total=wanted
    )


def movers(game: AnyGame, state: AnyState) -> tuple[int, ...]:
    """Return the colours whose turn it may be. There is at most one if the turn is determined by the pieces."""

    def may_move(colour: int) -> bool:
        with suppress(FourthSeatError):
            game.with_mover(state, colour)
            return True
        return False

    return tuple(filter(may_move, range(1, len(game.sides(state.options)) + 1)))


def begin_from(table: Table, state: AnyState) -> None:
    """Start a new game from a position read from a photo, with the options of that position. Players keep their colours."""
    table.take_in([PlayedGame.of(Line.begin(table.game, state))], by="photo")


def begun(game: AnyGame, options: Options) -> Iterator[AnyState]:
    """Yield the starting position for each side that can begin."""
    yield game.start(options)
    for option in game.declared_options:
        if option.name == "first":
            for choice in option.choices:
                if choice != options["first"]:
                    try:
                        yield game.start(Options(game.declared_options, {**options, "first": choice}))
                    except BadOption:
                        continue


def recoloured(
    game: AnyGame, cells: Mapping[str, Content | None], given: Options, wanted: Options
) -> dict[str, Content | None]:
    """Renumber the colours of cell contents from the order of play of `given` to that of `wanted`."""
    if given == wanted:
        return dict(cells)
    hues = [side.hue for side in game.sides(wanted)]
    number = {0: 0} | {n: hues.index(side.hue) + 1 for n, side in enumerate(game.sides(given), 1)}
    return {cell: replace(content, colour=number[content.colour]) if content else None for cell, content in cells.items()}
