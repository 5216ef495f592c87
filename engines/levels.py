"""Levels of play, `1` to `9`, and the named players (`seed`, `seed:greedy`, `random`).

All levels below the highest, including fractional ones such as `4.5`, choose their moves with a choice model fitted to the
game (`engines.choice`). In a game without such a model, levels differ in the number of positions searched, in the time per
move, and in whether the search uses the game's own prior, which indicates promising moves.
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
    """A level of play or a named player.

    Attributes:
        spec: its name on the command line and in GTP.
        name: its display name.
        seconds: default time limit per move.
        simulations: maximum number of simulations if the game's levels are not fitted, or while a fitted level is still
            being prepared; None for no limit other than time.
        prior: whether that search uses the game's prior.
        solves: whether the game's solver is used, if there is one.
        player: the named player that moves; None if a search does.
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
    "7": say("7 · looks ahead, as regular players do"),
    "8": say("8 · hard to beat"),
    "9": say("9 · as strong as it gets"),
}
"""What people read about each level of a game whose levels are not fitted, by strength."""


def descriptions(game: str) -> Mapping[str, Text]:
    """Return user-facing descriptions of a game's levels, weakest first; those of fitted levels cite measurements."""
    fitted = engine_of(game).fitted
    if not fitted:
        return DESCRIPTIONS
    missed = fitted_levels(fitted.levels).missed
    told = {str(level): _described(level, fitted.missed(round(100 * share))) for level, share in enumerate(missed, 1)}
    return {**DESCRIPTIONS, **told}


def _described(level: int, missed: Text) -> Text:
    """Describe a fitted level by what it misses and, if a model player was used to place it, by that player as well."""
    match level:
        case 1:
            return say("1 · about as strong as a child in our simulations; misses {missed}", missed=missed)
        case 5:
            return say("5 · about as strong as a careful player in our simulations; misses {missed}", missed=missed)
    return say("{level} · misses {missed}", level=level, missed=missed)


def _between(number: float) -> Level:
    """Return a fractional level; its time limit is that of the next lower whole level."""
    below, above = (NUMBERED_LEVELS[str(int(number) + step)] for step in (0, 1))
    assert below.simulations
    part = number - int(number)
    simulations = round(below.simulations * ((above.simulations or below.simulations) / below.simulations) ** part)
    spec = f"{number:.1f}"
    return replace(below, spec=spec, name=say("level {level}", level=spec), simulations=simulations, number=number)


def level(spec: str, game: str) -> Level:
    """Parse the name of a level or named player; `4.5` is halfway between levels 4 and 5.

    Raises:
        UnknownLevel: there is no such level; the message lists the available ones.
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
            ("{game} has no level {level}; choose 1 to 8 (or a value in between, such as 4.5), 9, or one of: {names}"),
            game=game,
            level=spec or "''",
            names=named(game),
        )
    )


def named(game: str) -> tuple[str, ...]:
    """Return the names of a game's named players."""
    return tuple(sorted(engine_of(game).players))


def player_name(spec: str, game: str) -> Text:
    """Return the display name of a named player."""
    if spec == "random":
        return say("Chance · any move at all")
    return engine_of(game).titles.get(spec) or say("player {name}", name=spec)
