"""The reference hues of cells known to be empty, for comparison with later pictures.

Seen from a low angle, a die in front of an empty cell hides it, and a die behind it appears where the upper part of a die
on it would be. But they did the same when the cell was known to be empty, so an empty cell that looks the same is still
empty.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from fourth_seat.calibration.lens import Points
from fourth_seat.vision.arrays import Floats, Mask
from fourth_seat.vision.protocols import Appearance
from fourth_seat.vision.track.cell_changes import near

KEY = "cells"  # of the reference in the transient part of an appearance (`REFERENCE_KEY`)
MIN_SPREAD = 0.01  # spread of a hue, at least
# Of the board's diagonal: from further away, dice hide other parts of each other.
MAX_VIEW_SHIFT_SHARE = 0.03


@dataclass(frozen=True, eq=False)
class TriDiceReference:
    """The hues of a board's cells from one point of view.

    Attributes:
        hues: the hue at the centre of each cell (logarithms of red and of blue against green), shape (cells, 2).
        above: the same at the place where the upper part of a die on the cell would appear.
        known: whether each cell has ever been empty, and so has reference hues, shape (cells,).
        empty: whether each cell was empty when the board was last known, shape (cells,).
        corners: the corners of the playing area in that picture, in pixels, shape (4, 2).
        spread: the spread of unchanged cells' hues around the reference hues.
    """

    hues: Floats
    above: Floats
    known: Mask
    empty: Mask
    corners: Points
    spread: float = MIN_SPREAD

    @classmethod
    def none(cls, cells: int, corners: Points) -> TriDiceReference:
        """Return an empty reference."""
        return cls(np.zeros((cells, 2)), np.zeros((cells, 2)), np.zeros(cells, bool), np.zeros(cells, bool), corners)

    @classmethod
    def of(cls, transient: Appearance, cells: int, corners: Points) -> TriDiceReference:
        """Restore the reference from the temporary part of an appearance. Returns an empty reference if there is none, or
        if the camera was elsewhere.
        """
        if KEY not in transient:
            return cls.none(cells, corners)
        stored = transient[KEY]
        hues, above, then = (np.array(stored[name], np.float64) for name in ("hues", "above", "corners"))
        if not near(corners, then, MAX_VIEW_SHIFT_SHARE):
            return cls.none(cells, corners)
        known, empty = (np.array(stored[name], bool) for name in ("known", "empty"))
        return cls(hues, above, known, empty, then)

    def stored(self) -> Appearance:
        """Serialise the reference as part of an appearance."""
        return {
            KEY: {
                "hues": self.hues.round(3).tolist(),
                "above": self.above.round(3).tolist(),
                "known": self.known.astype(int).tolist(),
                "empty": self.empty.astype(int).tolist(),
                "corners": self.corners.round(2).tolist(),
            }
        }

    def in_light(self, hues: Floats, above: Floats) -> TriDiceReference:
        """Return this reference adjusted to the light in a new picture, assuming that most empty cells are still empty."""
        if not self.empty.any():
            return self
        off = np.concatenate([hues - self.hues, above - self.above])[np.tile(self.empty, 2)]
        shift = np.median(off, axis=0)
        spread = float(np.hypot(MIN_SPREAD, np.median(np.linalg.norm(off - shift, axis=1))))
        return replace(self, hues=self.hues + shift, above=self.above + shift, spread=spread)

    def updated(self, hues: Floats, above: Floats, empty: Mask, corners: Points) -> TriDiceReference:
        """Return this reference updated with the hues of a new picture; `empty` is a mask of its empty cells."""
        adapted, now = self.in_light(hues, above), empty[:, None]
        return TriDiceReference(
            np.where(now, hues, adapted.hues), np.where(now, above, adapted.above), self.known | empty, empty, corners
        )

    def only(self, cells: NDArray[np.int64]) -> TriDiceReference:
        """Return the part of this reference for these cells."""
        return TriDiceReference(
            self.hues[cells], self.above[cells], self.known[cells], self.empty[cells], self.corners, self.spread
        )
