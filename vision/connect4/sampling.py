"""Samples a picture's colours within each hole and on the plate between the holes.

A colour is a triple of red against green, yellow against blue, and the logarithm of the brightness. The first two are
fractions of the sum of the channels, so that light and shade do not matter; grey is at (0, 0). Arrays of holes are ordered
row by row from the top left of the picture.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fourth_seat.calibration.view import View
from fourth_seat.games.connect4.geometry import HOLE_DIAMETER
from fourth_seat.games.connect4.rules import COLUMNS, ROWS, hole
from fourth_seat.vision.arrays import Floats, Floats32, Mask
from fourth_seat.vision.protocols import Image

Colours = NDArray[np.float64]
"""Shape (n, 3)."""

HOLES = tuple(hole(column, ROWS - 1 - row) for row in range(ROWS) for column in range(1, COLUMNS + 1))

PX_PER_UNIT = 24  # pixels a unit in the rectified picture
DISC_FACE_DEPTH = -0.1  # units: the discs' faces lie this far behind the front plate's
# Units: within this radius neither a hole's rim nor the thickness of the plate shows, even if corners are a bit off.
HOLE_SAMPLE_RADIUS = 0.22
PLATE_SAMPLE_RADIUS = 0.12  # units: radius of the plate that is sampled between four holes
# The logarithm by which the brightness of a plate differs in a light that is the same all over; twice as much is a shadow's
# edge or a lamp's light.
EVEN_LIGHT_LOG = 0.2
GAMMA = 2.2  # from stored values to linear light, nearly
# Of the brighter parts of the board, added to the sum of the channels, so that noise in the dark makes no colour.
BLACK_SHARE = 0.1


@dataclass(frozen=True)
class GridSamples:
    """Colours sampled in the holes and on the plate.

    Attributes:
        holes: the colour within each hole, corrected for shadows, shape (42, 3).
        shade: the brightness of the plate around each hole relative to elsewhere (logarithm), shape (42,); nonzero only if
            the difference is large, as with a shadow or a lamp's light.
        uneven: the variation between the quarters of each hole in colour and in brightness, shape (42, 2).
        plate: the colour at each point between four holes, row by row, shape (30, 3).
        bright: the brightness of the board's brighter parts, 0..255.
    """

    holes: Colours
    shade: Floats
    uneven: Floats
    plate: Colours
    bright: float

    @property
    def light(self) -> float:
        """The brightness of the plate, as a logarithm."""
        return float(np.median(self.plate[:, 2]))

    def linear(self, colours: Colours) -> Colours:
        """Convert colours to linear light (blue, green, red) at this picture's exposure, shape (n, 3)."""
        whole = np.exp(colours[:, 2])
        total = whole - BLACK_SHARE * self.bright
        blue = (total - 2 * colours[:, 1] * whole) / 3
        green, red = ((total - blue + sign * colours[:, 0] * whole) / 2 for sign in (-1, 1))
        return np.asarray((np.column_stack([blue, green, red]).clip(0) / 255) ** GAMMA, np.float64)

    def colours(self, light: Colours) -> Colours:
        """Convert linear light to colours, shape (n, 3). This is the inverse of `linear`."""
        return _colour(255 * light ** (1 / GAMMA), self.bright)

    @classmethod
    def of(cls, image: Image, view: View) -> GridSamples:
        """Sample the colours of a picture."""
        window = (0.0, 0.0, float(COLUMNS), float(ROWS))
        behind = _cells(view.rectified(image, window, PX_PER_UNIT, DISC_FACE_DEPTH), ROWS, COLUMNS)
        front = _cells(view.rectified(image, (0.5, 0.5, COLUMNS - 0.5, ROWS - 0.5), PX_PER_UNIT), ROWS - 1, COLUMNS - 1)
        bright = float(np.percentile(behind.max(axis=2), 90)) + 1
        quarters = np.stack([_colour(behind[:, part].mean(axis=1), bright) for part in _QUARTERS])
        holes, plate = (_colour(np.median(part, axis=1), bright) for part in (behind[:, _DISC], front[:, _MEETING]))
        shaded = shade(plate[:, 2])
        holes[:, 2] -= shaded
        off = quarters.var(axis=0)
        uneven = np.sqrt(np.column_stack([off[:, :2].sum(axis=1), off[:, 2]]))
        return cls(holes, shaded, uneven, plate, bright)


def shade(plate: Floats) -> Floats:
    """Return the plate's brightness around each hole relative to the median, shape (42,), ignoring small differences."""
    off = around_holes(plate - np.median(plate))
    return np.asarray(off * np.clip(np.abs(off) / EVEN_LIGHT_LOG - 1, 0, 1), np.float64)


def around_holes(plate: Floats) -> Floats:
    """Return, for each hole, the median of the values at the surrounding points between four holes; shape (42,), from shape
    (30,).
    """
    meeting = np.pad(plate.reshape(ROWS - 1, COLUMNS - 1), 1, mode="edge")
    corners = np.stack([meeting[:-1, :-1], meeting[1:, :-1], meeting[:-1, 1:], meeting[1:, 1:]])
    return np.asarray(np.median(corners, axis=0).ravel(), np.float64)


def _cells(rectified: Image, rows: int, columns: int) -> Floats32:
    """Return the squares of a rectified picture, shape (rows * columns, pixels, 3)."""
    squares = rectified.reshape(rows, PX_PER_UNIT, columns, PX_PER_UNIT, 3).transpose(0, 2, 1, 3, 4)
    return squares.reshape(rows * columns, PX_PER_UNIT * PX_PER_UNIT, 3).astype(np.float32)


def _colour(bgr: NDArray[np.floating], bright: float) -> Colours:
    blue, green, red = bgr.T.astype(np.float64)
    whole = blue + green + red + BLACK_SHARE * bright
    return np.column_stack([(red - green) / whole, ((red + green) / 2 - blue) / whole, np.log(whole)])


def _within(radius: float) -> Mask:
    """Return a mask of a square's pixels within a radius of its centre."""
    y, x = (np.mgrid[:PX_PER_UNIT, :PX_PER_UNIT] + 0.5) / PX_PER_UNIT - 0.5
    inside: Mask = (x**2 + y**2 < radius**2).ravel()
    return inside


def _quarters() -> tuple[Mask, ...]:
    y, x = (np.mgrid[:PX_PER_UNIT, :PX_PER_UNIT] + 0.5) / PX_PER_UNIT - 0.5
    return tuple(_DISC & side.ravel() for side in (y < -abs(x), y > abs(x), x < -abs(y), x > abs(y)))


_DISC, _MEETING = _within(HOLE_SAMPLE_RADIUS), _within(PLATE_SAMPLE_RADIUS)
_QUARTERS = _quarters()
assert HOLE_SAMPLE_RADIUS < HOLE_DIAMETER / 2
