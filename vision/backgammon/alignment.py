"""Registers the board's plan with the network's segmentation, using edges, the tips of points, and checkers.

No single feature of a board is reliable: a frame may have the colour of every other point, the inner side of a wall may
have the colour of the ground, and checkers hide the tips. A homography, the width of the bar and the length of the points
are therefore fitted jointly to all features, by iteratively reweighted least squares with a robust loss (Geman and McClure,
Statistical methods for tomographic image reconstruction, 1987).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fourth_seat.games.backgammon.geometry import BOARD_HEIGHT, BOARD_WIDTH
from fourth_seat.vision.arrays import Floats
from fourth_seat.vision.backgammon.checkers import USUAL_DIAMETER, CheckerSpot, peaks
from fourth_seat.vision.backgammon.field_edges import CELL, FieldEdges, positions
from fourth_seat.vision.backgammon.segmentation import Segmentation

_BOARD_MIDDLE = np.array([BOARD_WIDTH, BOARD_HEIGHT]) / 2
_USUAL_POINT_LENGTH = 4.7  # board units, before anything is seen
_POINT_LENGTH_RANGE = (3.2, 5.7)  # board units
_USUAL_BAR_WIDTH, _BAR_WIDTH_RANGE = 1.0, (0.25, 2.6)  # width of the bar, likewise
_SOFT_DISTANCES = (0.5, 0.35, 0.25, 0.15, 0.15)  # board units beyond which a mark counts little, round by round
_OUTLIER_FACTOR = 4.0  # times so far off it counts for nothing
_PARAMETER_SIGMAS = np.array([1.2, 1.2, 1.2, 1.2, 1.2, 1.2, 0.12, 0.12, 0.35, 0.5])  # standard deviations of the parameters
_KNOWN_BAR_SIGMA = 0.1  # standard deviation of a bar's width that is known
# Standard deviations in board units.
_TIP_SIGMA, _EDGE_SIGMA, _CHECKER_SIGMA = 0.15, 0.6, 0.12  # of a tip, a cell of an edge, a checker
_TIP_RADIUS = 0.18  # board units around a place in which its tip counts as seen
_MAX_COLUMN_OFFSET = 0.3  # board units by which a checker may be off its column's middle
_FIRST_CHECKER_OFFSET = 0.49  # board units from the edge to the first checker's middle
_POINT_COUNT = 24
_MIN_FREE_TIPS = 12  # of which their share is taken at least: if checkers hide most, a few hits say little
_EDGE_OFFSETS = np.linspace(-1.5, 1.5, 11)  # board units by which an outer edge may be off its initial place
_BAR_WIDTHS = np.array([0.4, 0.8, 1.3, 1.9])  # of bars
_LEANS = np.linspace(-0.3, 0.3, 7)  # of upright lines
_MAX_SCORED_STARTS, _MAX_STARTS = 80, 4  # likeliest initial guesses that are scored, and those that are refined
_MIN_TIP_VOTES = 8.0  # tips that an initial guess must explain
_MIN_START_GAP = 0.45  # board units by which two initial guesses differ at least
_CORNER_MARGIN = 0.6  # board units from the corners inwards, where edges are looked at

Start = tuple[float, float, float, float]
"""Initial values: the left and right edges at mid-height, in the picture's board units, the width of the bar, and the
horizontal shift of vertical lines to the right per unit downwards.
"""


@dataclass(frozen=True)
class BoardMarks:
    """Features detected on a board, each an array of shape (n, 2) in the picture's board units.

    Attributes:
        rising, falling: positions where the ground begins and ends from left to right.
        opening, closing: positions where it begins and ends from top to bottom.
        tips, checkers: the tips of the points, and the centres of the checkers.
    """

    rising: Floats
    falling: Floats
    opening: Floats
    closing: Floats
    tips: Floats
    checkers: Floats

    @classmethod
    def of(cls, seen: Segmentation, spots: Sequence[CheckerSpot]) -> BoardMarks:
        """Detect the marks in a segmentation; `spots` are the checkers."""
        x, y = positions(seen.field.shape)
        field = seen.field.astype(float)
        across, down = _crossings(field, x, y), _crossings(field.T, y, x)
        tips = [spot for spot in peaks(seen.tip) if spot.odds > -1]
        opening, closing = (points[:, ::-1] for points in down)
        there = [spot for spot in spots if spot.odds > 0]
        return cls(*across, opening, closing, _points(tips), _points(there))


@dataclass(frozen=True)
class BoardPlan:
    """The registration of the board's plan with the picture.

    Attributes:
        homography: maps the picture's board units to the plan's, both relative to the board's centre; shape (3, 3).
        bar: the width of the bar.
        length: the length of the points.
    """

    homography: Floats
    bar: float
    length: float

    def plain(self, points: Floats) -> Floats:
        """Map points from the picture to the plan; shape (n, 2)."""
        return _mapped(self.homography, points)

    def seen(self, points: Floats) -> Floats:
        """Map points from the plan to the picture; shape (n, 2)."""
        return _mapped(np.asarray(np.linalg.inv(self.homography), np.float64), points)

    def tips(self) -> Floats:
        """Return the tips of the points on the plan, the far row first; shape (24, 2)."""
        x = _column(np.arange(12), self.bar)
        rows = np.repeat([self.length, BOARD_HEIGHT - self.length], 12)
        return np.column_stack([np.tile(x, 2), rows])

    def ground(self, marks: BoardMarks) -> FieldEdges:
        """Return the six edges in the picture's units, with the visible fraction of each."""
        low, high = (BOARD_WIDTH - self.bar) / 2, (BOARD_WIDTH + self.bar) / 2
        lines = []
        for x in (0.0, low, high, BOARD_WIDTH):
            (x0, y0), (x1, y1) = self.seen(np.array([(x, 0.0), (x, BOARD_HEIGHT)]))
            slope = (x1 - x0) / (y1 - y0)
            lines.append((float(x0 - slope * y0), float(slope)))
        for y in (0.0, BOARD_HEIGHT):
            (x0, y0), (x1, y1) = self.seen(np.array([(0.0, y), (BOARD_WIDTH, y)]))
            slope = (y1 - y0) / (x1 - x0)
            lines.append((float(y0 - slope * x0), float(slope)))
        shares = [self._share(points, axis, value) for points, axis, value in self.edges(marks)]
        left, bar_left, bar_right, right, top, bottom = lines
        return FieldEdges(left, bar_left, bar_right, right, top, bottom, sum(shares) / len(shares), min(shares))

    def tips_seen(self, marks: BoardMarks) -> float:
        """Return the fraction of points with a tip at the expected position, of those that no checker hides, less a penalty
        for each tip elsewhere.
        """
        if not len(marks.tips):
            return 0.0
        far = np.linalg.norm(self.plain(marks.tips)[:, None] - self.tips()[None], axis=2)
        seen = far.min(axis=0) < _TIP_RADIUS
        under = np.linalg.norm(self.plain(marks.checkers)[:, None] - self.tips()[None], axis=2)
        hidden = (under.min(axis=0, initial=np.inf) < USUAL_DIAMETER / 2) & ~seen
        stray = (far.min(axis=1) >= _TIP_RADIUS).sum()
        return float((seen.sum() - 0.5 * stray) / max(_POINT_COUNT - hidden.sum(), _MIN_FREE_TIPS))

    def in_columns(self, marks: BoardMarks) -> float:
        """Return the fraction of the checkers that are in the columns of points or on the bar, as are latches and hinges
        that look like checkers.
        """
        if not len(marks.checkers):
            return 1.0
        columns = np.append(_column(np.arange(12), self.bar), BOARD_WIDTH / 2)
        off = np.abs(self.plain(marks.checkers)[:, :1] - columns).min(axis=1)
        return float((off < _MAX_COLUMN_OFFSET).mean())

    def edges(self, marks: BoardMarks) -> list[tuple[Floats, int, float]]:
        """Return the marks for each edge, with the edge's axis and its coordinate on the plan."""
        low, high = (BOARD_WIDTH - self.bar) / 2, (BOARD_WIDTH + self.bar) / 2
        return [
            (marks.rising, 0, 0.0),
            (marks.falling, 0, low),
            (marks.rising, 0, high),
            (marks.falling, 0, BOARD_WIDTH),
            (marks.opening, 1, 0.0),
            (marks.closing, 1, BOARD_HEIGHT),
        ]

    def _share(self, points: Floats, axis: int, value: float) -> float:
        """Return the visible fraction of an edge."""
        plain = self.plain(points)
        size = (BOARD_WIDTH, BOARD_HEIGHT)[1 - axis]
        along = plain[np.abs(plain[:, axis] - value) < 1.5 * CELL, 1 - axis]
        cells = np.unique((along[(along > _CORNER_MARGIN) & (along < size - _CORNER_MARGIN)] / CELL).astype(int))
        most = size - 2 * _CORNER_MARGIN - (self.bar + _CORNER_MARGIN if axis else 0)
        return min(1.0, len(cells) * CELL / most)


def aligned(marks: BoardMarks, bar: float | None = None, *, known: bool = False) -> tuple[BoardPlan, float]:
    """Return the best-fitting plan and its score, 0..3.

    Args:
        bar: the width of the bar, if known.
        known: whether the corners are known to within half a point's width, so that no search for the columns is needed.
    """
    usual = _USUAL_BAR_WIDTH if bar is None else bar
    starts = [(0.0, BOARD_WIDTH, usual, 0.0), *([] if known else _starts(marks))]
    plans = [_fitted(marks, start, bar) for start in starts]
    rated = [(plan, plan.tips_seen(marks) + plan.in_columns(marks) + plan.ground(marks).seen) for plan in plans]
    return max(rated, key=lambda one: one[1])


def _starts(marks: BoardMarks) -> list[Start]:
    """Return initial values for which most columns have a tip, likeliest first."""
    left, right, bar = (
        part.ravel()[:, None]
        for part in np.meshgrid(_EDGE_OFFSETS, _EDGE_OFFSETS + BOARD_WIDTH, _BAR_WIDTHS, indexing="ij")
    )
    index = np.arange(12)
    middles = left + (right - left) / BOARD_WIDTH * ((BOARD_WIDTH - bar) * (index + 0.5) / 12 + bar * (index >= 6))
    votes = np.zeros((len(_LEANS), len(left)))
    for lean, own in zip(_LEANS, votes, strict=True):
        for far in (True, False):
            row = marks.tips[(marks.tips[:, 1] < BOARD_HEIGHT / 2) == far]
            if len(row):
                across = row[:, 0] - lean * (row[:, 1] - BOARD_HEIGHT / 2)
                off = np.abs(middles[:, :, None] - across).min(axis=2)
                own += np.exp(-((off / _TIP_RADIUS) ** 2)).sum(axis=1)
    starts: list[Start] = []
    for best in np.argsort(-votes, axis=None)[:_MAX_SCORED_STARTS]:
        lean, edges = divmod(int(best), len(left))
        if votes[lean, edges] < _MIN_TIP_VOTES:
            break
        start = float(left[edges, 0]), float(right[edges, 0]), float(bar[edges, 0]), float(_LEANS[lean])
        if all(abs(start[0] - other[0]) + abs(start[1] - other[1]) > _MIN_START_GAP for other in starts):
            starts.append(start)
    return starts[:_MAX_STARTS]


def _fitted(marks: BoardMarks, start: Start, known: float | None) -> BoardPlan:
    """Return the best-fitting plan near the initial values."""
    left, right, usual, lean = start
    scale = BOARD_WIDTH / (right - left)
    matrix = np.diag([scale, 1.0, 1.0])
    matrix[0, 1:] = -scale * lean, -scale * ((left + right) / 2 - BOARD_WIDTH / 2)
    before = np.array(
        [
            (scale - 1) * _BOARD_MIDDLE[0],
            matrix[0, 1] * _BOARD_MIDDLE[1],
            matrix[0, 2],
            0,
            0,
            0,
            0,
            0,
            usual,
            _USUAL_POINT_LENGTH,
        ]
    )
    spread = _PARAMETER_SIGMAS.copy()
    if known is not None:
        spread[8] = _KNOWN_BAR_SIGMA
    trust = 1 / spread**2
    plan = BoardPlan(matrix, usual, _USUAL_POINT_LENGTH)
    for soft in _SOFT_DISTANCES:
        normal, right_side = np.diag(trust), trust * before
        for constraint in _constraints(plan, marks):
            rows, wanted, weights = constraint.equations(plan, soft)
            weighted = rows.T * weights
            normal = normal + weighted @ rows
            right_side = right_side + weighted @ wanted
        fitted = np.linalg.solve(normal, right_side)
        plan = BoardPlan(
            _matrix(fitted[:8]),
            float(np.clip(fitted[8], *_BAR_WIDTH_RANGE)),
            float(np.clip(fitted[9], *_POINT_LENGTH_RANGE)),
        )
    return plan


@dataclass(frozen=True)
class _Constraint:
    """Target coordinates of marks along one axis of the plan.

    Attributes:
        points: the marks in the picture, shape (n, 2).
        axis: 0 for horizontal, 1 for vertical.
        places: the coordinates on the plan, shape (n,).
        slopes: the derivatives of these coordinates with respect to the bar's width and the points' length, shape (n, 2).
        sigma: the standard deviation of a mark.
    """

    points: Floats
    axis: int
    places: Floats
    slopes: Floats
    sigma: float

    def equations(self, plan: BoardPlan, soft: float) -> tuple[Floats, Floats, Floats]:
        """Return the rows, right-hand sides and weights of linear equations in the homography's eight parameters, the bar's
        width and the points' length.
        """
        off = plan.plain(self.points)[:, self.axis] - self.places
        near = np.abs(off) < _OUTLIER_FACTOR * soft
        points, places, slopes, off = self.points[near], self.places[near], self.slopes[near], off[near]
        part = (points - _BOARD_MIDDLE) / _BOARD_MIDDLE
        rows = np.zeros((len(points), 10))
        rows[:, 3 * self.axis : 3 * self.axis + 2] = part
        rows[:, 3 * self.axis + 2] = 1
        rows[:, 6:8] = -part * (places - _BOARD_MIDDLE[self.axis])[:, None]
        rows[:, 8:] = -slopes
        wanted = places - slopes @ (plan.bar, plan.length) - points[:, self.axis]
        weights = 1 / (1 + (off / soft) ** 2) ** 2 / self.sigma**2
        return rows, wanted, weights


def _constraints(plan: BoardPlan, marks: BoardMarks) -> Iterator[_Constraint]:
    """Yield the constraints on the next plan, based on the positions of the marks on the current one."""
    for (points, axis, place), by_bar in zip(plan.edges(marks), (0, -0.5, 0.5, 0, 0, 0), strict=True):
        along, size = plan.plain(points)[:, 1 - axis], (BOARD_WIDTH, BOARD_HEIGHT)[1 - axis]
        inside = points[(along > _CORNER_MARGIN) & (along < size - _CORNER_MARGIN)]
        yield _Constraint(inside, axis, np.full(len(inside), place), np.tile([by_bar, 0.0], (len(inside), 1)), _EDGE_SIGMA)
    middles = _column(np.arange(12), plan.bar)
    moves = np.column_stack([(np.arange(12) >= 6) - (np.arange(12) + 0.5) / 12, np.zeros(12)])
    for points, sigma in ((marks.tips, _TIP_SIGMA), (marks.checkers, _CHECKER_SIGMA)):
        column = np.abs(plan.plain(points)[:, :1] - middles).argmin(axis=1)
        yield _Constraint(points, 0, middles[column], moves[column], sigma)
    for points, inwards, grows, sigma in (
        (marks.tips, plan.length, 1.0, _TIP_SIGMA),
        (marks.checkers, _FIRST_CHECKER_OFFSET, 0.0, _CHECKER_SIGMA),
    ):
        far = plan.plain(points)[:, 1] < BOARD_HEIGHT / 2
        places = np.where(far, inwards, BOARD_HEIGHT - inwards)
        slopes = np.column_stack([np.zeros(len(points)), np.where(far, grows, -grows)])
        yield _Constraint(points, 1, places, slopes, sigma)


def _column(index: NDArray[np.int_], bar: float) -> Floats:
    """Return the centres of columns, which are numbered 0..11."""
    places: Floats = (BOARD_WIDTH - bar) * (index + 0.5) / 12 + bar * (index >= 6)
    return places


def _matrix(p: Floats) -> Floats:
    """Return the homography (relative to the centre, in board units) with these parameters; zeros give the identity."""
    a, b = _BOARD_MIDDLE
    return np.array([[1 + p[0] / a, p[1] / b, p[2]], [p[3] / a, 1 + p[4] / b, p[5]], [p[6] / a, p[7] / b, 1.0]])


def _mapped(matrix: Floats, points: Floats) -> Floats:
    out = np.column_stack([points - _BOARD_MIDDLE, np.ones(len(points))]) @ matrix.T
    moved: Floats = out[:, :2] / out[:, 2:] + _BOARD_MIDDLE
    return moved


def _points(spots: Sequence[CheckerSpot]) -> Floats:
    return np.array([(spot.x, spot.y) for spot in spots], float).reshape(-1, 2)


def _crossings(values: Floats, across: Floats, down: Floats) -> tuple[Floats, Floats]:
    """Find where rows of values rise and fall through one half; return the coordinates along and across the rows, shape
    (n, 2) each.
    """
    signed = values - 0.5
    before, after = signed[:, :-1], signed[:, 1:]
    out = []
    for crosses in ((before < 0) & (after >= 0), (before >= 0) & (after < 0)):
        row, column = np.nonzero(crosses)
        part = before[row, column] / (before[row, column] - after[row, column])
        out.append(np.column_stack([across[column] + (across[1] - across[0]) * part, down[row]]))
    return out[0], out[1]
