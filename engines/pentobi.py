"""Pentobi as a player: it refuses passes and options, knows no positions as text, and cannot be stopped.

So a game is played to it without passes, by `set_game` under Pentobi's own names, and corrected boards are read by it
from a file. To stop it, its process is ended; the next one gets the game played again.
"""

from __future__ import annotations

from engines.dialects import Ask, Replay
from engines.errors import EngineRefused
from games import AnyGame
from games.options import Options
from words import say

GAMES = {"Blokus": ("blokus", {"variant": "classic"}), "Blokus Duo": ("blokus", {"variant": "duo"})}
"""Pentobi's names for what this program calls a game with some options."""


class Pentobi(Replay):
    """Pentobi's dialect of GTP."""

    def begin(self, ask: Ask, game: AnyGame, options: Options) -> None:
        for name, (ours, wanted) in GAMES.items():
            if game.name == ours and wanted.items() <= dict(options).items():
                ask(f"set_game {name}")
                return
        raise EngineRefused(say("Pentobi does not play {game}", game=game.title))
