"""Levels of play, `1` to `9`, and the named players (`seed`, `seed:greedy`, `random`).

A level below the highest picks its moves with a choice model fitted to the game (`engines.choice`), and so does a level
between two whole numbers, such as `4.5`. In a game without such a model, levels differ in how many positions they search,
in how long they take, and in whether they use the game's own prior, which says which moves look promising.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from fourth_seat.engines import engine_of, unusable
from fourth_seat.engines.choice import fitted_levels
from fourth_seat.engines.errors import UnknownLevel
from fourth_seat.words import Text, say


@dataclass(frozen=True, slots=True)
class Level:
    """Strength of a level.

    Attributes:
        spec: its form on the command line and in GTP.
        name: its name for people.
        seconds: the most time it takes for a move by default.
        simulations: how many positions a search looks at, in a game whose levels are not fitted, and until what the levels
            need is ready; None: as many as the time allows.
        prior: whether that search knows which moves look promising.
        solves: whether the game's solver moves, if it has one.
        player: the named player that moves; None if the search does.
        number: from 1 to 9, with at most one decimal; None for a named player.
    """

    spec: str
    name: Text
    seconds: float
    simulations: int | None = None
    prior: bool = True
    solves: bool = False
    player: str | None = None
    number: float | None = None

    @property
    def highest(self) -> bool:
        """Whether this is the highest level."""
        return self.number == MAX_LEVEL


DEFAULT_LEVEL = "5"
MAX_LEVEL = 9
FRACTION = re.compile(r"[1-7]\.\d|8\.0|9\.0", re.ASCII)
NAMED_PLAYER_S = 5.0  # named players answer at once; this is only how long we wait for them


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
"""What people read about each level of a game whose levels are not fitted, by strength."""


def descriptions(game: str) -> Mapping[str, Text]:
    """Return a description for people of each of a game's levels, by strength; for a fitted level, it says what was
    measured.
    """
    fitted = engine_of(game).fitted
    if not fitted:
        return DESCRIPTIONS
    missed = fitted_levels(fitted.levels).missed
    told = {str(level): _described(level, fitted.missed(round(100 * share))) for level, share in enumerate(missed, 1)}
    return {**DESCRIPTIONS, **told}


def _described(level: int, missed: Text) -> Text:
    """Describe a fitted level by what it misses, and if it was placed by a model player, by that player as well."""
    match level:
        case 1:
            return say("1 · about as strong as a child in our simulations; misses {missed}", missed=missed)
        case 5:
            return say("5 · about as strong as a careful player in our simulations; misses {missed}", missed=missed)
    return say("{level} · misses {missed}", level=level, missed=missed)


def _between(number: float) -> Level:
    """Return a level between two whole ones, of which the lower one determines how long it takes."""
    below, above = (NUMBERED_LEVELS[str(int(number) + step)] for step in (0, 1))
    assert below.simulations
    part = number - int(number)
    simulations = round(below.simulations * ((above.simulations or below.simulations) / below.simulations) ** part)
    spec = f"{number:.1f}"
    return replace(below, spec=spec, name=say("level {level}", level=spec), simulations=simulations, number=number)


def level(spec: str, game: str) -> Level:
    """Return the level or named player of a game that a text denotes; `4.5` is between two levels.

    Raises:
        UnknownLevel: there is none; the message lists the levels that exist.
    """
    spec = spec.strip().lower()
    if spec in NUMBERED_LEVELS:
        return NUMBERED_LEVELS[spec]
    if FRACTION.fullmatch(spec):
        number = float(spec)
        return _between(number) if number % 1 else NUMBERED_LEVELS[f"{number:.0f}"]
    if spec in engine_of(game).players:
        return Level(spec, player_name(spec, game), NAMED_PLAYER_S, player=spec)
    raise UnknownLevel(
        unusable(game)
        or say(
            "{game} has no level {level}; choose 1 to 8 (or a value between, such as 4.5), 9, {names}",
            game=game,
            level=spec or "''",
            names=named(game),
        )
    )


def named(game: str) -> tuple[str, ...]:
    """Return the named players of a game."""
    return tuple(sorted(engine_of(game).players))


def player_name(spec: str, game: str) -> Text:
    """Return the display name of a named player."""
    if spec == "random":
        return say("Chance · any move at all")
    return engine_of(game).titles.get(spec) or say("player {name}", name=spec)
