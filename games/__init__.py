"""The rules of the games: pure, without I/O, clock or randomness of their own.

Every folder here that holds a `rules.py` is a game. Its package has an object `GAME`, and is imported at its first use.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from fourth_seat.games.errors import UnknownGame
from fourth_seat.games.protocol import CHANCE, AnyGame, AnyState, Game, Result, State
from fourth_seat.words import say

__all__ = ["CHANCE", "AnyGame", "AnyState", "Game", "Result", "State", "all_games", "find", "game_names"]


@cache
def game_names() -> tuple[str, ...]:
    """Return the names of all games, in alphabetical order. No game is imported."""
    return tuple(sorted(path.parent.name for folder in __path__ for path in Path(folder).glob("*/rules.py")))


@cache
def all_games() -> tuple[AnyGame, ...]:
    """Return all games, in the order in which the start page shows them (`Game.order`, then the name)."""
    return tuple(sorted(map(find, game_names()), key=lambda game: (game.order, game.name)))


@cache
def find(name: str) -> AnyGame:
    """Return the game of this name or alias, in any case.

    Raises:
        UnknownGame: there is none; the text lists the names.
    """
    name = name.lower()
    if name in game_names():
        game: AnyGame = import_module(f"{__name__}.{name}").GAME
        return game
    for game in all_games():
        if name in game.aliases:
            return game
    known = ", ".join(game.name for game in all_games())
    raise UnknownGame(say("there is no game {name}; there are: {games}", name=name, games=known))
