"""Detection of fours on a bitboard.

Source for the bit tricks: Pascal Pons, "Solving Connect 4: how to build a perfect AI" (2015).
"""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np

from fourth_seat.engines.jit.kernels import record_part

U = np.uint64
HOLES = 42
FEET = U(sum(1 << 7 * column for column in range(7)))  # the lowest hole of each column
BOARD = U(int(FEET) * 0b111111)
ODD = U(int(FEET) * 0b010101)  # rows 1, 3 and 5 as people count
EVEN = U(int(FEET) * 0b101010)


@record_part
def fours(stones, taken):
    """Return the empty holes in which `stones` would complete a four."""
    holes = (stones << U(1)) & (stones << U(2)) & (stones << U(3))
    for step in (7, 6, 8):
        a = U(step)
        pairs = (stones << a) & (stones << (a + a))
        holes |= pairs & (stones << (a + a + a))
        holes |= pairs & (stones >> a)
        pairs = (stones >> a) & (stones >> (a + a))
        holes |= pairs & (stones << a)
        holes |= pairs & (stones >> (a + a + a))
    return holes & (BOARD ^ taken)


@record_part
def has_four(stones):
    """Return a nonzero value if these stones contain a four."""
    pairs = stones & (stones >> U(1))
    found = pairs & (pairs >> U(2))
    for step in (7, 6, 8):
        a = U(step)
        pairs = stones & (stones >> a)
        found |= pairs & (pairs >> (a + a))
    return found


@record_part
def mirrored(columns):
    """Return a bitboard mirrored left to right."""
    left = ((columns & U(127)) << U(42)) | ((columns & U(127 << 7)) << U(28)) | ((columns & U(127 << 14)) << U(14))
    right = ((columns >> U(42)) & U(127)) | ((columns >> U(28)) & U(127 << 7)) | ((columns >> U(14)) & U(127 << 14))
    return left | right | (columns & U(127 << 21))
