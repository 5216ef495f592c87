"""A side's checkers from its own point of view, and moves with a single die.

`checkers[p]` is the number of checkers on point p (1..24, counted from the side's own home), `checkers[25]` is the number
on the bar, and `checkers[0]` is the number borne off. The opponent's number for point p is `25 - p`.
"""

from __future__ import annotations

from collections.abc import Iterator

from fourth_seat.games.protocol import Side
from fourth_seat.words import Text, say

SIDES = (
    Side(say("white"), "W", "white", say("W", context="letter of white")),
    Side(say("black"), "B", "black", say("B", context="letter of black")),
)
SIDE_KEYS = ("white", "black")  # in the names of cells

Checkers = tuple[int, ...]
BackgammonBoard = tuple[Checkers, Checkers]
"""The checkers of the side to move and of its opponent, each from its own point of view."""

Hop = tuple[int, int]
"""The start and end points of a checker moved with one die."""

OFF, BAR = 0, 25
POINTS = range(1, 25)
LAST_HOME_POINT = 6  # the home board is points 1..6
CHECKERS_EACH = 15
START_CHECKERS: Checkers = tuple({24: 2, 13: 5, 8: 3, 6: 5}.get(place, 0) for place in range(26))


def name_of(colour: int) -> Text:
    """Return the display name of a colour."""
    return SIDES[colour - 1].name


def across(point: int) -> int:
    """Return the opponent's number for a point."""
    return 25 - point


def pips(checkers: Checkers) -> int:
    """Return the pip count, the total number of points that the checkers still have to travel."""
    return sum(place * count for place, count in enumerate(checkers))


def rearmost(checkers: Checkers) -> int:
    """Return the place of the rearmost checker: 25 if it is on the bar, 0 if all checkers are off."""
    return next((place for place in range(BAR, OFF, -1) if checkers[place]), OFF)


def blocked(other: Checkers, point: int) -> bool:
    """Return whether the opponent holds a point (in the mover's numbering) with at least two checkers."""
    return other[across(point)] > 1


def hops(board: BackgammonBoard, die: int, highest: int = BAR) -> Iterator[Hop]:
    """Yield all legal hops with one die, rearmost checkers first.

    Args:
        board: the checkers of the side to move and of its opponent.
        die: the number shown by the die.
        highest: checkers behind this place do not move.
    """
    own, other = board
    if own[BAR]:
        if highest == BAR and not blocked(other, BAR - die):
            yield BAR, BAR - die
        return
    last = rearmost(own)
    for start in range(min(last, highest), OFF, -1):
        if not own[start]:
            continue
        end = start - die
        if end > OFF:
            if other[25 - end] < 2:  # `blocked`, spelt out: this is the innermost loop of the rules
                yield start, end
        elif last <= LAST_HOME_POINT and (end == OFF or start == last):
            yield start, OFF


def moved(board: BackgammonBoard, start: int, end: int) -> BackgammonBoard:
    """Return the board after a checker hops from `start` to `end`, hitting any opposing blot there."""
    own, other = list(board[0]), board[1]
    own[start] -= 1
    own[end] += 1
    if hits(other, end):
        other_side = list(other)
        other_side[across(end)] -= 1
        other_side[BAR] += 1
        other = tuple(other_side)
    return tuple(own), other


def hits(other: Checkers, end: int) -> bool:
    """Return whether a checker landing on `end` hits a blot."""
    return OFF < end < BAR and other[across(end)] == 1
