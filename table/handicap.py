"""A handicap in words: what one side begins with, or without, so that the game is even."""

from __future__ import annotations

from fourth_seat.games import AnyGame
from fourth_seat.games.options import Options
from fourth_seat.words import Text, say


def handicap(game: AnyGame, options: Options) -> Text | None:
    """Return the handicap of a game with these options; None for an even game."""
    given = tuple(option.described(options[option.name]) for option in game.handicaps(options))
    return say("Handicap – {what}", what=given) if given else None
