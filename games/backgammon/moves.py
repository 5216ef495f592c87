"""The moves of backgammon: a throw, a play of a whole turn, and a cube action."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import groupby

from fourth_seat.games.backgammon.checkers import BAR, OFF, BackgammonBoard, Hop, across, hits, moved

Dice = tuple[int, int]


@dataclass(frozen=True, slots=True)
class BackgammonThrow:
    """Two dice, the higher one first; in the opening throw, the die of seat 1 comes first."""

    dice: Dice

    def __str__(self) -> str:
        return f"{self.dice[0]}{self.dice[1]}"


class CubeAction(Enum):
    """A decision about the cube: `roll` or `double` before one's own throw, `take` or `drop` after a double."""

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
        points: where it starts, any points on the way where it hits, and where it ends; 25 is the bar, 0 is off.
        hit: the points where it hits.
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
    """A whole turn: the dice and the checkers' routes, rearmost first; no routes mean a pass."""

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
    """Combine the hops of a turn into its checkers' routes, in a canonical form that all orders of the same hops share.

    A hop from a point that a checker has reached continues that checker's route; if several have reached it, the first to
    arrive continues, because only that one could have hit there.
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
    """Order checkers from the rear first; among them those that go far, and those that hit, first."""
    return (-route.start, route.end, -len(route.hit), *route.points)


def after(board: BackgammonBoard, ways: Sequence[CheckerRoute]) -> BackgammonBoard:
    """Return the board after checkers have moved along these routes."""
    own, other = list(board[0]), list(board[1])
    for way in ways:
        own[way.start] -= 1
        own[way.end] += 1
        for point in way.hit:
            other[across(point)] -= 1
            other[BAR] += 1
    return tuple(own), tuple(other)
