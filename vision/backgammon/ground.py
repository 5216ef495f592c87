"""Where the points of this board are: the edges of its two halves, as the network sees the ground they have.

Corners given by a person are off by some pixels, and bars are as wide as their makers liked. So each of the six edges (two
halves left and right, all of them above and below) is a line fitted to where the ground begins.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from games.backgammon.board import BAR_LEFT, HEIGHT, WIDTH
from vision.backgammon.network import STRIDE
from vision.backgammon.sight import WINDOW

Line = tuple[float, float]
"""Offset and slope."""

CELL = STRIDE / WINDOW[4]  # board units
REACH = 0.75  # board units that an outer edge may lie beside the corners given
BAR_REACH = 1.3  # board units that an edge of the bar may lie beside where the drawn board has it
_LEAST = 0.3  # share of rows or columns in which an edge must be seen for its line to count
_ROUNDS = 4  # of reweighting

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Ground:
    """Edges in board units: four upright ones, x = offset + slope * y, and two level ones, y = offset + slope * x.

    Attributes:
        seen: share of the edges' length that was seen, 0..1.
        least: the same of the edge least seen.
    """

    left: Line = (0.0, 0.0)
    bar_left: Line = (BAR_LEFT, 0.0)
    bar_right: Line = (BAR_LEFT + 1, 0.0)
    right: Line = (WIDTH, 0.0)
    top: Line = (0.0, 0.0)
    bottom: Line = (HEIGHT, 0.0)
    seen: float = 0.0
    least: float = 0.0

    def column(self, index: int, y: float) -> float:
        """x of the middle of column 0..11 at a height."""
        edges = (self.left, self.bar_left) if index < 6 else (self.bar_right, self.right)
        low, high = (at(edge, y) for edge in edges)
        return low + (high - low) * (index % 6 + 0.5) / 6

    def row(self, near: bool, x: float) -> float:
        """y of the far or near edge."""
        return at(self.bottom if near else self.top, x)

    @property
    def bar(self) -> tuple[float, float]:
        """x of the bar's edges halfway down."""
        return at(self.bar_left, HEIGHT / 2), at(self.bar_right, HEIGHT / 2)

    def evened(self) -> Ground:
        """With the bar's edges moved so that both halves, which are alike on every board, come out equally wide."""
        low, high = self.bar
        left, right = at(self.left, HEIGHT / 2), at(self.right, HEIGHT / 2)
        half = ((low - left) + (right - high)) / 2
        return replace(
            self,
            bar_left=(self.bar_left[0] + left + half - low, self.bar_left[1]),
            bar_right=(self.bar_right[0] + right - half - high, self.bar_right[1]),
        )

    def corners(self) -> Array:
        """In board units: top left, top right, bottom right, bottom left; shape (4, 2)."""
        pairs = (self.left, self.top), (self.right, self.top), (self.right, self.bottom), (self.left, self.bottom)
        return np.array([_crossing(upright, level) for upright, level in pairs])


def at(line: Line, place: float) -> float:
    """The line's value at a place."""
    return line[0] + line[1] * place


def ground(field: NDArray[np.float32], bar: tuple[float, float] = (BAR_LEFT, BAR_LEFT + 1), reach: float = REACH) -> Ground:
    """The edges of the ground in `Seen.field` of the reader's window.

    `bar`: about where its edges are, as far as known.
    """
    x, y = positions(field.shape)
    rows, columns = (y > 0.6) & (y < HEIGHT - 0.6), ((x > 0.6) & (x < 5.2)) | ((x > 7.8) & (x < WIDTH - 0.6))
    across, down = field[rows].astype(float), field[:, columns].T.astype(float)
    edges = (
        _line(y[rows], _edges(across, x, 0, reach, rising=True)),
        _line(y[rows], _edges(across, x, bar[0], BAR_REACH, rising=False)),
        _line(y[rows], _edges(across, x, bar[1], BAR_REACH, rising=True)),
        _line(y[rows], _edges(across, x, WIDTH, reach, rising=False)),
        _line(x[columns], _edges(down, y, 0, reach, rising=True)),
        _line(x[columns], _edges(down, y, HEIGHT, reach, rising=False)),
    )
    usual = ((0.0, 0.0), (bar[0], 0.0), (bar[1], 0.0), (WIDTH, 0.0), (0.0, 0.0), (HEIGHT, 0.0))
    lines = [found[0] if found else default for found, default in zip(edges, usual, strict=True)]
    left, bar_left, bar_right, right, top, bottom = lines
    shares = [found[1] if found else 0.0 for found in edges]
    return Ground(left, bar_left, bar_right, right, top, bottom, sum(shares) / len(shares), min(shares))


def positions(shape: tuple[int, ...]) -> tuple[Array, Array]:
    """x of each column and y of each row of cells of a network that looked at the reader's window, in board units."""
    x = WINDOW[0] + (np.arange(shape[1], dtype=np.float64) + 0.5) * CELL
    y = WINDOW[1] + (np.arange(shape[0], dtype=np.float64) + 0.5) * CELL
    return x, y


def _edges(profiles: Array, where: Array, around: float, reach: float, rising: bool) -> Array:
    """For each profile, where it crosses one half nearest to a place; NaN where it does not; shape (len(profiles),)."""
    signed = profiles - 0.5 if rising else 0.5 - profiles
    before, after = signed[:, :-1], signed[:, 1:]
    crosses = (before < 0) & (after >= 0)
    crossing = where[:-1] + (where[1] - where[0]) * before / np.where(crosses, before - after, 1)
    far = np.where(crosses & (np.abs(crossing - around) <= reach), np.abs(crossing - around), np.inf)
    nearest = far.argmin(axis=1)
    each = np.arange(len(profiles))
    return np.where(np.isfinite(far[each, nearest]), crossing[each, nearest], np.nan)


def _line(along: Array, values: Array) -> tuple[Line, float] | None:
    """The line that most values lie on (iteratively reweighted least squares), and the share of all that do."""
    good = np.isfinite(values)
    if good.mean() < _LEAST:
        return None
    along, values = along[good], values[good]
    middle = np.array([np.median(values), 0.0])
    for _ in range(_ROUNDS):
        off = np.abs(values - middle[0] - middle[1] * along)
        weight = 1 / np.maximum(off, CELL / 5)
        slope, offset = np.polyfit(along, values, 1, w=np.sqrt(weight))
        middle = np.array([offset, slope])
    off = np.abs(values - middle[0] - middle[1] * along)
    return (float(middle[0]), float(middle[1])), float((off < CELL).sum() / len(good))


def _crossing(upright: Line, level: Line) -> tuple[float, float]:
    """Where x = a + b y meets y = c + d x."""
    (a, b), (c, d) = upright, level
    y = (c + d * a) / (1 - b * d)
    return a + b * y, y
