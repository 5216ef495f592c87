"""A handicap in words: what one side begins with, or without, to make the game even."""

from __future__ import annotations

from fourth_seat.games import AnyGame
from fourth_seat.games.options import Options
from fourth_seat.words import Text, say


def handicap(game: AnyGame, options: Options) -> Text | None:
    """Return the handicap of a game with these options; None if the game has no handicap."""
    given = tuple(option.described(options[option.name]) for option in game.handicaps(options))
    return say("Handicap – {what}", what=given) if given else None
