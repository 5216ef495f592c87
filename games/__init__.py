"""The rules of the games. They use no I/O, clock or randomness.

Every folder here that contains a `rules.py` is a game, and add-ons can provide more (`boundary/additions.py`). A game's
package defines the object `GAME` and is imported lazily.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from fourth_seat.boundary.additions import GAMES, Addition, additions
from fourth_seat.games.errors import UnknownGame
from fourth_seat.games.protocol import CHANCE, AnyGame, AnyState, Game, Result, State
from fourth_seat.words import Text, say
from fourth_seat.words.additions import why_missing

__all__ = [
    "CHANCE",
    "AnyGame",
    "AnyState",
    "Game",
    "Result",
    "State",
    "all_games",
    "find",
    "forget_games",
    "game_names",
    "is_own",
    "unusable",
]


@cache
def game_names() -> tuple[str, ...]:
    """Return the names of all games in alphabetical order, without importing the games."""
    return tuple(sorted({*_own_names(), *additions(GAMES)}))


@cache
def _own_names() -> frozenset[str]:
    return frozenset(path.parent.name for folder in __path__ for path in Path(folder).glob("*/rules.py"))


@cache
def all_games() -> tuple[AnyGame, ...]:
    """Return all games, sorted as on the start page (by `Game.order`, then by name). Add-on games that cannot be loaded are
    omitted.
    """
    found = []
    for name in game_names():
        with suppress(UnknownGame):
            found.append(find(name))
    return tuple(sorted(found, key=lambda game: (game.order, game.name)))


def forget_games() -> None:
    """Clear the cached list of games after the allowed add-ons have changed."""
    for cached in (game_names, all_games, find):
        cached.cache_clear()


@cache
def find(name: str) -> AnyGame:
    """Return the game with this name or alias. Case is ignored.

    Raises:
        UnknownGame: there is no such game, or it belongs to an add-on that is not allowed or cannot be loaded.
    """
    name = name.lower()
    if is_own(name):
        game: AnyGame = import_module(f"{__name__}.{name}").GAME
        return game
    added = additions(GAMES).get(name)
    if added is None:
        for other in all_games():
            if name in other.aliases:
                return other
    if why := unusable(name):
        raise UnknownGame(why, name)
    if added:
        found: AnyGame = _load(added)
        return found
    known = ", ".join(game.name for game in all_games())
    raise UnknownGame(say("there is no game {name}; the games are: {games}", name=name, games=known), name)


def is_own(name: str) -> bool:
    """Return whether this is a built-in game. Add-ons cannot replace built-in games."""
    return name in _own_names()


def unusable(name: str) -> Text | None:
    """Return the reason why an add-on's game cannot be played, or None if it is playable or no add-on has such a game."""
    return why_missing(GAMES, name, _load)


def _load(addition: Addition) -> Any:
    """Load the game of an add-on."""
    name = addition.name
    return addition.load(f"a Game called {name}", lambda found: isinstance(found, Game) and found.name == name)
