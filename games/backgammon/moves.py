"""The moves of backgammon: throws, plays (whole turns) and cube actions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import groupby

from fourth_seat.games.backgammon.checkers import BAR, OFF, BackgammonBoard, Hop, across, hits, moved

Dice = tuple[int, int]


@dataclass(frozen=True, slots=True)
class BackgammonThrow:
    """A throw of two dice, the higher one first. In the opening throw, the die of seat 1 comes first."""

    dice: Dice

    def __str__(self) -> str:
        return f"{self.dice[0]}{self.dice[1]}"


class CubeAction(Enum):
    """A cube decision: `roll` or `double` before throwing, `take` or `drop` after a double."""

    ROLL = "roll"
    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class CheckerRoute:
    """The route of one checker in a turn.

    Attributes:
        points: the start point, any intermediate points with a hit, and the end point. 25 is the bar, 0 is off.
        hit: the points on which it hits a blot.
    """

    points: tuple[int, ...]
    hit: tuple[int, ...] = ()

    @property
    def start(self) -> int:
        return self.points[0]

    @property
    def end(self) -> int:
        return self.points[-1]

    def __str__(self) -> str:
        return "/".join(place_name(point) + "*" * (point in self.hit) for point in self.points)


@dataclass(frozen=True, slots=True)
class BackgammonPlay:
    """A whole turn, given by the dice and the checkers' routes, rearmost first. A play without routes is a pass."""

    dice: Dice
    routes: tuple[CheckerRoute, ...] = ()

    def __str__(self) -> str:
        ways = (
            (group := list(same), str(max(group, key=lambda route: len(route.hit))))
            for _, same in groupby(self.routes, key=lambda route: route.points)
        )
        written = " ".join(f"{way}({len(group)})" if len(group) > 1 else way for group, way in ways)
        return f"{self.dice[0]}{self.dice[1]}: {written or 'pass'}"


BackgammonMove = BackgammonThrow | CubeAction | BackgammonPlay


def place_name(place: int) -> str:
    """Return the notation of a place: `bar`, `24`..`1` or `off`."""
    return {BAR: "bar", OFF: "off"}.get(place, str(place))


def routes(board: BackgammonBoard, hops: Sequence[Hop]) -> tuple[CheckerRoute, ...]:
    """Combine the hops of a turn into routes in canonical form, which does not depend on the order of the hops.

    A hop from a point that a checker has reached in this turn continues the checker's route. If several checkers have
    reached it, the first to arrive continues, because only this one could have hit a blot there.
    """
    ways: list[tuple[list[int], list[int]]] = []
    for start, end in sorted(hops, reverse=True):
        points, hit = next((way for way in ways if way[0][-1] == start), ([start], []))
        if len(points) == 1:
            ways.append((points, hit))
        elif start not in hit:
            points.pop()
        points.append(end)
        if hits(board[1], end):
            hit.append(end)
        board = moved(board, start, end)
    return tuple(sorted((CheckerRoute(tuple(points), tuple(hit)) for points, hit in ways), key=_order))


def _order(route: CheckerRoute) -> tuple[int, ...]:
    """Return a sort key that puts rearmost checkers first, then longer routes, then those with more hits."""
    return (-route.start, route.end, -len(route.hit), *route.points)


def after(board: BackgammonBoard, ways: Sequence[CheckerRoute]) -> BackgammonBoard:
    """Return the board after moving checkers along these routes."""
    own, other = list(board[0]), list(board[1])
    for way in ways:
        own[way.start] -= 1
        own[way.end] += 1
        for point in way.hit:
            other[across(point)] -= 1
            other[BAR] += 1
    return tuple(own), tuple(other)
