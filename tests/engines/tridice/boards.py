"""Positions for tests: dice scattered over the board."""

from __future__ import annotations

from random import Random

from fourth_seat.games import find
from fourth_seat.games.tridice.rules import TriDiceState, code

GAME = find("tridice")


def scattered(
    rng: Random, first: int, second: int, hands: tuple[int, int] = (0, 0), handedness: str = "cw"
) -> TriDiceState:
    """Return this many dice of each colour anywhere on the board, with the first colour to move."""
    cells = rng.sample(range(16), first + second)
    board = [0] * 16
    for n, cell in enumerate(cells):
        board[cell] = code(1 if n < first else 2, rng.randrange(12))
    return TriDiceState(GAME.options(f"handedness={handedness}"), tuple(board), hands)
