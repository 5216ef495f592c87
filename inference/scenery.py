"""Scenery: motionless objects on or above the board, such as a dice cup, a latch or the reflection of a lamp.

Cells that do not look like any possible content are strange. If many cells are strange, something covers the board, and
nothing is read. If they stay strange while nothing moves, they become scenery, and the rest of the board is read again.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class SceneryTracker:
    """Distinguishes scenery (strange cells that do not change) from hands.

    Attributes:
        cells: the strange cells regarded as scenery.
    """

    cells: frozenset[str] = frozenset()
    _since: float | None = None  # since when there have been too many others

    def covered(self, strange: frozenset[str], most: float, t: float, timeout: float) -> bool:
        """Return whether something covers the board.

        Args:
            strange: the currently strange cells.
            most: the number of strange cells allowed besides the scenery.
            t: the time in seconds.
            timeout: seconds after which motionless objects become scenery.
        """
        if len(strange - self.cells) <= most:
            self._since = None
            return False
        if self._since is None or t < self._since:
            self._since = t
        if t - self._since < timeout:
            return True
        self.cells, self._since = self.cells | strange, None
        return False

    def accept(self, strange: frozenset[str]) -> None:
        """Treat strange cells as scenery immediately, because the board's contents are known and no hand is present."""
        self.cells |= strange

    def interrupt(self) -> None:
        """Restart the timeout because something moved."""
        self._since = None

    def confirm(self, strange: frozenset[str]) -> None:
        """Remove scenery that several readings no longer show."""
        self.cells &= strange
