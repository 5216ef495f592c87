"""The lines of a TriDice board: the sides of the triangle and their parallels, in three families of five."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from fourth_seat.calibration.view import View
from fourth_seat.games.tridice.geometry import CELL_HEIGHT
from fourth_seat.games.tridice.lattice import ROWS
from fourth_seat.vision.arrays import Floats

SIDE_PLACES = np.linspace(0.12, 0.88, 9)  # where a cell's side is looked at, away from where lines cross
CELL_OFFSET = 0.16  # how far from a line the cells are looked at, in cells
LINE_OFFSETS = np.linspace(-0.045, 0.045, 7)  # about where a line must lie, in cells
MIN_CONTRAST_LEVELS = 6.0  # grey levels between a line and both cells beside it
LINE_REACHES = (0.16, 0.1, 0.07)  # how far from its place a line is looked for, in cells, round by round
MAX_VIEW_ERROR_PX = 3.0  # between lines and the view through them, at most
MIN_CLEAR_PLACES = 60  # places on lines that are clear enough to go by
MIN_LINE_SHARE = 0.45  # of the cells' sides that must be seen; dice hide some


def sides() -> Floats:
    """Return the end points of all cell sides in board units, shape (30, 2, 2)."""
    corners = {(row, k): ((ROWS - row) / 2 + k, row * CELL_HEIGHT) for row in range(ROWS + 1) for k in range(row + 1)}
    out = []
    for (row, k), at in corners.items():
        out += [(at, corners[place]) for place in ((row, k + 1), (row + 1, k), (row + 1, k + 1)) if place in corners]
    return np.array(out)


SIDES = sides()
ALONG = SIDES[:, 1] - SIDES[:, 0]
ON_SIDES = SIDES[:, None, 0] + ALONG[:, None] * SIDE_PLACES[None, :, None]
"""The sample points on the sides, shape (30, places, 2)."""


def _tones() -> Floats:
    """Return, for each side, which of the adjacent cells points up, shape (30,).

    The value is 1 for the cell on the left, seen along the side, -1 for the cell on the right, and 0 at the board's edge.
    """
    out = []
    for start, end in SIDES:
        middle, (x, y) = (start + end) / 2, end - start
        beside = [middle + CELL_OFFSET * np.array((-y, x)) * way for way in (-1, 1)]
        out.append(_points_up(beside[0]) - _points_up(beside[1]) if all(map(_inside, beside)) else 0)
    return np.array(out, np.float64)


def _inside(place: Floats) -> bool:
    x, y = place
    return bool(0 < y < ROWS * CELL_HEIGHT and abs(x - ROWS / 2) < y / CELL_HEIGHT / 2)


def _points_up(place: Floats) -> int:
    """Return 1 if the cell at a place on the board points up, otherwise 0."""
    x, y = place
    row = int(y // CELL_HEIGHT)
    along = (x - (ROWS - row - 1) / 2) % 1  # from a bottom corner to the next
    height = row + 1 - y / CELL_HEIGHT
    return int(height / 2 < along < 1 - height / 2)


TONES = _tones()


def lattice_seen(grey: NDArray[np.uint8], view: View) -> bool:
    """Return whether lines are visible where the board has them."""
    return line_share(grey, view) >= MIN_LINE_SHARE


def line_share(grey: NDArray[np.uint8], view: View) -> float:
    """Return the proportion of cell sides with a visible line.

    Lines are either all darker or all lighter than the cells, or are edges between the two tones of cells that point up and
    down.
    """
    _, seen = _around_lines(grey, view, np.concatenate([LINE_OFFSETS, [-CELL_OFFSET, CELL_OFFSET]]))
    levels = np.median(seen, axis=1)
    lines, beside = levels[:, : len(LINE_OFFSETS)], levels[:, len(LINE_OFFSETS) :]
    darker = beside.min(axis=1) - lines.min(axis=1) > MIN_CONTRAST_LEVELS
    lighter = lines.max(axis=1) - beside.max(axis=1) > MIN_CONTRAST_LEVELS
    step = TONES * (beside[:, 0] - beside[:, 1])
    return float(max((line | (way * step > MIN_CONTRAST_LEVELS)).mean() for line in (darker, lighter) for way in (1, -1)))


def refined(grey: NDArray[np.uint8], view: View) -> View:
    """Refine a view to match the board's lines with those in the picture, if they are already close."""
    for reach in LINE_REACHES:
        offsets = np.linspace(-reach, reach, 17)
        pixels, levels = _around_lines(grey, view, offsets)
        off = np.median(levels, axis=2, keepdims=True) - levels
        if -off.min(axis=2).mean() > off.max(axis=2).mean():
            off = -off  # the lines are lighter
        best = off.argmax(axis=2)
        clear = (off.max(axis=2) > MIN_CONTRAST_LEVELS) & (best > 0) & (best < len(offsets) - 1)
        if clear.sum() < MIN_CLEAR_PLACES:
            return view
        where = pixels[np.arange(len(SIDES))[:, None], np.arange(len(SIDE_PLACES))[None], best]
        matrix, _ = cv2.findHomography(ON_SIDES[clear], where[clear], cv2.RANSAC, MAX_VIEW_ERROR_PX)
        if matrix is None:
            return view
        view = View(np.asarray(matrix, np.float64), view.lens, view.size)
    return view


def _around_lines(grey: NDArray[np.uint8], view: View, offsets: Floats) -> tuple[Floats, Floats]:
    """Return the pixel coordinates of sample points at these distances from the sides, shape (30, places, offsets, 2), and
    the grey levels there.
    """
    across = np.column_stack([-ALONG[:, 1], ALONG[:, 0]])
    pixels = view.pixels((ON_SIDES[:, :, None] + across[:, None, None] * offsets[None, None, :, None]).reshape(-1, 2))
    x, y = pixels.astype(np.float32).T[:, None]
    seen = cv2.remap(grey, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    shape = *ON_SIDES.shape[:2], len(offsets)
    return pixels.reshape(*shape, 2), seen.reshape(shape).astype(np.float64)
