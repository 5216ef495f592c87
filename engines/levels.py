"""Levels of play, `1` to `9`, and the named players (`seed`, `seed:greedy`, `random`).

Levels grow by what they look at, never by thrown-in blunders: how many positions, for how long, and whether with the
game's own sense of which moves are promising.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fourth_seat.engines import engine_of, unusable
from fourth_seat.engines.errors import UnknownLevel
from fourth_seat.words import Text, say


@dataclass(frozen=True, slots=True)
class Level:
    """Strength of a level.

    Attributes:
        spec: as the command line and GTP write it.
        name: as people read it.
        seconds: the most time it takes for a move by default.
        simulations: how many positions the search looks at; None: as many as the time allows.
        prior: whether the search knows which moves look promising.
        solves: whether the game's solver moves, where it has one.
        player: the named player that moves; None where the search does.
        number: 1 to 9; None for a named player.
    """

    spec: str
    name: Text
    seconds: float
    simulations: int | None = None
    prior: bool = True
    solves: bool = False
    player: str | None = None
    number: int | None = None


DEFAULT_LEVEL = "5"
MAX_LEVEL = 9
NAMED_PLAYER_S = 5.0  # named players answer at once; this is only how long they are waited for


def _numbered(number: int, seconds: float, simulations: int | None, prior: bool = True, solves: bool = False) -> Level:
    return Level(str(number), say("level {level}", level=number), seconds, simulations, prior, solves, number=number)


NUMBERED_LEVELS = {
    level.spec: level
    for level in (
        _numbered(1, 1.0, 4, prior=False),
        _numbered(2, 1.0, 6, prior=False),
        _numbered(3, 1.0, 9, prior=False),
        _numbered(4, 1.0, 13, prior=False),
        _numbered(5, 1.5, 20, prior=False),
        _numbered(6, 2.0, 40),
        _numbered(7, 2.5, 200),
        _numbered(8, 3.5, 1_500),
        _numbered(9, 5.0, None, solves=True),
    )
}


DESCRIPTIONS: Mapping[str, Text] = {
    "1": say("1 · plays without thinking ahead: a small child can win"),
    "2": say("2 · has just learned the game"),
    "3": say("3 · makes many mistakes"),
    "4": say("4 · makes some mistakes"),
    "5": say("5 · a fair opponent for the family"),
    "6": say("6 · knows what a good move looks like"),
    "7": say("7 · looks ahead, like those who play often"),
    "8": say("8 · hard to beat"),
    "9": say("9 · as strong as it gets"),
}
"""What people read of each level, by strength."""


def level(spec: str, game: str) -> Level:
    """Return the level or named player of a game that a text means.

    Raises:
        UnknownLevel: there is none; the text names those there are.
    """
    spec = spec.strip().lower()
    if spec in NUMBERED_LEVELS:
        return NUMBERED_LEVELS[spec]
    if spec in engine_of(game).players:
        return Level(spec, player_name(spec, game), NAMED_PLAYER_S, player=spec)
    raise UnknownLevel(
        unusable(game)
        or say("{game} has no level {level}; there are: 1 to 9, {names}", game=game, level=spec or "''", names=named(game))
    )


def named(game: str) -> tuple[str, ...]:
    """Return the named players of a game."""
    return tuple(sorted(engine_of(game).players))


def player_name(spec: str, game: str) -> Text:
    """Return the display name of a named player."""
    if spec == "random":
        return say("Chance · any move at all")
    return engine_of(game).titles.get(spec) or say("player {name}", name=spec)
