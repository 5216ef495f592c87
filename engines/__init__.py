"""Players: search, evaluation, levels, the seeds' own players, and the process they run in.

A game may have a folder here with an object `ENGINE`; one without is played by the generic search alone.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from engines.protocol import Choose, Engine, choose_random

__all__ = ["Choose", "Engine", "engine_of"]


@cache
def engine_of(game: str) -> Engine:
    """The players and knowledge for a game, by its name in the registry; `random` is always among the players."""
    module = f"engines.{game}"
    own: Engine = import_module(module).ENGINE if find_spec(module) else Engine()
    return replace(own, players={"random": choose_random, **own.players})
