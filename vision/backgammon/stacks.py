"""The place of each checker on a point: the first five in a row from the edge, and the rest in layers on top.

A checker on top of others is higher, so to a camera at the side it appears further away than the one below.
"""

from __future__ import annotations

import numpy as np

from fourth_seat.calibration.view import View
from fourth_seat.games.backgammon.geometry import BOARD_HEIGHT
from fourth_seat.vision.arrays import Floats
from fourth_seat.vision.backgammon.colour_model import CHECKERS_EACH
from fourth_seat.vision.backgammon.field_edges import FieldEdges

ROW = 5  # checkers in a row before people lay more on top,
MAX_ROW = 7  # and where they do not, before the row lies closer or comes to an end
CHECKER_THICKNESS = 0.26  # of a checker in board units: 9 mm beside points of 35 mm
POINTS = {str(point): (12 - point if point <= 12 else point - 13, point <= 12) for point in range(1, 25)}
"""Each point's column from the left, and whether it is on the near side."""


def rows(ground: FieldEdges, size: float, foot: float, checkers: int) -> Floats:
    """Return the centres of this many checkers in a row on each point, from the edge inwards, shape (24, checkers, 2).

    Args:
        size: a checker's diameter.
        foot: the gap between the edge and the first checker.
    """
    out = np.empty((len(POINTS), checkers, 2))
    away = size / 2 + foot + size * np.arange(checkers)
    for where, (index, near) in zip(out, POINTS.values(), strict=True):
        edge = ground.row(near, ground.column(index, BOARD_HEIGHT if near else 0.0))
        y = edge - away if near else edge + away
        where[:] = [(ground.column(index, level), level) for level in y.tolist()]
    return out


def tops(ground: FieldEdges, view: View, size: float, foot: float) -> Floats:
    """Return the centres of the checkers' upper faces projected onto the board's plane, from the edge inwards and then
    upwards, in board units, shape (24, EACH, 2). The arguments are as for `rows`.
    """
    row = rows(ground, size, foot, ROW)
    return np.concatenate([_lifted(row, view, layer) for layer in range(CHECKERS_EACH // ROW)], axis=1)


def long_rows(ground: FieldEdges, view: View, size: float, foot: float) -> Floats:
    """Return the centres of the upper faces of checkers that all lie in one row, shape (24, MAX_ROW, 2)."""
    return _lifted(rows(ground, size, foot, MAX_ROW), view, 0)


def _lifted(row: Floats, view: View, layer: int) -> Floats:
    """Return the places of the upper faces of checkers that lie on this many others."""
    return view.units(view.pixels(row.reshape(-1, 2), CHECKER_THICKNESS * (layer + 1))).reshape(row.shape)
