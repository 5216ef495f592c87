"""Cubeful equity of a position, computed from its cubeless outcome probabilities with Janowski's model.

With a *dead* cube, which is never turned again, the equity of a position is the mean value of its outcomes. With a fully
*live* cube, which is turned exactly when the other side is indifferent between dropping and taking, the equity is a
piecewise linear function of the probability of winning. It rises from the mean loss at 0 to the mean win at 1, with a bend
where one side cashes. Real equities lie in between; the *efficiency* of the cube ranges from 0 (dead) to 1 (live).

Sources: Rick Janowski, "Take-points in money games", 1993 (also at bkgm.com), with the formulas for money; in matches, the
live take point is computed recursively from the highest cube value that matters, as in Keeler and Spencer, "Optimal
doubling in backgammon", Operations Research 23, 1975.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from fourth_seat.engines.backgammon.cube.stakes import Stakes
from fourth_seat.games.backgammon.cube import DoublingCube

OWN, OTHER = 1, 2  # sides, and owners of a cube

# Measured in games of the networks against themselves; `uv run python -m training.backgammon.cube` prints it and says how.
GAMMON_SHARE = 0.249
"""The fraction of cubeless games, played to the end, that end in a gammon or backgammon."""

CUBE_EFFICIENCY = 0.75
"""Cube efficiency: 0.73 +-0.11 with contact, 0.94 +-0.21 in races; the difference is not significant."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """A cubeless position from one side's point of view.

    Attributes:
        shares: the probabilities of the six outcomes of the game (see `stakes.Ends`), which sum to 1.
        efficiency: the efficiency of the cube, from 0 (dead) to 1 (live).
    """

    shares: tuple[float, ...]
    efficiency: float

    @property
    def chance(self) -> float:
        """The probability of winning the game if it is played to the end."""
        return sum(self.shares[3:])

    def of_the_other(self) -> Prospect:
        """Return the prospect from the other side's point of view."""
        return Prospect(self.shares[::-1], self.efficiency)


@dataclass(frozen=True, slots=True)
class CubePosition:
    """A position and its stakes from one side's point of view. Equities are in units of the stakes."""

    prospect: Prospect
    stakes: Stakes

    def of_the_other(self) -> CubePosition:
        """Return this position from the other side's point of view."""
        return CubePosition(self.prospect.of_the_other(), self.stakes.of_the_other)

    def dead(self, cube: int) -> float:
        """Return the equity with a dead cube at this value."""
        return _dot(self.prospect.shares, self.stakes.ends(cube))

    def lost(self, cube: int) -> float:
        """Return the mean value of a loss; if losing has probability 0, the value of losing a single game."""
        return _mean(self.prospect.shares[:3], self.stakes.ends(cube)[:3], 2)

    def won(self, cube: int) -> float:
        """Return the mean value of a win; if winning has probability 0, the value of winning a single game."""
        return _mean(self.prospect.shares[3:], self.stakes.ends(cube)[3:], 0)

    def take_point(self, value: int) -> float:
        """Return the take point: the lowest probability of winning at which this side takes a double to this value, with a
        live cube.
        """
        if self.stakes.needs is None:  # the same at every value: the limit of the recursion below
            win, loss = (mean / self.stakes.value(value) for mean in (self.won(value), -self.lost(value)))
            return (loss - 0.5) / (win + loss + 0.5)
        cash_point = self.cash_point(DoublingCube(value, OWN))
        bottom = self.lost(value)
        top = self.won(value) if cash_point >= 1 else self.stakes.value(value)
        return _within(cash_point * (self.stakes.value(-(value // 2)) - bottom) / (top - bottom))

    def cash_point(self, cube: DoublingCube) -> float:
        """Return the cash point: this side's lowest probability of winning at which the other side drops its double, with a
        live cube; 1 if this side may not double.
        """
        return 1 - self.of_the_other().take_point(2 * cube.value) if self.stakes.may_double(cube, OWN) else 1.0

    def live(self, cube: DoublingCube) -> float:
        """Return the equity with a fully live cube that is centred (0), owned by this side (1) or by the other side (2)."""
        value = self.stakes.value
        bends = [(0.0, self.lost(cube.value)), (1.0, self.won(cube.value))]
        dropping = 1 - self.of_the_other().cash_point(DoublingCube(cube.value, _across(cube.owner)))
        cash_point = self.cash_point(cube)
        if dropping < cash_point < 1:
            bends.insert(1, (cash_point, value(cube.value)))
        if 0 < dropping < cash_point:
            bends.insert(1, (dropping, value(-cube.value)))
        return _on_lines(bends, self.prospect.chance)

    def worth(self, cube: DoublingCube) -> float:
        """Return the equity with this cube, assuming that nobody is about to double."""
        dead = self.dead(cube.value)
        if not (self.stakes.may_double(cube, OWN) or self.stakes.may_double(cube, OTHER)):
            return dead
        return dead + self.prospect.efficiency * (self.live(cube) - dead)

    def doubling(self, cube: DoublingCube) -> CubeDecision:
        """Return the equities of the cube actions for this side, which may double before rolling."""
        after = DoublingCube(2 * cube.value, OTHER)
        return CubeDecision(self.worth(cube), self.worth(after), self.stakes.value(cube.value))

    def on_roll(self, cube: DoublingCube) -> float:
        """Return the equity for this side at the start of its turn, when it doubles if that is better."""
        return self.doubling(cube).worth if self.stakes.may_double(cube, OWN) else self.worth(cube)


@dataclass(frozen=True, slots=True)
class CubeDecision:
    """Equities of the cube actions for the side that may double: no double, double/take and double/drop."""

    roll: float
    take: float
    drop: float

    @property
    def takes(self) -> bool:
        """Whether the other side should take."""
        return self.take <= self.drop

    @property
    def doubles(self) -> bool:
        """Whether the side should double; False if it is too early or the position is too good."""
        return min(self.take, self.drop) > self.roll

    @property
    def too_good(self) -> bool:
        """Whether the other side would drop, but playing on for a gammon is worth more."""
        return not self.doubles and not self.takes

    @property
    def worth(self) -> float:
        """The equity if both sides choose their best cube actions."""
        return max(self.roll, min(self.take, self.drop))


def of_chance(won: float, gammons: float, efficiency: float) -> Prospect:
    """Return the prospect for a probability of winning; `gammons` is the fraction of gammons in either side's wins."""
    lost = 1 - won
    return Prospect((0.0, lost * gammons, lost * (1 - gammons), won * (1 - gammons), won * gammons, 0.0), efficiency)


def _across(owner: int) -> int:
    """Return the owner of a cube as numbered by the other side."""
    return owner and 3 - owner


def _dot(shares: Sequence[float], values: Sequence[float]) -> float:
    return sum(share * value for share, value in zip(shares, values, strict=True))


def _mean(shares: Sequence[float], values: Sequence[float], single: int) -> float:
    total = sum(shares)
    return _dot(shares, values) / total if total > 0 else values[single]


def _within(chance: float) -> float:
    return min(max(chance, 0.0), 1.0)


def _on_lines(bends: Sequence[tuple[float, float]], chance: float) -> float:
    """Interpolate linearly at a probability of winning, between points in ascending order from 0 to 1."""
    for (left, low), (right, high) in pairwise(bends):
        if chance <= right:
            return low + (high - low) * (chance - left) / (right - left)
    return bends[-1][1]
