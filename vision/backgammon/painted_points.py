"""Handles painted points that look like checkers: on some boards, the network sees a checker at the foot of each point.

False checkers look like the rest of their point, on every point; real checkers seldom do. The proportion of points for
which this is true decides whether the board has such points. Only unknown sets are tested, since the learned appearance of
a known set distinguishes its points from its checkers.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from fourth_seat.vision.arrays import Floats
from fourth_seat.vision.backgammon.checkers import CheckerSpot, colours, count_seen
from fourth_seat.vision.protocols import Image

MAX_PAINT_CHECKERS = 2  # checkers on a point, at most: three in a row are never paint
BEYOND_STEPS = 1.1  # steps of a column from the last checker to where its point is looked at
ALIKE_LAB, UNLIKE_LAB = 14.0, 28.0  # differences in CIELAB up to which both look the same, and from which on they do not
PAINTED_BOARD_SHARE = 0.05  # of boards whose points look like checkers
CHECKER_ALIKE_SHARE, PAINT_ALIKE_SHARE = 0.12, 0.85  # how often a checker looks like its point, and how often paint does


def without_paint(above: Image, places: Mapping[str, list[CheckerSpot]]) -> dict[str, list[CheckerSpot]]:
    """Return the places, with lower odds for checkers that may only be paint.

    Args:
        above: the board seen from above, as passed to the network.
        places: the places on each point, from the edge inwards.
    """
    few = [name for name, spots in places.items() if 0 < count_seen(spots) <= MAX_PAINT_CHECKERS]
    off = _differences(above, [places[name] for name in few])
    alike, unlike = off < ALIKE_LAB, off > UNLIKE_LAB
    odds = np.log(PAINTED_BOARD_SHARE / (1 - PAINTED_BOARD_SHARE)) + alike.sum() * np.log(
        PAINT_ALIKE_SHARE / CHECKER_ALIKE_SHARE
    )
    odds += unlike.sum() * np.log((1 - PAINT_ALIKE_SHARE) / (1 - CHECKER_ALIKE_SHARE))
    painted = 1 / (1 + np.exp(-odds))
    out = dict(places)
    for name, different in zip(few, unlike.tolist(), strict=True):
        if not different:
            out[name] = [_doubted(spot, float(painted)) for spot in places[name]]
    return out


def _differences(above: Image, points: list[list[CheckerSpot]]) -> Floats:
    """Return the colour difference between each point's last checker and the point beyond it, shape (points,)."""
    last = [spots[count_seen(spots) - 1] for spots in points]
    steps = [spots[1].y - spots[0].y for spots in points]
    beyond = [CheckerSpot(spot.x, spot.y + BEYOND_STEPS * step, 0.0) for spot, step in zip(last, steps, strict=True)]
    return np.asarray(np.linalg.norm(colours(above, last) - colours(above, beyond), axis=1), np.float64)


def _doubted(spot: CheckerSpot, painted: float) -> CheckerSpot:
    """Return the spot with the odds of its checker lowered by this probability of paint."""
    chance = (1 - painted) / (1 + np.exp(-spot.odds))
    return CheckerSpot(spot.x, spot.y, float(np.log(chance / (1 - chance))))
