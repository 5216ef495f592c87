"""Positions to begin games of the training from: the kinds of which games from the start show too few, and in which what
one look ahead says is wrong by most.

Each is put together at random by a recipe for its kind; games played on from them bring the natural ones. The side that is
on roll and the other are drawn as well.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import numpy as np

from engines.backgammon.kernels.turns import BAR, EACH, HOME, SIDE, SIZE
from engines.backgammon.position import Positions

Checkers = list[int]
"""A side's checkers on its places 0 (off) to 25 (the bar)."""

TRIES = 1_000  # at one position, which may not come out


def backgame(lots: random.Random) -> tuple[Checkers, Checkers]:
    """A backgame: one side holds two points in the home board of the other, which bears in or off."""
    held = lots.sample(range(BAR - HOME, BAR), 2)
    own = _on([(point, lots.choice((2, 2, 2, 3))) for point in held])
    _spread(own, [*range(1, 7)] * 3 + [*range(7, 19)], lots)
    other = _on([(0, lots.choice((0, 0, 0, 2, 4, 6)))])
    _spread(other, _free(own, [*range(1, 7)] * 3 + [*range(7, lots.choice((8, 13, 19)))]), lots)
    return own, other


def anchored(lots: random.Random) -> tuple[Checkers, Checkers]:
    """An ace-point game: one side holds one point in the home board of the other, which bears off."""
    own = _on([(lots.randrange(BAR - HOME, BAR), lots.choice((2, 2, 2, 3, 4)))])
    _spread(own, [*range(1, 7)] * lots.choice((1, 4)) + [*range(7, 13)], lots)
    other = _on([(0, lots.randrange(11))])
    _spread(other, _free(own, range(1, 7)), lots)
    return own, other


def contained(lots: random.Random) -> tuple[Checkers, Checkers]:
    """Containment: one or two checkers were hit late, by a side with a board of its own; the others are off or at home."""
    other = _on([(lots.choice((BAR, BAR, *range(12, BAR))), 1) for _ in range(lots.choice((1, 1, 2)))])
    other[0] += lots.randrange(EACH - sum(other))
    own = _on([(point, 2) for point in lots.sample(range(1, 9), lots.randrange(2, 7))])
    _spread(own, _free(other, [*range(1, 9)] * 3 + [*range(9, 19)]), lots)
    _spread(other, _free(own, range(1, 7)), lots)
    return own, other


def closed(lots: random.Random) -> tuple[Checkers, Checkers]:
    """A closeout, or nearly one: checkers of one side on the bar, others of it off, before five or six points."""
    other = _on([(BAR, lots.choice((1, 1, 1, 2, 2, 3)))])
    other[0] += lots.randrange(EACH - other[BAR])
    own = _on([(point, 2) for point in lots.sample(range(1, HOME + 1), lots.choice((5, 6, 6)))])
    _spread(own, range(1, 13), lots)
    _spread(other, range(1, HOME + 1), lots)
    return own, other


def primed(lots: random.Random) -> tuple[Checkers, Checkers]:
    """Both sides hold points in a row, with checkers of the other behind them."""
    sides = []
    for _ in range(2):
        first = lots.randrange(2, 6)
        wall = range(first, first + lots.choice((4, 4, 5, 5, 6)))
        sides.append(_on([(point, 2) for point in wall]))
    for own, other in (sides, sides[::-1]):
        room = EACH - sum(own)
        behind = [point for point in (*range(BAR - 4, BAR), BAR) if point == BAR or other[BAR - point] == 0]
        for point in lots.choices(behind, k=min(room, lots.choice((1, 1, 2, 2, 3)))):
            own[point] += 1
    for own, other in (sides, sides[::-1]):
        _spread(own, _free(other, range(2, 14)), lots)
    return sides[0], sides[1]


def blitzed(lots: random.Random) -> tuple[Checkers, Checkers]:
    """A blitz: one side attacks checkers of the other on the bar and alone in its home board."""
    own = _on([(point, 2) for point in lots.sample(range(1, 8), lots.randrange(2, 5))])
    other = _on([(BAR, lots.choice((1, 1, 1, 2, 2, 3)))])
    for point in lots.sample(range(1, 7), lots.randrange(0, 3)):
        if own[point] == 0:
            other[BAR - point] += 1
    _spread(other, _free(own, [6, 6, 6, 8, 8, 13, 13, 13, 13, 5, 4, 7]), lots)
    _spread(own, _free(other, [*range(3, 12), 13, 13, 24, 24]), lots)
    return own, other


def scattered(lots: random.Random) -> tuple[Checkers, Checkers]:
    """Many checkers of both sides are back, or their boards are broken up."""
    own: Checkers = [0] * SIDE
    _spread(own, [*range(1, BAR), BAR], lots, pair=0.7)
    other: Checkers = [0] * SIDE
    other[0] = lots.choice((0, 0, 0, 0, 1, 3, 6))
    _spread(other, _free(own, [*range(1, BAR), *range(1, 7)]), lots, pair=0.7)
    return own, other


RECIPES: Sequence[Callable[[random.Random], tuple[Checkers, Checkers]]] = (
    backgame, backgame, anchored, contained, contained, primed, primed, blitzed, scattered, closed,
)  # fmt: skip
"""One after the other, the worst twice."""


def drawn(number: int, seed: int) -> Positions:
    """Draw start positions (n, 52), all with contact."""
    lots = random.Random(f"starts {seed}")
    found = np.empty((number, SIZE), np.int8)
    for n in range(number):
        own, other = _whole(RECIPES[n % len(RECIPES)], lots)
        found[n] = [*own, *other] if lots.random() < 0.5 else [*other, *own]
    return found


def _whole(recipe: Callable[[random.Random], tuple[Checkers, Checkers]], lots: random.Random) -> tuple[Checkers, Checkers]:
    for _ in range(TRIES):
        own, other = recipe(lots)
        if legal(own, other):
            return own, other
    raise AssertionError(f"{recipe.__name__} does not come out")


def legal(own: Checkers, other: Checkers) -> bool:
    """Whether both sides are whole, can still hit each other, share no point, and are not both shut out on the bar."""
    if sum(own) != EACH or sum(other) != EACH or _rearmost(own) + _rearmost(other) <= BAR:
        return False
    if any(own[point] and other[BAR - point] for point in range(1, BAR)):
        return False
    return not (own[BAR] and other[BAR] and _shut(own) and _shut(other))


def _rearmost(side: Checkers) -> int:
    return max((place for place in range(1, SIDE) if side[place]), default=0)


def _shut(side: Checkers) -> bool:
    return all(side[point] > 1 for point in range(1, HOME + 1))


def _on(pairs: Sequence[tuple[int, int]]) -> Checkers:
    """A side with so many checkers on some places."""
    side = [0] * SIDE
    for place, count in pairs:
        side[place] += count
    return side


def _free(other: Checkers, points: Sequence[int]) -> list[int]:
    """The points that the other side does not stand on."""
    return [point for point in points if point == BAR or other[BAR - point] == 0]


def _spread(side: Checkers, points: Sequence[int], lots: random.Random, pair: float = 0.85) -> None:
    """Sets the checkers that a side lacks on some of the points, mostly two at a time; none where there is no point."""
    while points and (left := EACH - sum(side)) > 0:
        side[lots.choice(points)] += 2 if left > 1 and lots.random() < pair else 1
