"""Remembers a dice throw, which is seen before the move and is still needed after it, when the dice may be gone.

Dice that were already on the board when the last turn was seen belong to that turn as long as they show the same numbers.
"""

from __future__ import annotations

from fourth_seat.games.geometry import Geometry
from fourth_seat.inference.evidence import Evidence, Likelihoods

_CLEARLY = -3.0  # the logarithm of how unlikely the old values must look

Throw = dict[str, Likelihoods]
"""The likelihoods of each die's faces, keyed by the die's cell."""


class DiceTracker:
    """Tracks the current turn's throw.

    Attributes:
        cells: the cells that hold dice.
    """

    def __init__(self, geometry: Geometry) -> None:
        self.cells = frozenset(cell.name for cell in geometry.cells if cell.zone == "dice")
        self._lying: Throw = {}  # dice in the last readings
        self._old: Throw = {}  # dice that lay there when the last turn was seen
        self._last: Throw = {}  # the throw since then

    def with_throw(self, evidence: Evidence, sure: bool) -> Evidence:
        """Return the evidence from a board at rest, including the current throw even if its dice have been picked up.

        `sure` tells whether there are enough readings to conclude that missing dice are gone.
        """
        self._lying = {name: evidence.cells[name] for name in evidence.cells if name in self.cells}
        if self._old and (_others(self._old, self._lying) if self._lying else sure):
            self._old = {}
        if not self._old:
            self._last = self._lying or self._last
        if not self._last and not self._lying:
            return evidence
        cells = {name: likelihoods for name, likelihoods in evidence.cells.items() if name not in self.cells}
        seen = {**cells, **self._last}
        return Evidence(seen, evidence.strange, evidence.marks, provisional=evidence.provisional)

    def end_turn(self) -> None:
        """End the turn. Dice currently on the board do not count as the next turn's throw."""
        self._old, self._last = self._lying, {}


def _others(old: Throw, new: Throw) -> bool:
    """Return whether any dice clearly show different values than before."""
    return (
        sum(new[name][max(shown, key=shown.__getitem__)] for name, shown in _faces(old).items() if name in new) < _CLEARLY
    )


def _faces(throw: Throw) -> Throw:
    """Return a throw without the likelihood of an empty cell."""
    return {name: {item: value for item, value in shown.items() if item} for name, shown in throw.items()}
