"""Wording of levels, help and hints on the seats page."""

from __future__ import annotations

from fourth_seat.engines.levels import NUMBERED_LEVELS, named, player_name
from fourth_seat.words import Text, say, say_many

HELP_NAMES = {
    "none": say("no help"),
    "moves": say("show where I may play"),
    "full": say("show how good each move is"),
}
HINTS: tuple[int | None, ...] = (None, 0, 1, 3, 5, 10)
_LEVEL_NAMES = {
    "1": say("1 · plays at a glance: a small child can win"),
    "2": say("2 · has just learned the game"),
    "3": say("3 · makes many mistakes"),
    "4": say("4 · makes some mistakes"),
    "5": say("5 · a fair opponent for the family"),
    "6": say("6 · knows what a good move looks like"),
    "7": say("7 · looks ahead, like those who play often"),
    "8": say("8 · hard to beat"),
    "9": say("9 · as strong as it gets"),
}


def levels() -> dict[str, Text]:
    """Return the levels with their names, by strength."""
    return {level: _LEVEL_NAMES[level] for level in NUMBERED_LEVELS}


def simple_players(game: str) -> dict[str, Text]:
    """Return the players of a game that follow a simple rule, with names that say which."""
    return {name: player_name(name, game) for name in named(game)}


def hints_name(hints: int | None) -> Text:
    """Describe a number of hints."""
    if hints is None:
        return say("as many hints as I like")
    return say_many("one hint a game", "{n} hints a game", hints) if hints else say("no hints")
