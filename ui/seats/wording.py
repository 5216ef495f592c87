"""Descriptions of players, help and hints on the seats page."""

from __future__ import annotations

from collections.abc import Callable

from fourth_seat.engines.levels import named, player_name
from fourth_seat.table.settings.seat_choice import SeatChoice
from fourth_seat.words import Text, say, say_many, sentence

HELP_NAMES = {
    "none": say("no help"),
    "moves": say("show where I may play"),
    "full": say("show how good each move is"),
}
HINTS: tuple[int | None, ...] = (None, 0, 1, 3, 5, 10)


def simple_players(game: str) -> dict[str, Text]:
    """Return the names of a game's rule-based players, keyed by level."""
    return {name: player_name(name, game) for name in named(game)}


def hints_name(hints: int | None) -> Text:
    """Describe a number of hints."""
    if hints is None:
        return say("as many hints as I like")
    return say_many("one hint a game", "{n} hints a game", hints) if hints else say("no hints")


def helped(text: Callable[[Text], str], choice: SeatChoice) -> str:
    """Describe the help that a person gets."""
    parts = [HELP_NAMES[choice.help], hints_name(choice.hints)]
    if not choice.takebacks:
        parts.append(say("no takebacks"))
    return " · ".join(sentence(text(part)) for part in parts)
