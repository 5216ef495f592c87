"""Utility of points: the probability of winning in a match, and the points themselves otherwise."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property

from fourth_seat.games.backgammon.cube import MAX_CUBE_VALUE, DoublingCube

Ends = tuple[float, float, float, float, float, float]
"""Values of losing a backgammon, a gammon and a single game, and of winning a single game, a gammon and a backgammon."""

SINGLE_POINTS, GAMMON_POINTS, BACKGAMMON_POINTS = 1, 2, 3  # times the cube


@dataclass(frozen=True)
class Stakes:
    """The stakes of a game for one side.

    Attributes:
        value: returns the value of points won (negative: lost). The game is zero-sum, so the other side's value is the
            negative.
        needs: the points that this side and the other side need to win the match; None outside a match.
        most: the maximum number of points for a game, in multiples of the cube: 1 to 3.
        jacoby: whether gammons count only after the cube has been turned.
        cube: whether the cube may be used at all.
    """

    value: Callable[[int], float]
    needs: tuple[int, int] | None = None
    most: int = GAMMON_POINTS
    jacoby: bool = False
    cube: bool = True
    _ends: dict[int, Ends] = field(default_factory=dict, init=False, repr=False, compare=False)

    def ends(self, cube: int) -> Ends:
        """Return the values of the six outcomes of the game with the cube at this value."""
        if cube not in self._ends:
            self._ends[cube] = self._compute(cube)
        return self._ends[cube]

    def _compute(self, cube: int) -> Ends:
        most = SINGLE_POINTS if self.jacoby and cube == 1 else self.most
        one, two, three = (min(times, most) * cube for times in (SINGLE_POINTS, GAMMON_POINTS, BACKGAMMON_POINTS))
        value = self.value
        return value(-three), value(-two), value(-one), value(one), value(two), value(three)

    def may_double(self, cube: DoublingCube, side: int) -> bool:
        """Return whether a side (1: this one, 2: the other) may double and could gain from it. The cube's owner is numbered
        in the same way.
        """
        if not self.cube or cube.value >= MAX_CUBE_VALUE or cube.owner not in (0, side):
            return False
        return self.needs is None or cube.value < self.needs[side - 1]

    @cached_property
    def of_the_other(self) -> Stakes:
        """Return the stakes for the other side of the same game."""
        value = self.value
        needs = self.needs and (self.needs[1], self.needs[0])
        return Stakes(lambda points: -value(-points), needs, self.most, self.jacoby, self.cube)
