"""A position from the middle of a game, for pictures of its board."""

from __future__ import annotations

from random import Random

from games.protocol import CHANCE, AnyGame, AnyState
from words import FourthSeatError

RANDOM_MOVES = 8


def sample_state(game: AnyGame, rng: Random) -> AnyState:
    """Return the game's own sample position; without one the position after some random moves."""
    options = game.options()
    if game.sample_position:
        try:
            state: AnyState = game.parse_position(game.sample_position, options)
            return state
        except FourthSeatError:  # a picture is not worth failing for; a test holds that every position can be read
            pass
    state, left = game.start(options), RANDOM_MOVES
    while not state.over and left:
        left -= state.to_move != CHANCE
        state = state.play(rng.choice(list(state.legal())))
    return state
