"""Computer players: search, evaluation, levels, named players such as `seed`, and the process in which they run.

A game can have a folder with an `ENGINE` object, here or in an add-on; all other games are played by the generic search
alone.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from fourth_seat.boundary.additions import ENGINES, Addition, additions
from fourth_seat.engines.errors import EngineRefused
from fourth_seat.engines.process.dialects import Dialect, Replay
from fourth_seat.engines.protocol import Choose, Engine, choose_random
from fourth_seat.games import AnyGame, game_names
from fourth_seat.words import Text, say
from fourth_seat.words.additions import why_missing

__all__ = ["Choose", "Engine", "dialect_of", "engine_of", "unusable"]


@cache
def engine_of(game: str) -> Engine:
    """Return the players and knowledge for a game; the players always include `random`."""
    module, own = f"{__name__}.{game}", Engine()
    if find_spec(module):
        own = import_module(module).ENGINE
    elif (added := additions(ENGINES).get(game)) and not unusable(game):  # without a folder, the generic search plays
        own = _load(added)
    return replace(own, players={"random": choose_random, **own.players})


def unusable(game: str) -> Text | None:
    """Return the reason why an add-on's players for a game cannot be used, or None if they can or are not needed."""
    return None if find_spec(f"{__name__}.{game}") else why_missing(ENGINES, game, _load)


def _load(addition: Addition) -> Engine:
    """Return the players of an add-on; raise `AdditionFailed`."""
    found: Engine = addition.load("an Engine", lambda found: isinstance(found, Engine))
    return found


def dialect_of(game: AnyGame, name: str) -> Dialect:
    """Return the dialect for an engine that does not accept positions as text.

    Raises:
        EngineRefused: the engine is known but plays other games.
    """
    if dialect := engine_of(game.name).dialects.get(name):
        return dialect()
    if any(name in engine_of(other).dialects for other in game_names()):
        raise EngineRefused(say("{engine} does not play {game}", engine=name, game=game.title))
    return Replay()
