"""A fixed set of decisions, with GNU Backgammon's 2-ply equity of every turn: the loss of a player in each is known within
seconds, without the luck of the dice, and versions can be compared in pairs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.backgammon.match.players import Player, Throws
from fourth_seat.engines.backgammon.evaluator import Positions

DECISIONS_FILE = Path(__file__).with_name("decisions.npz")

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Decisions:
    """Positions with a throw and the equity of each turn.

    Attributes:
        positions: (n, 52); dice: (n, 2).
        counts: (n,), the turns of each.
        equities: points without a cube to the side that makes the turn, one turn after the other in the order of
            `candidates`.
    """

    positions: Positions
    dice: Positions
    counts: NDArray[np.int16]
    equities: NDArray[np.float32]

    def write(self, path: Path = DECISIONS_FILE) -> None:
        """Save the decisions to a file."""
        np.savez_compressed(
            path, positions=self.positions, dice=self.dice, counts=self.counts, equities=self.equities.astype(np.float32)
        )

    def __iter__(self) -> Iterator[tuple[Positions, tuple[int, int], NDArray[np.float32]]]:
        ends = np.cumsum(self.counts, dtype=np.int64)
        for here, dice, end, count in zip(self.positions, self.dice, ends, self.counts, strict=True):
            yield here, (int(dice[0]), int(dice[1])), self.equities[end - count : end]


def read(path: Path = DECISIONS_FILE) -> Decisions:
    """Return the decisions of a file."""
    with np.load(path) as file:
        return Decisions(file["positions"], file["dice"], file["counts"], file["equities"])


def candidates(here: Positions, dice: tuple[int, int]) -> Positions:
    """Return the positions after each turn from the other side's view, in a canonical order: by their bytes."""
    found = Throws()(here, dice)
    return np.ascontiguousarray(found[np.lexsort(found.T[::-1])])


def losses_of(player: Player, decisions: Decisions) -> Floats:
    """Return the loss of a player in each decision, in points."""
    losses = np.empty(len(decisions.positions))
    for n, (here, dice, equities) in enumerate(decisions):
        losses[n] = equities.max() - equities[player.turn(here, dice, candidates(here, dice))]
    return losses


def standard_error(losses: Floats) -> float:
    """Return one standard error of the mean of losses."""
    return float(losses.std() / len(losses) ** 0.5)
