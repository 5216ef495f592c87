"""The rules of the games: pure, without I/O, clock or randomness of their own.

A game is one folder and one line here; it is imported when it is first asked for.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from games.errors import UnknownGame
from games.protocol import CHANCE, Game, Result, State
from words import say

REGISTRY = {
    "blokus": "games.blokus",
    "connect4": "games.connect4",
    "kalah": "games.kalah",
    "backgammon": "games.backgammon",
    "tridice": "games.tridice",
}
ALIASES = {"sheshbesh": "backgammon"}

AnyGame = Game[Any, Any]
AnyState = State[Any]

__all__ = ["ALIASES", "CHANCE", "REGISTRY", "AnyGame", "AnyState", "Game", "Result", "State", "find"]


@cache
def find(name: str) -> AnyGame:
    """The game of this name or alias.

    Raises:
        UnknownGame: there is none; the text names those there are.
    """
    module = REGISTRY.get(ALIASES.get(name.lower(), name.lower()))
    if module is None:
        raise UnknownGame(say("there is no game {name}; there are: {games}", name=name, games=", ".join(REGISTRY)))
    game: AnyGame = import_module(module).GAME
    return game
