"""The reference tint of each square, recorded when its contents were known: even a pale or glossy piece differs from the
empty square.

In the reflection of a lamp or a window, a piece may look almost like an empty square, but not quite like this particular
square when it was empty: its tint has shifted slightly towards the piece's colour. Once the piece is there, the square's
appearance no longer changes. A shadow makes a square darker, and the darker it becomes, the more its tint shifts. A piece
also casts light of its colour on adjacent empty squares, but far less than on its own squares, while a lamp's reflection
makes all of them pale.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from fourth_seat.calibration.lens import Points
from fourth_seat.vision.arrays import Floats, Mask
from fourth_seat.vision.blokus.chromaticity import (
    CLASS_LIGHTNESS_SIGMA,
    GLARE_SHARE,
    BlokusColours,
    Chromaticities,
    ColourFit,
    LogArray,
    student,
    turns,
)
from fourth_seat.vision.protocols import Appearance
from fourth_seat.vision.track.cell_changes import near

KEY = "squares"  # of the reference in the transient part of an appearance (`REFERENCE_KEY`)
NEIGHBOURHOOD_SQUARES = 7  # squares across, whose median is what the light changed
MIN_UNCHANGED_NEARBY = 8  # of these squares that must be unchanged for the median to be used
MIN_UNCHANGED = 20  # of all squares: fewer show another board
MIN_TINT_NOISE = 0.003  # noise of a tint, at least: where a board is white throughout none is seen
SHADOW_TINT_SHIFT = 0.05  # how far a shadow's tint lies from the light's, for each logarithm that it is darker
MIN_COLOUR_SHARE = 0.05  # part of its distance that a colour mostly keeps
MIN_NEIGHBOUR_SHARE = 0.4  # part of a neighbour's change; less is light that a piece throws on the squares beside it
PALE_POWER = 3.0  # the less it keeps of either, the rarer it is, by this power
MAX_VIEW_SHIFT_SHARE = 0.03  # of the board's diagonal: from further away, the camera sees other reflections


@dataclass(frozen=True, eq=False)
class BlokusReference:
    """The colours of the squares of this set in a known position, for comparison.

    Attributes:
        tints: the tints of all squares, row by row from the top; shape (squares, 2).
        light: the logarithms of their lightness, shape (squares,).
        colours: the colours of the pieces there, 0 on empty squares; shape (squares,).
        corners: the corners of the playing area in that picture, in pixels, shape (4, 2).
    """

    tints: Chromaticities
    light: LogArray
    colours: NDArray[np.int64]
    corners: Points

    @classmethod
    def of(cls, transient: Appearance) -> BlokusReference | None:
        """Restore the reference from the temporary part of an appearance."""
        if KEY not in transient:
            return None
        stored = transient[KEY]
        tints, light, corners = (np.array(stored[name]) for name in ("tints", "light", "corners"))
        return cls(tints, light, np.array(stored["colours"], np.int64), corners)

    def stored(self) -> Appearance:
        """Serialise the reference as part of an appearance."""
        return {
            KEY: {
                "tints": self.tints.round(4).tolist(),
                "light": self.light.round(3).tolist(),
                "colours": self.colours.tolist(),
                "corners": self.corners.round(2).tolist(),
            }
        }

    def is_comparable(self, seen: ColourFit, corners: Points) -> bool:
        """Return whether the board in this view can be compared with the reference: it must have the same size and be seen
        from about the same direction.
        """
        alike = seen.tints.shape == self.tints.shape and near(corners, self.corners, MAX_VIEW_SHIFT_SHARE)
        return alike and int(self._same(seen).sum()) >= MIN_UNCHANGED

    def _same(self, seen: ColourFit) -> Mask:
        """Return the squares that, by this picture alone, still have their old contents."""
        return np.asarray(seen.logs[:, :-1].argmax(axis=1) == self.colours)

    def weighed(self, seen: ColourFit) -> LogArray:
        """Return `seen.logs` combined with the evidence from the reference."""
        empty, same = self.colours == 0, self._same(seen)
        change = _beyond_the_light(np.column_stack([seen.tints - self.tints, seen.light - self.light]), same)
        off, lighter = change[:, :2], change[:, 2]
        far = np.linalg.norm(off, axis=1)
        noise = np.where(empty, _usual(far[empty & same]), _usual(far[~empty & same]))
        noise = np.hypot(noise, SHADOW_TINT_SHIFT * np.minimum(lighter, 0))
        as_before = -2 * np.log(noise) - 3 * np.log1p((far / noise) ** 2 / 4) - np.log(2 * np.pi)
        as_before += student(lighter / CLASS_LIGHTNESS_SIGMA) - np.log(CLASS_LIGHTNESS_SIGMA)
        logs = seen.logs.copy()
        logs[empty, 0] = np.logaddexp(as_before, seen.beside)[empty]
        logs[empty, 1:-1] = np.logaddexp(seen.logs[:, 1:-1], _paler(off, lighter, noise, seen.palette))[empty]
        lying = np.nonzero(~empty)[0], self.colours[~empty]
        logs[lying] = np.logaddexp(logs[lying], as_before[~empty])
        return logs


def _usual(far: LogArray) -> float:
    """Return the noise of tints of which most have not changed."""
    return float(np.hypot(np.median(far), MIN_TINT_NOISE)) if len(far) else MIN_TINT_NOISE


def _beyond_the_light(change: Floats, same: Mask) -> Floats:
    """Return the change, shape (squares, n), against the median of those around each square with their old contents; if
    these are few, against the median of all of them.
    """
    size = round(len(change) ** 0.5)
    board = change.reshape(size, size, -1)
    # Mirrored at the border, so that no square there counts more often than those within.
    around = ((NEIGHBOURHOOD_SQUARES // 2,) * 2, (NEIGHBOURHOOD_SQUARES // 2,) * 2, (0, 0))
    counted = np.where(same.reshape(size, size, 1), board, np.inf)
    padded = np.pad(counted, around, mode="reflect")
    windows = np.sort(
        sliding_window_view(padded, (NEIGHBOURHOOD_SQUARES, NEIGHBOURHOOD_SQUARES), axis=(0, 1)).reshape(*board.shape, -1),
        axis=-1,
    )
    number = np.isfinite(windows).sum(axis=-1)
    middles = np.maximum(number - 1, 0) // 2, number // 2
    low, high = (np.take_along_axis(windows, middle[..., None], -1)[..., 0] for middle in middles)
    light = np.where(number < MIN_UNCHANGED_NEARBY, np.median(change[same], axis=0), (low + high) / 2)
    return np.asarray(board - light).reshape(change.shape)


def _furthest_around(far: LogArray) -> LogArray:
    """Return the furthest of each square and the eight about it; shape as given, (squares, 1)."""
    size = round(len(far) ** 0.5)
    # Outside the board nothing changes.
    around = cv2.dilate(far.reshape(size, size), np.ones((3, 3), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0)
    return np.asarray(around, np.float64).reshape(far.shape)


def _paler(off: Chromaticities, lighter: LogArray, noise: LogArray, palette: BlokusColours) -> LogArray:
    """Return the logarithm of the density of such changes where a piece of each colour lies there, any part of whose light
    is a reflection; shape (squares, colours).
    """
    far = np.hypot(np.linalg.norm(off, axis=1), 3 * noise)[:, None]
    spread = np.hypot(palette.turned, noise[:, None] / far)
    turned = -0.5 * (turns(off, palette) / spread) ** 2 - np.log(spread) - np.log(2 * np.pi) / 2
    part = np.minimum(far / np.exp(palette.distances), 1)
    seldom = np.log(GLARE_SHARE / -np.log(MIN_COLOUR_SHARE)) + PALE_POWER * np.minimum(np.log(part / MIN_COLOUR_SHARE), 0)
    seldom += PALE_POWER * np.minimum(np.log(far / (MIN_NEIGHBOUR_SHARE * _furthest_around(far))), 0)
    shade = student((lighter[:, None] - part * palette.lighter) / CLASS_LIGHTNESS_SIGMA) - np.log(CLASS_LIGHTNESS_SIGMA)
    return np.asarray(turned - 2 * np.log(far) + seldom + shade)
