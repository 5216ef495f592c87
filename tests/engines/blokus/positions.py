"""Positions for the tests."""

from __future__ import annotations

from random import Random

from fourth_seat.games.blokus import GAME
from fourth_seat.games.blokus.moves import BlokusPlacement
from fourth_seat.games.blokus.notation import parse
from fourth_seat.games.blokus.rules import BlokusState


def middle_game(options: str, plies: int, seed: int = 1) -> BlokusState:
    """Return the position after some random placements."""
    rng, state = Random(seed), GAME.start(GAME.options(options))
    for _ in range(plies):
        state = state.play(rng.choice(state.legal()))
    return state


def duo_placements(texts: str) -> tuple[BlokusPlacement, ...]:
    """Return placements on Duo's board, given in one text."""
    moves = tuple(parse(text, 14) for text in texts.split())
    assert all(isinstance(move, BlokusPlacement) for move in moves)
    return tuple(move for move in moves if isinstance(move, BlokusPlacement))
