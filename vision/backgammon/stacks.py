"""Where each checker of a point shows: in a row from the edge, and those beyond five in layers on top.

A checker on others stands higher, so a camera that looks from the side sees it further from itself than the one below.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from calibration.view import View
from games.backgammon.board import HEIGHT
from vision.backgammon.ground import Ground
from vision.backgammon.palette import EACH

Array = NDArray[np.float64]

ROW = 5  # checkers in a row before people lay more on top
THICK = 0.26  # of a checker in board units: 9 mm beside points of 35 mm
POINTS = {str(point): (12 - point if point <= 12 else point - 13, point <= 12) for point in range(1, 25)}
"""Each point's column from the left, and whether it is on the near side."""


def tops(ground: Ground, view: View, size: float, foot: float) -> Array:
    """The middles of checkers' upper faces as seen on the board's plane, from the edge inwards and then upwards, in board
    units; shape (24, EACH, 2).

    Args:
        size: a checker's diameter.
        foot: how far the first one lies from the edge.
    """
    out = np.empty((len(POINTS), EACH, 2))
    away = size / 2 + foot + size * np.arange(ROW)
    for where, (index, near) in zip(out, POINTS.values(), strict=True):
        edge = ground.row(near, ground.column(index, HEIGHT if near else 0.0))
        y = edge - away if near else edge + away
        row = [(ground.column(index, level), level) for level in y.tolist()]
        where[:] = np.tile(row, (EACH // ROW, 1))
    for layer in range(EACH // ROW):
        part = out[:, layer * ROW : (layer + 1) * ROW]
        part[:] = view.units(view.pixels(part.reshape(-1, 2), THICK * (layer + 1))).reshape(part.shape)
    return out
