"""Special start positions for training games: kinds that occur too rarely in games from the start, and in which looking one
throw ahead is most wrong.

Each is generated at random by the recipe of its kind; games begun from them lead to natural positions of these kinds. Which
side is on roll is drawn as well.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import numpy as np

from fourth_seat.engines.backgammon.evaluator import Positions
from fourth_seat.engines.backgammon.kernels.turns import BAR, EACH, HOME, OPPONENT_HOME, SIDE, SIZE

Checkers = list[int]
"""A side's checkers on its places 0 (off) to 25 (the bar)."""

MAX_TRIES = 1_000  # attempts at a position: a recipe may give an illegal one


def backgame(rng: random.Random) -> tuple[Checkers, Checkers]:
    """Draw a backgame: one side holds two points in the home board of the other, which bears in or off."""
    held = rng.sample(range(OPPONENT_HOME, BAR), 2)
    own = _side([(point, rng.choice((2, 2, 2, 3))) for point in held])
    _spread(own, [*range(1, 7)] * 3 + [*range(7, 19)], rng)
    other = _side([(0, rng.choice((0, 0, 0, 2, 4, 6)))])
    _spread(other, _open_points(own, [*range(1, 7)] * 3 + [*range(7, rng.choice((8, 13, 19)))]), rng)
    return own, other


def anchored(rng: random.Random) -> tuple[Checkers, Checkers]:
    """Draw an ace-point game: one side holds one point in the home board of the other, which bears off."""
    own = _side([(rng.randrange(OPPONENT_HOME, BAR), rng.choice((2, 2, 2, 3, 4)))])
    _spread(own, [*range(1, 7)] * rng.choice((1, 4)) + [*range(7, 13)], rng)
    other = _side([(0, rng.randrange(11))])
    _spread(other, _open_points(own, range(1, 7)), rng)
    return own, other


def contained(rng: random.Random) -> tuple[Checkers, Checkers]:
    """Draw a containment: one or two checkers were hit late by a side with a home board; the others are off or at home."""
    other = _side([(rng.choice((BAR, BAR, *range(12, BAR))), 1) for _ in range(rng.choice((1, 1, 2)))])
    other[0] += rng.randrange(EACH - sum(other))
    own = _side([(point, 2) for point in rng.sample(range(1, 9), rng.randrange(2, 7))])
    _spread(own, _open_points(other, [*range(1, 9)] * 3 + [*range(9, 19)]), rng)
    _spread(other, _open_points(own, range(1, 7)), rng)
    return own, other


def closed(rng: random.Random) -> tuple[Checkers, Checkers]:
    """Draw a closeout, or nearly one: checkers of one side on the bar, others of it off, against five or six points."""
    other = _side([(BAR, rng.choice((1, 1, 1, 2, 2, 3)))])
    other[0] += rng.randrange(EACH - other[BAR])
    own = _side([(point, 2) for point in rng.sample(range(1, HOME + 1), rng.choice((5, 6, 6)))])
    _spread(own, range(1, 13), rng)
    _spread(other, range(1, HOME + 1), rng)
    return own, other


def primed(rng: random.Random) -> tuple[Checkers, Checkers]:
    """Draw prime against prime: both sides hold points in a row, with checkers of the other behind them."""
    sides = []
    for _ in range(2):
        first = rng.randrange(2, 6)
        wall = range(first, first + rng.choice((4, 4, 5, 5, 6)))
        sides.append(_side([(point, 2) for point in wall]))
    for own, other in (sides, sides[::-1]):
        room = EACH - sum(own)
        behind = [point for point in (*range(BAR - 4, BAR), BAR) if point == BAR or other[BAR - point] == 0]
        for point in rng.choices(behind, k=min(room, rng.choice((1, 1, 2, 2, 3)))):
            own[point] += 1
    for own, other in (sides, sides[::-1]):
        _spread(own, _open_points(other, range(2, 14)), rng)
    return sides[0], sides[1]


def blitzed(rng: random.Random) -> tuple[Checkers, Checkers]:
    """Draw a blitz: one side attacks checkers of the other on the bar and alone in its home board."""
    own = _side([(point, 2) for point in rng.sample(range(1, 8), rng.randrange(2, 5))])
    other = _side([(BAR, rng.choice((1, 1, 1, 2, 2, 3)))])
    for point in rng.sample(range(1, 7), rng.randrange(0, 3)):
        if own[point] == 0:
            other[BAR - point] += 1
    _spread(other, _open_points(own, [6, 6, 6, 8, 8, 13, 13, 13, 13, 5, 4, 7]), rng)
    _spread(own, _open_points(other, [*range(3, 12), 13, 13, 24, 24]), rng)
    return own, other


def scattered(rng: random.Random) -> tuple[Checkers, Checkers]:
    """Draw scattered boards: many checkers of both sides are back, or their home boards are broken up."""
    own: Checkers = [0] * SIDE
    _spread(own, [*range(1, BAR), BAR], rng, pair=0.7)
    other: Checkers = [0] * SIDE
    other[0] = rng.choice((0, 0, 0, 0, 1, 3, 6))
    _spread(other, _open_points(own, [*range(1, BAR), *range(1, 7)]), rng, pair=0.7)
    return own, other


Recipe = Callable[[random.Random], tuple[Checkers, Checkers]]

RECIPES: Sequence[Recipe] = (
    backgame, backgame, backgame, backgame, anchored, anchored, contained, contained,
    primed, primed, blitzed, scattered, closed,
)  # fmt: skip
"""Those with the largest errors occur more often."""


def draw_positions(number: int, seed: int, recipes: Sequence[Recipe] = RECIPES) -> Positions:
    """Draw start positions by recipes used in turn, shape (n, 52), all with contact."""
    rng = random.Random(f"starts {seed}")
    positions = np.empty((number, SIZE), np.int8)
    for n in range(number):
        own, other = _draw_legal(recipes[n % len(recipes)], rng)
        positions[n] = [*own, *other] if rng.random() < 0.5 else [*other, *own]
    return positions


def _draw_legal(recipe: Recipe, rng: random.Random) -> tuple[Checkers, Checkers]:
    for _ in range(MAX_TRIES):
        own, other = recipe(rng)
        if legal(own, other):
            return own, other
    raise AssertionError(f"{recipe.__name__} gives no legal position")


def legal(own: Checkers, other: Checkers) -> bool:
    """Return whether a position is legal and has contact: both sides have all their checkers, share no point, can still hit
    each other, and are not both shut out on the bar.
    """
    if sum(own) != EACH or sum(other) != EACH or _rearmost(own) + _rearmost(other) <= BAR:
        return False
    if any(own[point] and other[BAR - point] for point in range(1, BAR)):
        return False
    return not (own[BAR] and other[BAR] and _shut(own) and _shut(other))


def _rearmost(side: Checkers) -> int:
    return max((place for place in range(1, SIDE) if side[place]), default=0)


def _shut(side: Checkers) -> bool:
    return all(side[point] > 1 for point in range(1, HOME + 1))


def _side(pairs: Sequence[tuple[int, int]]) -> Checkers:
    """Return a side with the given numbers of checkers on places."""
    side = [0] * SIDE
    for place, count in pairs:
        side[place] += count
    return side


def _open_points(other: Checkers, points: Sequence[int]) -> list[int]:
    """Return the points that the other side does not occupy."""
    return [point for point in points if point == BAR or other[BAR - point] == 0]


def _spread(side: Checkers, points: Sequence[int], rng: random.Random, pair: float = 0.85) -> None:
    """Place the checkers that a side lacks on some of `points`, mostly two at a time; none if there are no points."""
    while points and (left := EACH - sum(side)) > 0:
        side[rng.choice(points)] += 2 if left > 1 and rng.random() < pair else 1
