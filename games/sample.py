"""Sample positions for pictures of a game's board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fourth_seat.games.options import Options
from fourth_seat.games.protocol import CHANCE, AnyGame, AnyState
from fourth_seat.words import FourthSeatError

SAMPLE_MOVES = 8


def sample_state(game: AnyGame, choose: Callable[[Sequence[Any]], Any], options: Options | None = None) -> AnyState:
    """Return the game's sample position or, if it has none, the position after some moves selected by `choose`."""
    options = options or game.options()
    if game.sample_position:
        try:
            state: AnyState = game.parse_position(game.sample_position, options)
            return state
        except FourthSeatError:  # it is invalid under other options; a test reads it under the usual ones
            pass
    state, left = game.start(options), SAMPLE_MOVES
    while not state.over and left:
        left -= state.to_move != CHANCE
        state = state.play(choose(list(state.legal())))
    return state
