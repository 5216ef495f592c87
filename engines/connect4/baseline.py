"""Baseline players for Connect 4: one follows the seed program's actual code, the other what its author intended."""

from __future__ import annotations

from random import Random

from fourth_seat.engines.connect4.evaluation import LINES, completing, landing
from fourth_seat.games.connect4.rules import Connect4Move, Connect4State
from fourth_seat.words import say


def seed(state: Connect4State, rng: Random) -> Connect4Move:
    """Choose as the player `seed` does: the leftmost column that completes or blocks a four, or else a random column.

    The seed's code also awards points for one or two stones in a line, but these never reach the threshold.
    """
    moves = state.legal()
    decisive = completing(state.own, state.taken) | completing(state.own ^ state.taken, state.taken)
    return next((move for move in moves if landing(state, move.column) & decisive), None) or rng.choice(moves)


def intended(state: Connect4State, rng: Random) -> Connect4Move:
    """Choose a move as the player `seed:intended` does: win if possible, else block a win, else make the most lines
    that hold two of its own stones and no others. Ties go to the leftmost column; without such a line, any column.
    """
    moves = state.legal()
    for stones in (state.own, state.own ^ state.taken):
        holes = completing(stones, state.taken)
        for move in moves:
            if landing(state, move.column) & holes:
                return move
    twos = {move: _twos(state, move) for move in moves}
    best = max(moves, key=twos.__getitem__)
    return best if twos[best] else rng.choice(moves)


def _twos(state: Connect4State, move: Connect4Move) -> int:
    """Count the lines through the hole where the stone falls that hold just two stones, both of them the mover's."""
    hole = landing(state, move.column)
    other = state.own ^ state.taken
    return sum((line & state.own).bit_count() == 2 for line in LINES if line & hole and not line & other)


PLAYERS = {"seed": seed, "seed:intended": intended}
TITLES = {
    "seed": say("Blocker · completes and blocks fours, otherwise plays anywhere"),
    "seed:intended": say("Builder · completes and blocks fours, otherwise builds rows"),
}
