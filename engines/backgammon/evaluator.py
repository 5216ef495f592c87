"""Evaluation of positions by networks and bear-off tables, directly or by searching a few throws ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fourth_seat.engines.backgammon.bearoff import Bearoff
from fourth_seat.engines.backgammon.kernels import evaluate as kernels
from fourth_seat.engines.backgammon.kernels.network import OUTCOMES
from fourth_seat.engines.backgammon.networks import Networks
from fourth_seat.games.backgammon.checkers import BackgammonBoard

SIDE = 26

Positions = NDArray[np.int8]
"""(n, 52) or (52,): positions in the form used by the kernels (see `kernels.turns`)."""
Floats = NDArray[np.float32]
TurnEquity = Callable[[Floats], Floats]
"""Computes the equities of turns, in points, for the side that made them, from its outcome probabilities."""

THROW_PROBABILITIES = np.array(
    [(1 if high == low else 2) / 36 for high in range(1, 7) for low in range(1, high + 1)], np.float32
)
"""The probabilities of the 21 throws, in the order used by the kernels."""
MONEY_POINTS: Floats = np.array([-3, -2, -1, 1, 2, 3], np.float32)
"""The values of the six outcomes of a game without a cube, including backgammons."""


@dataclass(frozen=True, slots=True)
class MoveFilter:
    """Rule that selects the turns to be searched one throw deeper.

    Attributes:
        most: the maximum number of turns.
        margin: the maximum difference from the best turn, in points.
    """

    most: int
    margin: float


MOVE_FILTERS = (MoveFilter(8, 0.16), MoveFilter(8, 0.16))
"""Filters for the first and the second throw ahead. With 4 within 0.08 for the second, level 9 lost 1.11 thousandths of a
point per decision instead of 0.94 (`benchmarks.backgammon.match.judged`).
"""


class RankedTurns(NamedTuple):
    """Evaluated turns, in input order except for `order`.

    Attributes:
        order: the indices of the turns, best first.
        shares: (n, 6), the outcome probabilities for the side that made the turns, each searched as deeply as the filters
            allow.
        depth: the depth of the search for each turn, in throws ahead.
        points: their equities for that side.
    """

    order: NDArray[np.int64]
    shares: Floats
    depth: NDArray[np.int64]
    points: Floats


@dataclass(frozen=True, slots=True)
class BackgammonEvaluator:
    """Evaluates positions with networks and bear-off tables."""

    nets: Networks
    tables: Bearoff

    @property
    def knowledge(self) -> kernels.Knowledge:
        """The networks and tables in the form used by the kernels."""
        return kernels.Knowledge(self.nets.arrays, self.nets.pruning, self.tables.arrays)

    def shares(self, positions: Positions) -> Floats:
        """Return the probabilities of the six outcomes (see `kernels.network`) for the side on roll in each position:
        (n, 52) to (n, 6).
        """
        shares = np.empty((len(positions), OUTCOMES), np.float32)
        kernels.evaluate(self.knowledge, kernels.workspace(), positions, shares)
        return shares

    def ahead(self, positions: Positions, worth: Floats, plies: int) -> Floats:
        """Return the outcome probabilities from searching this many throws ahead, each played for the best equity; `worth`
        contains the values of the outcomes for the side on roll.
        """
        if plies == 0:
            return self.shares(positions)
        shares = np.empty((len(positions), OUTCOMES), np.float32)
        if plies == 1:
            kernels.look_ahead(self.knowledge, kernels.workspace(), after(worth), positions, shares)
            return shares
        for n, position in enumerate(positions):
            if kernels.is_settled(self.tables.ends, position):
                shares[n] = self.shares(positions[n : n + 1])[0]
                continue
            shares[n] = (THROW_PROBABILITIES @ self.ahead(self.replies(position, worth), after(worth), plies - 1))[::-1]
        return shares

    def replies(self, position: Positions, worth: Floats) -> Positions:
        """Return the position after each throw, in the order of `THROW_PROBABILITIES`, from the other side's point of view:
        (52,) to (21, 52). Each throw is played for the best equity of the side on roll. The game must not be over.
        """
        played = np.empty((len(THROW_PROBABILITIES), len(position)), np.int8)
        kernels.reply(self.knowledge, kernels.workspace(), after(worth), position, played)
        return played

    def looked(self, positions: Positions, worth: Floats, plies: int, value: TurnEquity | None = None) -> RankedTurns:
        """Rank turns by their equity for the side that made them, each searched as deeply as the filters allow.

        Args:
            positions: the positions after the turns, from the other side's point of view.
            worth: the values of the outcomes of a game for the side that has moved.
            value: computes the equities for the ranking; None to use the mean value of the outcomes. Searches ahead always
                use `worth`.
        """
        value = value or (lambda shares: shares @ worth)
        shares, depth = self.shares(positions)[:, ::-1], np.zeros(len(positions), np.int64)
        points = value(shares)
        order = np.argsort(-points, kind="stable")
        for ply, kept in enumerate(MOVE_FILTERS[:plies], 1):
            equity = points[order]
            chosen = order[: kept.most][equity[: kept.most] >= equity[0] - kept.margin]
            if len(chosen) == 1:
                break
            shares[chosen] = self.ahead(positions[chosen], after(worth), ply)[:, ::-1]
            depth[chosen] = ply
            points[chosen] = value(shares[chosen])
            order[: len(chosen)] = chosen[np.argsort(-points[chosen], kind="stable")]
        return RankedTurns(order, shares, depth, points)

    def throws(self, position: Positions, worth: Floats, plies: int) -> Floats:
        """Return the equity of each of the 21 throws in a position that is not over, played for the best equity and then
        searched `plies` throws ahead; `worth` contains the values of the outcomes for the side on roll.
        """
        equity: Floats = self.ahead(self.replies(position, worth), after(worth), plies)[:, ::-1] @ worth
        return equity


def after(worth: Floats) -> Floats:
    """Return the values of the outcomes for the other side."""
    return np.ascontiguousarray(-worth[::-1])


def packed(boards: Iterable[BackgammonBoard]) -> Positions:
    """Pack boards into an array of positions, with the side on roll first."""
    return np.array([(*own, *other) for own, other in boards], np.int8).reshape(-1, 2 * SIDE)


def board_of(position: Positions) -> BackgammonBoard:
    """Convert a position to a board."""
    places = [int(count) for count in position]
    return tuple(places[:SIDE]), tuple(places[SIDE:])
