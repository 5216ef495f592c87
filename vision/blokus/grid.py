"""The lattice of lines between squares: its position in a picture, and its clarity.

There are ridges on the empty board, and gaps and bevels between pieces. So whatever is on a board, its picture changes
across the lattice's lines but little along them. An approximate homography is refined as in iterative closest points (Besl
and McKay, A method for registration of 3-D shapes, 1992): each line segment between two squares is searched for on either
side of its expected position, and the homography is fitted to all segments found, with less weight for the doubtful ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from fourth_seat.calibration.view import Matrix
from fourth_seat.vision.arrays import Floats
from fourth_seat.vision.protocols import Image

Field = NDArray[np.float32]

PX_PER_SQUARE = 8  # pixels a square, straightened
MARGIN_SQUARES = 2  # squares around the part that is looked at
# The quantile of the edges' strength above which all count the same: piece beside board, ridge on the board.
STRENGTH_QUANTILE = 0.75
OUTLIER_SQUARES = 0.1  # squares; segments that lie much further from where all others want them hardly count
PERSPECTIVE_STIFFNESS = 0.3  # how hard it is to change the perspective, in segments


@dataclass(frozen=True)
class GridPart:
    """A rectangle of squares in a lattice.

    Attributes:
        left, top: the position of its first square, in squares.
        wide, tall: its size, in squares.
    """

    left: int
    top: int
    wide: int
    tall: int

    def widened(self, left: int, top: int, right: int, bottom: int) -> GridPart:
        """Return the part enlarged by this many squares on each side."""
        return GridPart(self.left - left, self.top - top, self.wide + left + right, self.tall + top + bottom)

    @property
    def corners(self) -> Floats:
        """The top left, top right, bottom right and bottom left corners, shape (4, 2)."""
        right, bottom = self.left + self.wide, self.top + self.tall
        return np.array([(self.left, self.top), (right, self.top), (right, bottom), (self.left, bottom)], np.float64)


@dataclass(frozen=True)
class GridEdges:
    """The strength of edges across the lattice's vertical lines (`across`) and its horizontal ones (`down`, transposed).

    Both are in 0..1, with `PX_PER_SQUARE` values per square and a margin of `MARGIN_SQUARES` squares around the part.
    """

    part: GridPart
    across: Field
    down: Field

    @classmethod
    def seen(cls, image: Image, homography: Matrix, part: GridPart) -> GridEdges:
        """Rectify the picture (any number of channels) and take the strongest change in any channel."""
        left, top = part.left - MARGIN_SQUARES, part.top - MARGIN_SQUARES
        size = ((part.wide + 2 * MARGIN_SQUARES) * PX_PER_SQUARE, (part.tall + 2 * MARGIN_SQUARES) * PX_PER_SQUARE)
        to_lattice = np.array(
            [
                [1 / PX_PER_SQUARE, 0, left + 0.5 / PX_PER_SQUARE],
                [0, 1 / PX_PER_SQUARE, top + 0.5 / PX_PER_SQUARE],
                [0, 0, 1],
            ]
        )
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        straight = cv2.warpPerspective(image, homography @ to_lattice, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
        channels = [np.asarray(channel, np.uint8) for channel in cv2.split(cv2.blur(straight, (3, 3)))]
        x, y = (_change(channels, axis) for axis in (1, 0))
        across, down = np.maximum(x - y, 0), np.maximum(y - x, 0)
        inner = slice(MARGIN_SQUARES * PX_PER_SQUARE, -MARGIN_SQUARES * PX_PER_SQUARE, 2)
        strongest = np.maximum(across[inner, inner], down[inner, inner]).ravel()
        cap = max(float(np.partition(strongest, place := int(STRENGTH_QUANTILE * strongest.size))[place]), 1.0)
        return cls(part, np.minimum(across / cap, 1), np.minimum(down.T / cap, 1))

    def clearness(self) -> GridContrast:
        """Return the clarity of each line segment."""
        return GridContrast(self.part, _clear(self.across, self.part.wide), _clear(self.down, self.part.tall))


@dataclass(frozen=True)
class GridContrast:
    """The contrast between edges on the segments of the lattice's lines and edges between the lines.

    Attributes:
        upright: the contrast of vertical line k in row r of squares, at [r + MARGIN_SQUARES, k + 1]; it includes one more
            line on each side than the part has.
        level: the contrast of horizontal line k in column c of squares, at [c + MARGIN_SQUARES, k + 1].
    """

    part: GridPart
    upright: Field
    level: Field

    @property
    def strength(self) -> float:
        """The mean clarity of the segments within the part, or 0 if there is no lattice."""
        inner = slice(MARGIN_SQUARES, -MARGIN_SQUARES), slice(1, -1)
        return float((self.upright[inner].mean() + self.level[inner].mean()) / 2)

    @property
    def contrast(self) -> float:
        """The certainty that the lattice fills the part exactly: above 0.4 for boards, and at most 0.3 elsewhere."""
        inner, beside = slice(MARGIN_SQUARES, -MARGIN_SQUARES), [MARGIN_SQUARES - 1, -MARGIN_SQUARES]
        within = np.concatenate([self.rows[inner], self.columns[inner]])
        without = np.concatenate([self.rows[beside], self.columns[beside]])
        return float(self.strength - without.mean() + np.quantile(within, 0.1) - without.max())

    @property
    def evenness(self) -> float:
        """The clarity of every other line relative to the lines in between, 0..1. If each square of a chequered board was
        mistaken for two by two smaller ones, only every other line is visible.
        """
        lines = [field[MARGIN_SQUARES:-MARGIN_SQUARES, 2:-2].mean(axis=0) for field in (self.upright, self.level)]
        one, other = (max(0.0, float(np.mean([line[first::2].mean() for line in lines]))) for first in (0, 1))
        return min(one, other) / max(one, other, 1e-6)

    @property
    def rows(self) -> Field:
        """The clarity of the segments in each row of squares, including `MARGIN_SQUARES` rows beyond the part on each
        side.
        """
        return np.asarray(self.upright[:, 1:-1].mean(axis=1))

    @property
    def columns(self) -> Field:
        """The clarity of the segments in each column of squares, with a margin as in `rows`."""
        return np.asarray(self.level[:, 1:-1].mean(axis=1))

    def board(self, size: int) -> GridPart:
        """Return the part with this many rows and columns that best matches the visible lines and squares.

        Beyond the board's border there may be one more edge, the frame's, but no lines at right angles to it.
        """
        upright, level = (field[MARGIN_SQUARES:-MARGIN_SQUARES].mean(axis=0) for field in (self.upright, self.level))
        left = _window(self.columns, upright, size)
        top = _window(self.rows, level, size)
        return GridPart(self.part.left + left, self.part.top + top, size, size)


def aligned(
    image: Image, homography: Matrix, part: GridPart, reach: float, affine: bool = False
) -> tuple[Matrix, GridEdges]:
    """Perform one refinement step of the homography (lattice to pixels) towards the lines in the picture.

    Args:
        reach: the range of the search across each segment's expected line, in squares.
        affine: whether to leave the perspective unchanged.
    """
    edges = GridEdges.seen(image, homography, part)
    right, right_weights = _shifts(edges.across, part.wide, reach)
    down, down_weights = _shifts(edges.down, part.tall, reach)
    scale = max(part.wide, part.tall) / 2
    centre = part.left + part.wide / 2, part.top + part.tall / 2
    rows = _moves(part.wide, part.tall)
    shifts = np.concatenate([right, down]) / scale
    weights = np.concatenate([right_weights, down_weights])
    weights = np.minimum(weights, np.partition(weights, place := int(0.8 * weights.size))[place])
    held = np.diag([1e-4] * 6 + [1e3 if affine else PERSPECTIVE_STIFFNESS] * 2)
    change = np.zeros(8)
    for _ in range(3):  # iteratively reweighted least squares with Cauchy's weights
        left = (rows * (weights / (1 + ((shifts - rows @ change) * scale / OUTLIER_SQUARES) ** 2))[:, None]).T
        change = np.linalg.solve(left @ rows + held, left @ shifts)
    a, b, c, d, e, f, g, h = change
    step = np.array([[1 + b, c, a], [e, 1 + f, d], [-g, -h, 1]])
    to_unit = np.array([[1 / scale, 0, -centre[0] / scale], [0, 1 / scale, -centre[1] / scale], [0, 0, 1]])
    moved = homography @ np.linalg.inv(to_unit) @ step @ to_unit
    return moved / moved[2, 2], edges


def _change(channels: Sequence[NDArray[np.uint8]], axis: int) -> Field:
    """Return the change along an axis of the channel that changes most."""
    most: NDArray[np.uint8] | None = None
    for channel in channels:
        flat = channel if axis else channel.T
        change = cv2.absdiff(flat[:, 2:], flat[:, :-2])
        most = np.asarray(change if most is None else cv2.max(most, change), np.uint8)
    tall, wide = channels[0].shape if axis else channels[0].T.shape
    field = np.zeros((tall, wide), np.float32)
    field[:, 1:-1] = most
    return field if axis else field.T


def _bands(field: Field) -> Field:
    """Return the mean of each row of squares, without the lines at its edges; shape (squares, pixels)."""
    return np.asarray(field.reshape(-1, PX_PER_SQUARE, field.shape[1])[:, 1:-1].mean(axis=1))


def _clear(field: Field, lines: int) -> Field:
    bands = _bands(field)
    between = (bands[:, 1:] + bands[:, :-1]) / 2  # lines lie between pixels
    line = (np.arange(-1, lines + 2) + MARGIN_SQUARES) * PX_PER_SQUARE - 1
    on = np.maximum(between[:, line], np.maximum(between[:, line - 1], between[:, line + 1]))
    off = np.minimum(between[:, line - PX_PER_SQUARE // 2], between[:, line + PX_PER_SQUARE // 2])
    return np.asarray(on - off)


def _shifts(field: Field, lines: int, reach: float) -> tuple[Floats, Floats]:
    """Return the offset of each segment's line, in squares, and its clarity, row by row."""
    bands = _bands(field)[MARGIN_SQUARES:-MARGIN_SQUARES]
    across = np.arange(-PX_PER_SQUARE // 2, PX_PER_SQUARE // 2 + 1)
    at = ((np.arange(lines + 1) + MARGIN_SQUARES) * PX_PER_SQUARE - 1)[:, None] + across
    seen = (bands[:, at] + bands[:, at + 1]) / 2
    seen = np.maximum(seen - np.minimum(seen[..., :1], seen[..., -1:]), 0) * np.exp(
        -0.5 * (across / PX_PER_SQUARE / reach) ** 2
    )
    total = seen.sum(axis=2)
    return ((seen @ across) / (total + 1e-6) / PX_PER_SQUARE).ravel().astype(np.float64), total.ravel().astype(np.float64)


@lru_cache(maxsize=256)
def _moves(wide: int, tall: int) -> Floats:
    """Return the derivative of each segment's offset with respect to each parameter of a homography, shape (segments, 8).
    Both are relative to the centre and in units of half the longer side; the segments of the vertical lines come first.
    """
    scale = max(wide, tall) / 2
    x, y = _grid(wide + 1, tall, wide, tall, scale)
    v, u = _grid(tall + 1, wide, tall, wide, scale)
    rows = np.zeros((x.size + u.size, 8))
    rows[: x.size, [0, 1, 2, 6, 7]] = np.column_stack([np.ones(x.size), x, y, x * x, x * y])
    rows[x.size :, [3, 4, 5, 6, 7]] = np.column_stack([np.ones(u.size), u, v, u * v, v * v])
    rows.flags.writeable = False
    return rows


def _grid(lines: int, squares: int, wide: int, tall: int, scale: float) -> tuple[Floats, Floats]:
    """Return the coordinates of the segments across and along the lines, relative to the centre, row by row."""
    across, along = np.meshgrid((np.arange(lines) - wide / 2) / scale, (np.arange(squares) + 0.5 - tall / 2) / scale)
    return across.ravel(), along.ravel()


def _window(squares: Field, lines: Field, size: int) -> int:
    """Return the index within the part of the clearest window of this many squares and their lines."""
    # A frame's edges look like lines, and may be much clearer.
    lines = np.asarray(np.minimum(lines, np.median(lines)) / 2, np.float32)

    def clear(first: int) -> float:
        start = first + MARGIN_SQUARES
        beside = squares[start - 1] + squares[start + size]
        return float(squares[start : start + size].sum() - 2 * beside + lines[first + 1 : first + size + 2].sum())

    return max(range(-1, len(squares) - 2 * MARGIN_SQUARES + 2 - size), key=clear, default=0)
