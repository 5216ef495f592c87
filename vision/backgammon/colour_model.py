"""The colours of the light and the dark checkers, estimated from the picture or already known for this set.

The checkers of an unknown set are split so that the two groups differ most, with no more than fifteen in either (Otsu, A
threshold selection method from gray-level histograms, 1979). A known set's colours may have been seen in a different light,
so both are shifted together to fit the picture.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from fourth_seat.vision.arrays import Floats, Mask

CHECKERS_EACH = 15  # checkers of a colour
_MIN_SPREAD = 5.0  # CIELAB units by which checkers of one colour differ at least
_CHANNEL_WEIGHTS = np.array([1.0, 1.3, 1.3])  # hue differs less with the light than brightness does
_MIN_COLOUR_DISTANCE = 12.0  # CIELAB units between two colours; nearer ones may be one
_MIDDLE_LIGHTNESS = 50.0  # between light and dark checkers, where there is nothing to compare
_LIGHTNESS_SCALE = 12.0  # of L that is clearly lighter or darker than that
# Weight of a board unit: over this distance the light may change as much as one checker is evidence of.
_POSITION_WEIGHT = 0.3
_MAX_GUESS_LOG_ODDS = 1.5  # the logarithm of the odds that such a guess can have
_MAX_COLOUR_LOG_ODDS = 4.0  # the logarithm of the odds that one checker's colour can give
_LIGHT_SIGMA = 12.0  # CIELAB units by which another light moves all colours, as a standard deviation
_MAX_DIFFERENCE_CHANGE = 0.5  # share of the difference of two known colours by which it may change with the light
_OUTLIER_SIGMAS = 3.0  # standard deviations


@dataclass(frozen=True, slots=True)
class CheckerColours:
    """The colours of the two kinds of checkers.

    Attributes:
        means: the mean colours of the light and the dark checkers (CIELAB), shape (2, 3).
        spread: the standard deviation of a checker's colour, shared by both.
    """

    means: Floats
    spread: float

    def odds(self, colours: Floats) -> Floats:
        """Return, for each colour, the log odds that it is the light one, shape (n,)."""
        far = [(((colours - mean) * _CHANNEL_WEIGHTS) ** 2).sum(axis=1) for mean in self.means]
        # a checker in glare or shade proves nothing: the logarithm grows no further where both are far
        odds: Floats = np.clip(
            (far[1] - far[0]) / (2 * self.spread**2 + 0.1 * np.minimum(*far)), -_MAX_COLOUR_LOG_ODDS, _MAX_COLOUR_LOG_ODDS
        )
        return odds

    def moved(self, colours: Floats) -> CheckerColours:
        """Return the palette adjusted to this picture's light.

        If these checkers clearly have two colours, or differ as the known colours do, the palette consists of their
        colours. If there are only a few, or only one colour, it consists of the known colours, both shifted to the best
        fit.
        """
        moves = [np.zeros(3)]
        found = CheckerColours.found(colours)
        if found:
            known, seen = self.means[0] - self.means[1], found.means[0] - found.means[1]
            if seen @ known < 0:  # the first colour may be the darker one
                found, seen = CheckerColours(found.means[::-1], found.spread), -seen
            if len(colours) > CHECKERS_EACH or np.linalg.norm(seen - known) < _MAX_DIFFERENCE_CHANGE * np.linalg.norm(
                known
            ):
                return found
            moves.append((found.means - self.means).mean(axis=0))
        if len(colours):
            moves += [np.median(colours, axis=0) - mean for mean in self.means]
        best = min(moves, key=lambda move: self._misfit(colours - move) + float(move @ move) / _LIGHT_SIGMA**2)
        return CheckerColours(self.means + best, self.spread)

    def _misfit(self, colours: Floats) -> float:
        """Return the distance of colours from the nearer of the two, in variances; outliers count little."""
        far = [(((colours - mean) * _CHANNEL_WEIGHTS) ** 2).sum(axis=1) for mean in self.means]
        return float(np.minimum(np.minimum(*far) / self.spread**2, _OUTLIER_SIGMAS**2).sum())

    @classmethod
    def of(cls, appearance: Mapping[str, Any]) -> CheckerColours | None:
        """Restore the learned colours, or return None if there are none."""
        if "light" not in appearance:
            return None
        return cls(np.array([appearance["light"], appearance["dark"]], float), float(appearance["spread"]))

    @classmethod
    def fitted(cls, light: Floats, dark: Floats) -> CheckerColours:
        """Fit a palette to checkers whose colours are known, shape (n, 3) each, n > 0."""
        means = np.array([np.median(light, axis=0), np.median(dark, axis=0)])
        off = np.concatenate([np.abs(part - mean) for part, mean in zip((light, dark), means, strict=True)])
        return cls(means, max(_MIN_SPREAD, float(1.48 * np.median(off))))

    @classmethod
    def found(cls, colours: Floats, where: Floats | None = None) -> CheckerColours | None:
        """Return the two colours of unlabelled checkers, shape (n, 3), or None if they may all have the same colour.

        `where` gives the checkers' places, shape (n, 2). They are used to compensate for a lamp that makes one side of the
        board brighter than the other.
        """
        if len(colours) < 2:
            return None
        scaled = colours * _CHANNEL_WEIGHTS
        best: tuple[float, Mask] | None = None
        for axis in _axes(scaled):
            order = np.argsort(scaled @ axis)
            most = min(len(order) - 1, max(CHECKERS_EACH, (len(order) + 1) // 2))  # more than thirty: some are not checkers
            for count in range(len(order) - most, most + 1):
                parts = scaled[order[:count]], scaled[order[count:]]
                within = sum(((part - part.mean(axis=0)) ** 2).sum() for part in parts)
                if best is None or within < best[0]:
                    best = float(within), np.isin(np.arange(len(order)), order[:count])
        if best is None:
            return None
        one, other = colours[best[1]], colours[~best[1]]
        brighter = one[:, 0].mean() - other[:, 0].mean() if where is None else _brighter(colours[:, 0], best[1], where)
        light, dark = (one, other) if brighter > 0 else (other, one)
        palette = cls.fitted(light, dark)
        apart = np.linalg.norm(palette.means[0] - palette.means[1]) > _MIN_COLOUR_DISTANCE
        return palette if apart or len(colours) > CHECKERS_EACH else None  # sixteen checkers must be of two colours


def guessed(colours: Floats) -> Floats:
    """Return, for each colour, shape (n, 3), the log odds that it is the light one, based on its brightness alone."""
    odds: Floats = np.clip(
        (colours[:, 0] - _MIDDLE_LIGHTNESS) / _LIGHTNESS_SCALE, -_MAX_GUESS_LOG_ODDS, _MAX_GUESS_LOG_ODDS
    )
    return odds


def _brighter(brightness: Floats, first: Mask, where: Floats) -> float:
    """Return the brightness of the first colour less the other's, in a light that changes linearly across the board."""
    far = where - where.mean(axis=0)
    columns = np.column_stack([first, np.ones(len(first)), far * _POSITION_WEIGHT])
    slopes = np.diag([0.0, 0.0, 1.0, 1.0])  # a plane that does not lean is the likeliest
    return float(np.linalg.solve(columns.T @ columns + slopes, columns.T @ brightness)[0])


def _axes(colours: Floats) -> Floats:
    """Return directions along which colours may fall apart: brightness, and the one in which they differ most; shape (2,
    3).
    """
    _, _, rows = np.linalg.svd(colours - colours.mean(axis=0), full_matrices=False)
    return np.array([[1.0, 0.0, 0.0], rows[0]])
