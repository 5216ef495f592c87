"""Reads the throw on a backgammon board.

The search for dice uses a rectified view of the plane of their upper faces, in which all dice have the same size and none
is foreshortened. The dice count only if both are read with certainty; an unreadable throw provides no evidence.
"""

from __future__ import annotations

import numpy as np

from fourth_seat.calibration.view import View
from fourth_seat.games.backgammon.cells import DIE_CELLS
from fourth_seat.games.backgammon.geometry import BOARD_HEIGHT, BOARD_WIDTH
from fourth_seat.games.contents import Content
from fourth_seat.inference.evidence import Likelihoods, floored
from fourth_seat.vision.arrays import Floats
from fourth_seat.vision.dice.detector import DieReading, read_dice
from fourth_seat.vision.protocols import Image

_DIE_EDGE = 0.45  # of a die in board units: 16 mm beside points of 35 mm
_DIE_EDGE_RANGE = (0.28, 0.7)  # at least and at most, as seen
_PX_PER_UNIT = 48  # pixels a board unit where dice are read
_MISREAD_PROBABILITY = 0.03  # probability that what looks like a throw is not one, or is another one


def throw(image: Image, view: View) -> dict[str, Likelihoods]:
    """Return the log-likelihoods of the dice faces on the board, keyed by cell; empty unless there are exactly two dice."""
    dice = dice_on(image, view)
    if len(dice) != 2:
        return {}
    one, two = (_logs(die) for die in dice)
    both = np.logaddexp(one[:, None] + two[None], two[:, None] + one[None])
    np.fill_diagonal(both, one + two)
    both[np.triu_indices(6, 1)] = -np.inf  # the higher one comes first in the notation
    cells: dict[str, Likelihoods] = {}
    for name, logs in zip(DIE_CELLS, (both.max(axis=1), both.max(axis=0)), strict=True):
        best = float(logs.max())
        # dice may be picked up at any time, so their absence is never unlikely
        faces = ((Content(faces=(face,)), float(log) - best) for face, log in enumerate(logs, 1))
        cells[name] = floored([(None, 0.0), *faces])
    return cells


def dice_on(image: Image, view: View) -> list[DieReading]:
    """Return all dice on the board that can be read with certainty, with their positions in pixels of the rectified view
    (`_PX_PER_UNIT`).
    """
    above = view.rectified(image, (0, 0, BOARD_WIDTH, BOARD_HEIGHT), _PX_PER_UNIT, _DIE_EDGE)
    least, most = _DIE_EDGE_RANGE
    return read_dice(above, (least * _PX_PER_UNIT, most * _PX_PER_UNIT))


def _logs(die: DieReading) -> Floats:
    """Return the logarithm of the likelihood that each of 1..6 was thrown; no likelihood is zero."""
    p = np.exp(np.array(die.likelihoods))
    sure = (1 - _MISREAD_PROBABILITY) * die.face_probability
    return np.asarray(np.log(sure * p / p.sum() + (1 - sure) / 6), np.float64)
