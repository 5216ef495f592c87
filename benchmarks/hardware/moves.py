"""Frames like those of a game: a few squares in the colour of the mover."""

from __future__ import annotations

import random

from fourth_seat.hardware.lights.strip import DARK, Colour

COLOURS: tuple[Colour, ...] = ((0, 0, 120), (120, 96, 0), (120, 0, 0), (0, 120, 40))
LIT_SQUARES = 5


def move(count: int, chance: random.Random) -> tuple[Colour, ...]:
    """Return a new placement. Its colours are sent unchanged: within the usual budget, and not commands of WLED."""
    lit = [DARK] * count
    for led in chance.sample(range(count), LIT_SQUARES):
        lit[led] = chance.choice(COLOURS)
    return tuple(lit)
