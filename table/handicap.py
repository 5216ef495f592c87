"""Describes handicaps in words, such as extra or missing pieces for one side at the start."""

from __future__ import annotations

from fourth_seat.games import AnyGame
from fourth_seat.games.options import Options
from fourth_seat.words import Text, say


def handicap(game: AnyGame, options: Options) -> Text | None:
    """Describe the handicap of a game with these options. Returns None if there is no handicap."""
    given = tuple(option.described(options[option.name]) for option in game.handicaps(options))
    return say("Handicap – {what}", what=given) if given else None
