"""Positions as the kernels have them (see `kernels.turns`), from those of the rules, and back."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from fourth_seat.games.backgammon.checkers import BackgammonBoard

SIDE = 26

Positions = NDArray[np.int8]
"""(n, 52) or (52,)."""


def packed(boards: Iterable[BackgammonBoard]) -> Positions:
    """Pack boards, the side on roll first."""
    return np.array([(*own, *other) for own, other in boards], np.int8).reshape(-1, 2 * SIDE)


def board_of(position: Positions) -> BackgammonBoard:
    """Return a position as a board."""
    places = [int(count) for count in position]
    return tuple(places[:SIDE]), tuple(places[SIDE:])
