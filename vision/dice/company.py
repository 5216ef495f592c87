"""Dice of one throw: the likelihood that a place belongs to them, by its size and its distance.

Dice of one throw are as large as perspective makes them where they lie, and they lie near each other. Eyes of a printed
bird or knots of a table keep to neither.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

MIN_DICE = 6  # certain dice below which they are no evidence about others
SIZE_SIGMA = 0.13  # standard deviation of the logarithm of an edge beside what perspective makes of it
SIZE_RANGE_LOG = 2.4  # the width of the logarithms of edges at which something else is found
OUTLIER_SHARE = 0.05  # of dice whose measured edge is an outlier
FIT_ROUNDS = 10  # rounds of the fit, outliers counting less each time
MIN_MEAN_DISTANCE = 1.0  # edges: mean distance of a die from the nearest one, at least
GRID_PLACES = 12  # places a side of the picture, from which the mean distance of any place from a die is estimated

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class DiceCompany:
    """Dice that are sure, in a picture.

    Attributes:
        places: their middles in pixels, shape (n, 2).
        size: the logarithm of an edge, as a plane over the picture in pixels: constant, across, down; shape (3,).
        near, far: the mean distance, in edges, from the nearest die: of a die, and of any place of the picture.
    """

    places: Floats
    size: Floats
    near: float
    far: float

    @classmethod
    def of(cls, places: Floats, edges: Floats, picture: tuple[int, int]) -> DiceCompany | None:
        """Fit the company of dice at these places, shape (n, 2); None where they are too few.

        Args:
            picture: its width and height.
        """
        if len(places) < MIN_DICE:
            return None
        plane, logs = np.column_stack([np.ones(len(places)), places]), np.log(edges)
        weights: Floats = np.ones(len(places))
        size: Floats = np.zeros(3)
        for _ in range(FIT_ROUNDS):
            size = np.asarray(np.linalg.lstsq(plane * weights[:, None], logs * weights, rcond=None)[0], np.float64)
            weights = 1 / (1 + ((logs - plane @ size) / SIZE_SIGMA) ** 2)
        apart = np.hypot(*(places[:, None] - places).transpose(2, 0, 1)) + np.diag(np.full(len(places), np.inf))
        near = max(MIN_MEAN_DISTANCE, float((apart.min(axis=1) / np.exp(plane @ size)).mean()))
        line = (np.arange(GRID_PLACES) + 0.5) / GRID_PLACES
        anywhere = np.stack(np.meshgrid(line * picture[0], line * picture[1]), axis=-1).reshape(-1, 2)
        company = cls(places, size, near, near)
        far = float(np.mean([company.distance(x, y) for x, y in anywhere]))
        return cls(places, size, near, max(near, far))

    def edge(self, x: float, y: float) -> float:
        """Return the edge of a die there, in pixels."""
        return float(np.exp(self.size @ (1.0, x, y)))

    def distance(self, x: float, y: float) -> float:
        """Return the distance of the nearest other die, in edges."""
        apart = np.hypot(*(self.places - (x, y)).T)
        return float(apart[apart > 0].min(initial=np.inf)) / self.edge(x, y)

    def alike(self, x: float, y: float, edge: float) -> float:
        """Return the logarithm of how much likelier a die has this place and edge than anything else has."""
        off = np.log(edge / self.edge(x, y)) / SIZE_SIGMA
        usual = np.exp(-(off**2) / 2) / (SIZE_SIGMA * np.sqrt(2 * np.pi))
        size = np.log((1 - OUTLIER_SHARE) * usual * SIZE_RANGE_LOG + OUTLIER_SHARE)
        return float(size + np.log(self.far / self.near) + self.distance(x, y) * (1 / self.far - 1 / self.near))
