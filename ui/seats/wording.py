"""What the seats page calls levels, help and hints."""

from __future__ import annotations

from engines.levels import NUMBERED, named, player_name
from words import Text, say, say_many

HELP_NAMES = {
    "none": say("no help"),
    "moves": say("show where I may play"),
    "full": say("show how good each move is"),
}
HINTS: tuple[int | None, ...] = (None, 0, 1, 3, 5, 10)
_LEVEL_NAMES = {
    "1": say("1 · a child wins"),
    "2": say("2 · for beginners"),
    "3": say("3 · easy"),
    "4": say("4 · gentle"),
    "5": say("5 · plays along"),
    "6": say("6 · pays attention"),
    "7": say("7 · plays well"),
    "8": say("8 · hard"),
    "9": say("9 · as strong as it gets"),
}


def levels(game: str) -> dict[str, Text]:
    """All levels of a game with their names, by strength, then its named players."""
    return {**{level: _LEVEL_NAMES[level] for level in NUMBERED}, **{name: player_name(name) for name in named(game)}}


def hints_name(hints: int | None) -> Text:
    """How many hints somebody gets."""
    if hints is None:
        return say("as many hints as I like")
    return say_many("one hint a game", "{n} hints a game", hints) if hints else say("no hints")
