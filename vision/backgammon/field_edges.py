"""Finds the edges of the board's two halves, where the ground under the points ends, in the network's output.

Manually marked corners are off by a few pixels, and bars may have any width, so each of the six edges (left and right for
each half, top and bottom for both) is a separate line.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from fourth_seat.games.backgammon.geometry import BAR_LEFT, BOARD_HEIGHT, BOARD_WIDTH
from fourth_seat.vision.arrays import Floats
from fourth_seat.vision.backgammon.segmentation import WINDOW
from fourth_seat.vision.network import STRIDE

Edge = tuple[float, float]
"""Offset and slope."""

CELL = STRIDE / WINDOW[4]  # board units


@dataclass(frozen=True, slots=True)
class FieldEdges:
    """Edges in board units: four vertical ones, x = offset + slope * y, and two horizontal ones, y = offset + slope * x.

    Attributes:
        seen: the visible fraction of the edges' length, 0..1.
        least: the visible fraction of the least visible edge.
    """

    left: Edge = (0.0, 0.0)
    bar_left: Edge = (BAR_LEFT, 0.0)
    bar_right: Edge = (BAR_LEFT + 1, 0.0)
    right: Edge = (BOARD_WIDTH, 0.0)
    top: Edge = (0.0, 0.0)
    bottom: Edge = (BOARD_HEIGHT, 0.0)
    seen: float = 0.0
    least: float = 0.0

    def column(self, index: int, y: float) -> float:
        """Return the x coordinate of the centre of column 0..11 at this y."""
        edges = (self.left, self.bar_left) if index < 6 else (self.bar_right, self.right)
        low, high = (at(edge, y) for edge in edges)
        return low + (high - low) * (index % 6 + 0.5) / 6

    def row(self, near: bool, x: float) -> float:
        """Return the y coordinate of the far or near edge at this x."""
        return at(self.bottom if near else self.top, x)

    @property
    def bar(self) -> tuple[float, float]:
        """The x coordinates of the bar's edges, halfway down the board."""
        return at(self.bar_left, BOARD_HEIGHT / 2), at(self.bar_right, BOARD_HEIGHT / 2)


def at(line: Edge, place: float) -> float:
    """Return the coordinate of an edge at this position along it."""
    return line[0] + line[1] * place


def positions(shape: tuple[int, ...]) -> tuple[Floats, Floats]:
    """Return the x coordinates of the columns and the y coordinates of the rows in the network's output for the reader's
    window, in board units.
    """
    x = WINDOW[0] + (np.arange(shape[1], dtype=np.float64) + 0.5) * CELL
    y = WINDOW[1] + (np.arange(shape[0], dtype=np.float64) + 0.5) * CELL
    return x, y
