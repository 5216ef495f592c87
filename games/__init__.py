"""The rules of the games: pure, without I/O, clock or randomness of their own.

Every folder here that holds a `rules.py` is a game; add-ons bring others (`boundary/additions.py`). A game's package has an
object `GAME`, and is imported at its first use.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path

from fourth_seat.boundary.additions import GAMES, Addition, AdditionFailed, additions, not_allowed
from fourth_seat.games.errors import UnknownGame
from fourth_seat.games.protocol import CHANCE, AnyGame, AnyState, Game, Result, State
from fourth_seat.words import say

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
]


@cache
def game_names() -> tuple[str, ...]:
    """Return the names of all games, in alphabetical order. No game is imported."""
    return tuple(sorted({*_own_names(), *additions(GAMES)}))


@cache
def _own_names() -> frozenset[str]:
    return frozenset(path.parent.name for folder in __path__ for path in Path(folder).glob("*/rules.py"))


@cache
def all_games() -> tuple[AnyGame, ...]:
    """Return all games, in the order in which the start page shows them (`Game.order`, then the name), but for those of
    add-ons that cannot be loaded.
    """
    found = []
    for name in game_names():
        with suppress(UnknownGame):
            found.append(find(name))
    return tuple(sorted(found, key=lambda game: (game.order, game.name)))


def forget_games() -> None:
    """Look for games again: which add-ons are allowed has changed."""
    for cached in (game_names, all_games, find):
        cached.cache_clear()


@cache
def find(name: str) -> AnyGame:
    """Return the game of this name or alias, in any case.

    Raises:
        UnknownGame: there is none, and the text lists the names; or it is one of an add-on that is not allowed or cannot be
            loaded.
    """
    name = name.lower()
    if is_own(name):
        game: AnyGame = import_module(f"{__name__}.{name}").GAME
        return game
    if added := additions(GAMES).get(name):
        return _added(added)
    for game in all_games():
        if name in game.aliases:
            return game
    if waiting := not_allowed(GAMES, name):
        raise UnknownGame(
            say(
                "{name} is in the add-on {addon}, which is not allowed: allow it with addons --allow {addon}",
                name=name,
                addon=waiting.addon,
            ),
            name,
        )
    known = ", ".join(game.name for game in all_games())
    raise UnknownGame(say("there is no game {name}; there are: {games}", name=name, games=known), name)


def is_own(name: str) -> bool:
    """Return whether a game of this name comes with the program; one of an add-on cannot take its place."""
    return name in _own_names()


def _added(addition: Addition) -> AnyGame:
    """Return the game of an add-on; raise `UnknownGame`."""
    name, addon = addition.name, addition.addon
    try:
        game = addition.load()
    except AdditionFailed as error:
        text = say("the add-on {addon} does not work: {reason}", addon=addon, reason=error.reason)
        raise UnknownGame(text, name) from error
    if not isinstance(game, Game) or game.name != name:
        raise UnknownGame(say("the add-on {addon} holds no game called {name}", addon=addon, name=name), name)
    return game
