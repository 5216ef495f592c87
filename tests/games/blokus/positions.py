"""Positions for Blokus's tests."""

from __future__ import annotations

from games.blokus import GAME
from games.blokus.rules import BlokusState


def after(*moves: str, options: str = "") -> BlokusState:
    state = GAME.start(GAME.options(options))
    for move in moves:
        state = state.play(*GAME.parse(state, move))
    return state
