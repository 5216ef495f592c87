"""Counts how many of the 36 throws hit a blot. Only complete legal turns count, so blocked points, checkers on the bar,
doubles, and the obligation to play both dice are taken into account.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from fourth_seat.games.backgammon.checkers import BAR, POINTS, BackgammonBoard, across, rearmost
from fourth_seat.games.backgammon.turns import dice_of, ends

MAX_CACHED_POSITIONS = 128


@dataclass(frozen=True, slots=True)
class Shots:
    """The possible hits by the side on roll.

    Attributes:
        blots: the number of throws that hit each exposed blot of the opponent, keyed by its point in the opponent's
            numbering.
        any: the number of throws that hit at least one blot.
    """

    blots: Mapping[int, int]
    any: int


@lru_cache(MAX_CACHED_POSITIONS)
def shots(board: BackgammonBoard) -> Shots:
    """Count the shots of the side on roll, which is the first side of the board."""
    own, other = board
    exposed = [point for point in POINTS if other[point] == 1 and rearmost(own) > across(point)]
    found = dict.fromkeys(exposed, 0)
    hits = 0
    for high in range(1, 7) if exposed else ():
        for low in range(1, high + 1):
            weight = 1 if high == low else 2
            after = [left for _, left in ends(board, dice_of((high, low))) if left[BAR] > other[BAR]]
            hit = [point for point in exposed if any(not left[point] for left in after)]
            for point in hit:
                found[point] += weight
            hits += weight if hit else 0
    return Shots({point: count for point, count in found.items() if count}, hits)
