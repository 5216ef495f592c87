"""Positions for the tests."""

from __future__ import annotations

from random import Random

from games.blokus import GAME
from games.blokus.rules import BlokusState


def middle_game(options: str, plies: int, seed: int = 1) -> BlokusState:
    """Return the position after some random placements."""
    rng, state = Random(seed), GAME.start(GAME.options(options))
    for _ in range(plies):
        state = state.play(rng.choice(state.legal()))
    return state
