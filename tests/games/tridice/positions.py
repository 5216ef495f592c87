"""Positions for TriDice's tests."""

from __future__ import annotations

from fourth_seat.games import find
from fourth_seat.games.tridice.rules import TriDiceState

GAME = find("tridice")


def at(text: str, options: str = "") -> TriDiceState:
    state: TriDiceState = GAME.parse_position(text, GAME.options(options))
    return state


def play(state: TriDiceState, *texts: str) -> TriDiceState:
    for text in texts:
        for move in GAME.parse(state, text):
            state = state.play(move)
    return state


def written(state: TriDiceState) -> set[str]:
    return {str(move) for move in state.legal()}
