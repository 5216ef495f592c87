"""Individual checkers: their places in a column, their probabilities, and their colours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from fourth_seat.games.backgammon.geometry import BOARD_HEIGHT
from fourth_seat.vision.arrays import Floats, Floats32
from fourth_seat.vision.backgammon.field_edges import CELL, FieldEdges
from fourth_seat.vision.backgammon.segmentation import WINDOW, Segmentation
from fourth_seat.vision.protocols import Image

MAX_COLUMN_CHECKERS = 9  # checkers that are looked for in a column, one next to the other
USUAL_DIAMETER = 0.93  # diameter in board units where none is seen
_MIN_PEAK_PROBABILITY = 0.12  # least probability that a spot counts as a checker's centre
# The sum of the probabilities in the nine cells around a centre, a little less than the disc that is learned.
_CENTRE_MASS = 2.2
_MAX_ASIDE = 0.5  # board units by which a checker may be off its column's middle
_MAX_ALONG = 0.35  # diameters by which it may be nearer or further than the one below predicts
_MIN_STEP = 0.5  # diameters from one checker to the next, at least
_MAX_FOOT_ERROR = 0.5  # diameters by which the first may be nearer or further than its place at the edge
_MAX_STACK_REACH = 0.72 * BOARD_HEIGHT  # board units that a stack can run from the edge
_PATCH_RADIUS = 0.27  # radius, in board units, of what tells a checker's colour
_MAX_LOG_ODDS = 4.0  # greatest logarithm of the odds of a checker


@dataclass(frozen=True, slots=True)
class CheckerSpot:
    """A place where a checker (or the tip of a point) is or could be: x and y in board units, and the log odds."""

    x: float
    y: float
    odds: float


def peaks(chance: Floats32) -> list[CheckerSpot]:
    """Return the peaks of a probability map (`Segmentation.centre` or `Segmentation.tip`), which are centres of checkers or
    tips of points, the likeliest first.
    """
    highest = cv2.dilate(chance, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((chance == highest) & (chance > _MIN_PEAK_PROBABILITY))
    wide = np.pad(chance, 1)
    spots = []
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        around = wide[row : row + 3, column : column + 3].astype(float)
        total = around.sum()
        dx, dy = (around[:, 2] - around[:, 0]).sum() / total, (around[2] - around[0]).sum() / total
        x, y = WINDOW[0] + (column + 0.5 + dx) * CELL, WINDOW[1] + (row + 0.5 + dy) * CELL
        spots.append(CheckerSpot(x, y, _odds(total / _CENTRE_MASS)))
    return sorted(spots, key=lambda spot: -spot.odds)


def count_seen(spots: Sequence[CheckerSpot]) -> int:
    """Return the number of spots that are more likely than not to be checkers."""
    return sum(spot.odds > 0 for spot in spots)


def raised(seen: Segmentation, spots: Sequence[CheckerSpot]) -> Floats:
    """Return, for each spot, the probability that the checker there lies on top of another, shape (len(spots),)."""
    around = cv2.boxFilter(seen.raised, -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT) / _CENTRE_MASS
    height, width = around.shape
    rows = np.array([(spot.y - WINDOW[1]) / CELL for spot in spots]).astype(int).clip(0, height - 1)
    columns = np.array([(spot.x - WINDOW[0]) / CELL for spot in spots]).astype(int).clip(0, width - 1)
    return np.asarray(np.clip(around[rows, columns], 0, 1), np.float64)


def diameter(spots: Sequence[CheckerSpot], usual: float = USUAL_DIAMETER) -> float:
    """Return the median distance between the centres of adjacent checkers in a column."""
    steps = [
        abs(one.y - other.y)
        for index, one in enumerate(spots)
        for other in spots[index + 1 :]
        if abs(one.x - other.x) < 0.35 and 0.7 < abs(one.y - other.y) < 1.2 and min(one.odds, other.odds) > 0
    ]
    return float(np.median([*steps, usual]))


def column(
    spots: Sequence[CheckerSpot], ground: FieldEdges, index: int, near: bool, size: float, foot: float = 0.0
) -> list[CheckerSpot]:
    """Return the places of up to `MAX_COLUMN_CHECKERS` checkers in a column, from the edge inwards, with their odds.

    Args:
        index: 0..11 from the left.
        size: a checker's diameter.
        foot: the gap between the edge and the first checker.
    """
    inwards = -1 if near else 1
    edge = ground.row(near, ground.column(index, BOARD_HEIGHT if near else 0.0))
    first = y = edge + inwards * (size / 2 + foot)
    slack = _MAX_FOOT_ERROR * size
    places: list[CheckerSpot] = []
    while len(places) < MAX_COLUMN_CHECKERS and abs(y - edge) < _MAX_STACK_REACH:
        if abs(y - edge) > BOARD_HEIGHT / 2 and places[-1].odds < 0:
            break  # what lies beyond belongs to the point opposite
        x = ground.column(index, y)
        best = _closest(spots, x, y, slack)
        if best is None and places and places[-1].odds > 0:  # one that lies on another is seen beside its place
            best = _closest(spots, x, first + inwards * size * len(places), slack)
        if places and places[-1].odds > 0:  # a row that is squeezed lies closer
            last = places[-1].y
            nearer = [
                s
                for s in spots
                if abs(s.x - x) < _MAX_ASIDE and _MIN_STEP * size < inwards * (s.y - last) < size and s.odds > 0
            ]
            best = min(nearer, key=lambda spot: abs(spot.y - last), default=best)
        places.append(best or CheckerSpot(x, y, -_MAX_LOG_ODDS))
        y = (best.y if best else y) + inwards * size
        slack = _MAX_ALONG * size
    return places


def _closest(spots: Sequence[CheckerSpot], x: float, y: float, slack: float) -> CheckerSpot | None:
    """Return the likeliest spot, at most this far along the column from where a checker should be."""
    close = [spot for spot in spots if abs(spot.x - x) < _MAX_ASIDE and abs(spot.y - y) < slack]
    return max(close, key=lambda spot: spot.odds - ((spot.y - y) / slack) ** 2, default=None)


def on_bar(spots: Sequence[CheckerSpot], ground: FieldEdges) -> list[CheckerSpot]:
    """Return the checkers on the bar."""
    low, high = ground.bar
    reach = max((high - low) / 2 - 0.2, 0.3)
    return [spot for spot in spots if abs(spot.x - (low + high) / 2) < reach and -0.2 < spot.y < BOARD_HEIGHT + 0.2]


def colours(above: Image, spots: Sequence[CheckerSpot]) -> Floats:
    """Return the colour at the centre of each spot (CIELAB: L 0..100, a, b), shape (len(spots), 3)."""
    height, width = above.shape[:2]
    scale = WINDOW[4]
    reach = round(_PATCH_RADIUS * scale)
    out = np.zeros((len(spots), 1, 3), np.float32)
    for index, spot in enumerate(spots):
        x, y = round((spot.x - WINDOW[0]) * scale - 0.5), round((spot.y - WINDOW[1]) * scale - 0.5)
        x, y = min(max(x, reach), width - 1 - reach), min(max(y, reach), height - 1 - reach)
        patch = above[y - reach : y + reach + 1, x - reach : x + reach + 1].reshape(-1, 3)
        out[index] = np.partition(patch, len(patch) // 2, axis=0)[len(patch) // 2]  # the median
    if not len(spots):
        return np.zeros((0, 3))
    return np.asarray(cv2.cvtColor(out / 255, cv2.COLOR_BGR2LAB)[:, 0], np.float64)


def _odds(p: float) -> float:
    p = min(max(p, 1e-6), 1 - 1e-6)
    return float(np.clip(np.log(p / (1 - p)), -_MAX_LOG_ODDS, _MAX_LOG_ODDS))
