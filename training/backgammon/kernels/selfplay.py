"""Games of the networks against themselves, learning from each throw (TD(0): Sutton 1988, Tesauro 1992)."""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from fourth_seat.engines.backgammon.kernels.evaluate import KNOWLEDGE, WORKSPACE, WORTH, best_turn, settled, shares_of
from fourth_seat.engines.backgammon.kernels.network import OUTCOMES, learn
from fourth_seat.engines.backgammon.kernels.turns import BAR, SIDE, SIZE, copy_position
from fourth_seat.engines.jit.kernels import kernel, part
from fourth_seat.engines.jit.types import float32, int64, record_type

FIRST_POINT = BAR - 1


@part
def set_start(position):
    """Set up the start position."""
    position[:] = 0
    for base in (0, SIDE):
        position[base + FIRST_POINT], position[base + 13], position[base + 8], position[base + 6] = 2, 5, 3, 5


@kernel(int64(int64, KNOWLEDGE, record_type(WORKSPACE), WORTH, float32, int64))
def play_games(games, known, work, worth, rate, seed):
    """Play games by the networks' best turns; after each throw, move the networks by `rate` towards their own estimate of
    the position after it. A game ends once the tables have the position. Return the number of positions evaluated.
    """
    np.random.seed(seed)
    position, gradient = np.empty(SIZE, np.int8), np.empty(known.networks.first.shape[2], np.float32)
    shares = np.empty(OUTCOMES, np.float32)
    target, turns = work.best, work.turns.found
    evaluated = 0
    for _ in range(games):
        set_start(position)
        opening, over = True, False
        while not over:
            die1, die2 = np.random.randint(1, 7), np.random.randint(1, 7)
            if opening and die1 == die2:
                continue
            opening = False
            chosen, count = best_turn(known, worth, position, max(die1, die2), min(die1, die2), work)
            for o in range(OUTCOMES // 2):
                target[o], target[OUTCOMES - 1 - o] = target[OUTCOMES - 1 - o], target[o]
            kind, inputs = shares_of(known, position, work, shares)
            learn(known.networks, kind, inputs, work.forward, shares, target, rate, gradient)
            evaluated += count + 1
            copy_position(turns[chosen], position)
            over = settled(position, known.tables.ends)
    return evaluated
