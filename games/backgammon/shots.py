"""The exposure of blots: how many of the 36 throws hit them. Only whole legal turns count, so blocked points, checkers on
the bar, doubles, and the duty to play both dice if possible are all taken into account.
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
    """The hits that are possible for the side on roll.

    Attributes:
        blots: for each of the other side's blots that can be hit, by its point in that side's numbering, the number of
            throws that hit it.
        any: the number of throws that hit at least one of them.
    """

    blots: Mapping[int, int]
    any: int


@lru_cache(MAX_CACHED_POSITIONS)
def shots(board: BackgammonBoard) -> Shots:
    """Count the shots of the side whose checkers come first."""
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
