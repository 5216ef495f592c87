"""Positions of random games."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np

from fourth_seat.games import CHANCE, AnyState, find
from fourth_seat.games.options import Options


def random_game(game: str, options: Options, rng: np.random.Generator) -> Iterator[tuple[Any, AnyState]]:
    """Yield moves (throws of dice among them) with the positions to which they lead, until the game is over."""
    state: AnyState = find(game).start(options)
    while not state.over:
        if state.to_move == CHANCE:
            moves, weights = zip(*state.chances(), strict=True)
            move = moves[int(rng.choice(len(moves), p=weights))]
        else:
            moves = tuple(state.legal())
            move = moves[int(rng.integers(len(moves)))]
        state = state.play_unchecked(move)
        yield move, state


def random_position(game: str, options: Options, rng: np.random.Generator, most: int) -> AnyState:
    """Return a position from the first moves of a random game, up to a maximum; all of them are equally likely."""
    line = (state for _, state in random_game(game, options, rng))
    states: list[AnyState] = [find(game).start(options), *islice(line, most)]
    return states[int(rng.integers(len(states)))]
