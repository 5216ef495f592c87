"""Levels as played in this process by the games that measure them."""

from __future__ import annotations

import time
from random import Random
from typing import Any

from fourth_seat.engines.levels import level
from fourth_seat.engines.move_selector import MoveSelector
from fourth_seat.games import AnyState, find

HIGHEST_S = 0.3  # for a move of level 9, whose own 5 s would take days


class LevelPlayer:
    """A level of a game.

    Attributes:
        spent: seconds of processor time of each decision.
    """

    def __init__(self, game: str, spec: str) -> None:
        self._rng = Random()
        how, played = level(spec, game), find(game)
        self._selector = MoveSelector(played, played.options(), how, self._rng)
        self._selector.seconds = HIGHEST_S if how.highest else None
        self._game: object = None
        self.spent: list[float] = []

    def __call__(self, state: AnyState, _rng: Random, game: str) -> Any:
        """Return the level's move; what it overlooks is drawn again for each text that represents a game."""
        if game != self._game:
            self._game = game
            self._rng.seed(game)
            self._selector.begin_game()
        begun = time.process_time()
        move = self._selector.choose(state, lambda: False, lambda *_: None)
        self.spent.append(time.process_time() - begun)
        return move
