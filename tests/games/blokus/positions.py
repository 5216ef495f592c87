"""Positions for Blokus's tests."""

from __future__ import annotations

from fourth_seat.games.blokus import GAME
from fourth_seat.games.blokus.rules import BlokusState


def after(*moves: str, options: str = "") -> BlokusState:
    state = GAME.start(GAME.options(options))
    for move in moves:
        state = state.play(*GAME.parse(state, move))
    return state
