"""Positions for Kalah's tests."""

from __future__ import annotations

from fourth_seat.games import find
from fourth_seat.games.kalah.rules import KalahState

GAME = find("kalah")


def at(text: str, options: str = "") -> KalahState:
    state: KalahState = GAME.parse_position(text, GAME.options(options))
    return state


def play(state: KalahState, text: str) -> KalahState:
    (move,) = GAME.parse(state, text)
    return state.play(move)


def after(text: str, move: str, options: str = "") -> str:
    return GAME.position(play(at(text, options), move))


START = "4,4,4,4,4,4,0/4,4,4,4,4,4,0/s"
