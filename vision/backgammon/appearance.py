"""The reference appearance of the points and the bar, recorded when their contents were known: untouched checkers look the
same.

A tall or slanting stack is hard to count, but it is easy to see whether a checker was added or removed, and where in the
stack: the lowest changed checker shows how many. So a point that looks the same still has its old contents, and a changed
point most likely has contents that explain the change. Reference colours are first corrected for the current light and then
compared in greyscale, since a white checker on a white point is recognised only by the thin shadow at its edge.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from fourth_seat.calibration.lens import Points
from fourth_seat.games.backgammon.geometry import geometry
from fourth_seat.games.contents import Cells, Content
from fourth_seat.games.geometry import extent
from fourth_seat.inference.evidence import LOG_FLOOR, Likelihoods, floored
from fourth_seat.vision.arrays import Floats, Floats32, Mask
from fourth_seat.vision.backgammon.counts import CONTENTS
from fourth_seat.vision.backgammon.segmentation import WINDOW
from fourth_seat.vision.backgammon.stacks import POINTS, ROW
from fourth_seat.vision.protocols import Appearance, Image
from fourth_seat.vision.track.cell_changes import ChangeModel, near, packed, unpacked

KEY = "points"  # of the reference in the transient part of an appearance (`REFERENCE_KEY`)
COARSE_FACTOR = 2  # times fewer pixels a side than the reader's window
SCALE = WINDOW[4] // COARSE_FACTOR  # pixels a point's width: a checker is about seven
DIFFERENCE_BLUR_PX = 3  # pixels across over which differences are averaged
CHECKER_BLUR_PX = 5  # pixels across over which their squares are averaged on a checker
# Pixels across by which the light in their middle is judged: three points, of which one turn changes less than half.
LIGHT_WINDOW_PX = 25
SHADOW_EDGE_LOG = 0.15  # logarithm: where light differs more within a point's width, a shadow came or left
BLACK_LEVEL = 8.0  # grey levels added before a ratio is taken
STEPS_PER_LOG = 64.0  # into which its logarithm is quantised
BAR_INSET_PX = 1  # at the bar's sides that belong to its neighbours too
MAX_DIFFERENCE_LEVELS = 30.0  # grey levels at which differences are clipped: anything beyond is another object
BAR_PERCENTILE = 90  # percentile of the differences on half the bar that represents it: a checker covers more
MAX_VIEW_SHIFT_SHARE = 0.03  # of the board's diagonal: from further away, checkers hide each other differently
# The most that a point says for or against what it held: in 40 films of ten moves 90 % of those that changed score above 7,
# and 0.13 % of the others (a die lies there, a shadow fell).
MAX_POINT_LOG = 6.5
MAX_BEHIND_RATIO = 2.0  # times more than where a checker was taken, at most, something differs behind it
GONE_LOG = -4.0  # logarithm below which a cell hardly holds what it held
MAX_TOUCHED_CELLS = 8  # that one turn touches
SHADED_PROBABILITY = 0.1  # that the next place looks changed too: it lies in shadow, or did
MAX_TURN_CHECKERS = 4  # that one turn brings to a point or takes from it
UNLIKELY_LOG = -2.0  # the logarithm of how likely more are
POINT_CHANGES = ChangeModel(difference=7.2, noise=0.6, always=-14.9)
LAYER_CHANGES = ChangeModel(difference=7.2, noise=0.6, always=-13.9)  # a checker on others of its colour changes little
CHECKER_CHANGES = ChangeModel(difference=10.7, noise=-8.5, always=-2.2)  # its place compared with that which differs most
BAR_CHANGES = ChangeModel(difference=8.2, noise=-6.4, always=-15.7)

COLOURS = np.array([content.colour if content else 0 for content in CONTENTS])
COUNTS = np.array([content.count if content else 0 for content in CONTENTS])

Held = Mapping[str, tuple[int, int]]
"""The colour and number of each cell's checkers; cells that are missing are empty."""


@dataclass(frozen=True, eq=False)
class BackgammonReference:
    """A picture of this set in a known position, for comparison.

    Attributes:
        above: the reader's window at reduced resolution.
        held: the contents at that time.
        rows: points on which all checkers lay in a single row, although there were more than five.
        corners: the corners of the playing area in that picture, in pixels, shape (4, 2).
    """

    above: Image
    held: Held
    rows: frozenset[str]
    corners: Points

    @classmethod
    def of(cls, transient: Appearance) -> BackgammonReference | None:
        """Restore the reference from the temporary part of an appearance."""
        if KEY not in transient:
            return None
        stored = transient[KEY]
        held = {name: (colour, count) for name, (colour, count) in stored["held"].items()}
        return cls(unpacked(stored["above"]), held, frozenset(stored["rows"]), np.array(stored["corners"], np.float64))

    @classmethod
    def taken(cls, above: Image, cells: Cells, rows: frozenset[str], corners: Points) -> BackgammonReference:
        """Create a reference from a board whose position is known; `above` is the reader's window."""
        return cls(coarse(above), {name: (content.colour, content.count) for name, content in cells.items()}, rows, corners)

    def stored(self) -> Appearance:
        """Serialise the reference as part of an appearance."""
        return {
            KEY: {
                "above": packed(self.above),
                "held": {name: list(pile) for name, pile in self.held.items()},
                "rows": sorted(self.rows),
                "corners": self.corners.round(2).tolist(),
            }
        }

    def is_comparable(self, corners: Points, cells: Mapping[str, Likelihoods]) -> bool:
        """Return whether a board in this view can be compared with the reference. It must be seen from about the same
        direction, and no more than about one turn later: after many turns, little of the reference is still valid, and the
        assumption that few cells have changed would mislead.

        Args:
            cells: likelihoods from the current picture alone.
        """
        held = {name: Content(*pile) for name, pile in self.held.items()}
        gone = sum(values.get(held.get(name), LOG_FLOOR) < GONE_LOG for name, values in cells.items())
        return gone <= MAX_TOUCHED_CELLS and near(corners, self.corners, MAX_VIEW_SHIFT_SHARE)

    def weighed(
        self, cells: Mapping[str, Likelihoods], above: Image, tops: Floats, long: Floats, rows: Collection[str]
    ) -> dict[str, dict[Content | None, float]]:
        """Return the likelihoods combined with the evidence from the reference.

        Args:
            above: the reader's current window.
            tops: where the top of each checker on a point appears (`stacks.tops`).
            long: the same for points on which all checkers lie in one row (`stacks.long_rows`).
            rows: points on which more than `ROW` checkers appear to lie in one row.
        """
        differing = WindowDifferences.between(self.above, coarse(above))
        places, in_rows = (dict(zip(POINTS, differing.at(where), strict=True)) for where in (tops, long))
        edges = dict(zip(POINTS, differing.at_an_edge(tops[:, :ROW]), strict=True))
        out = {}
        for name, values in cells.items():
            then = Content(*self.held[name]) if name in self.held else None
            if edges[name] if name in places else differing.edge_on_bar(name):  # what differs there may be light
                out[name] = dict(values)
            elif name in places:
                row = name in self.rows or (name in rows and (then is None or then.count <= ROW))
                out[name] = _stacked(values, then, (in_rows if row else places)[name], differing.noise, row=row)
            else:
                same = float(BAR_CHANGES.unchanged(np.array(differing.on_bar(name)), np.array(differing.noise)))
                out[name] = floored((content, value + same * (content == then)) for content, value in values.items())
        return out


@dataclass(frozen=True, eq=False)
class WindowDifferences:
    """Differences between two pictures of the reader's window.

    Attributes:
        squares: the squared difference of each pixel of the coarse window, in grey levels, shape (height, width).
        noise: the typical difference.
        edges: the range of the change in light (logarithm) within a point's width around each pixel.
    """

    squares: Floats32
    noise: float
    edges: Floats32

    @classmethod
    def between(cls, before: Image, now: Image) -> WindowDifferences:
        """Return the differences between two coarse windows, corrected for their lighting."""
        old, new = before.astype(np.float32), now.astype(np.float32)
        old *= np.median((new / (old + 1)).reshape(-1, 3), axis=0)
        light = _light_between(old, new)
        old *= np.exp(light)[..., None]
        off = np.asarray(cv2.blur(new - old, (DIFFERENCE_BLUR_PX, DIFFERENCE_BLUR_PX)), np.float32).clip(
            -MAX_DIFFERENCE_LEVELS, MAX_DIFFERENCE_LEVELS
        )
        squares = (off**2).mean(axis=2)
        around = np.ones((SCALE, SCALE), np.uint8)
        edges = cv2.dilate(light, around) - cv2.erode(light, around)
        return cls(squares, float(np.sqrt(np.median(squares))), np.asarray(edges, np.float32))

    def at(self, places: Floats) -> Floats:
        """Return the differences at checkers with these centres, in board units, shape (..., 2)."""
        around = cv2.blur(self.squares, (CHECKER_BLUR_PX, CHECKER_BLUR_PX))
        return np.asarray(np.sqrt(around[_pixels(places, around.shape)]), np.float64)

    def at_an_edge(self, places: Floats) -> Mask:
        """Return, for each point, whether the edge of a shadow that appeared or disappeared crosses it; `places` has shape
        (points, n, 2).
        """
        return np.asarray(self.edges[_pixels(places, self.edges.shape)].max(axis=1) > SHADOW_EDGE_LOG, np.bool_)

    def edge_on_bar(self, name: str) -> bool:
        """Return whether the edge of a shadow that appeared or disappeared crosses this half of the bar."""
        return bool(self.edges[_bars()[name]].max() > SHADOW_EDGE_LOG)

    def on_bar(self, name: str) -> float:
        """Return the largest difference on this half of the bar."""
        return float(np.sqrt(np.percentile(self.squares[_bars()[name]], BAR_PERCENTILE)))


def coarse(above: Image) -> Image:
    """Downscale the reader's window."""
    height, width = above.shape[:2]
    return np.asarray(
        cv2.resize(above, (width // COARSE_FACTOR, height // COARSE_FACTOR), interpolation=cv2.INTER_AREA), np.uint8
    )


def _stacked(
    values: Likelihoods, then: Content | None, differing: Floats, noise: float, *, row: bool
) -> dict[Content | None, float]:
    """Return the likelihoods of a point's contents, combined with the evidence from the places of its checkers.

    Args:
        then: the previous contents of the point.
        differing: the difference at each checker's place, from the lowest up, shape (EACH,).
        noise: the typical difference on the board.
        row: whether all checkers lie in one row, packed more tightly the more there are; the differences at their places
            then show only that something has changed.
    """
    seen = np.fromiter(values.values(), float, len(values))
    held, colour = (then.count, then.colour) if then else (0, 0)
    same = (colour == COLOURS) & (held == COUNTS)
    layered = (colour == COLOURS) & (COUNTS >= ROW)
    most = np.array(around(differing, held))
    on_top = layered & (held >= ROW) & (not row)
    changed = [
        float(kind.changed(most, np.array(noise)).clip(-MAX_POINT_LOG, MAX_POINT_LOG))
        for kind in (LAYER_CHANGES, POINT_CHANGES)
    ]
    gain = np.where(on_top, *changed)
    if not row:
        others = (colour != COLOURS) & (COLOURS > 0) & (colour > 0)
        came = _explained(CHECKER_CHANGES.changed(differing, compared(differing, held)), held, others)
        likely = ~same & (np.where(others, COUNTS, np.abs(COUNTS - held)) <= MAX_TURN_CHECKERS)
        gain += np.where(likely, came - came[likely].max(), UNLIKELY_LOG)
        if held > ROW:  # the number on top of others is hard to see
            seen[layered] = seen[layered].max()
    gain[same] = 0.0
    return floored(zip(values, (seen + gain.clip(-MAX_POINT_LOG)).tolist(), strict=True))


def around(differing: Floats, held: int) -> float:
    """Return the largest difference among the places that one turn can change on a point that held this many checkers."""
    return float(differing[: held + MAX_TURN_CHECKERS].max())


def compared(differing: Floats, held: int) -> Floats:
    """Return, for each place, the value with which its difference is compared, shape (EACH,). If a checker was removed,
    whatever it hid may differ even more than its own place, and therefore carries less weight.
    """
    most = around(differing, held)
    taken = max(float(differing[:held].max(initial=0.0)), most / MAX_BEHIND_RATIO)
    return np.where(np.arange(len(differing)) < held, taken, most)


def _explained(changed: Floats, held: int, others: Mask) -> Floats:
    """Return the log-likelihood of these differences for each of `CONTENTS`, up to a constant.

    Args:
        changed: for each checker, from the lowest up, the log-likelihood ratio of its place's difference if the checker was
            added or removed.
        held: the number of checkers before.
        others: contents of the other colour, for which all the previous checkers must have been removed.
    """
    least, most = np.where(others, 0, np.minimum(held, COUNTS)), np.maximum(held, COUNTS)
    below = np.concatenate([[0.0], changed.cumsum()])
    beside = np.append(np.log1p(SHADED_PROBABILITY * np.expm1(changed.clip(max=MAX_POINT_LOG))), 0.0)  # the next place
    return np.asarray(below[most] - below[least] + beside[most], np.float64)


def _light_between(old: Floats32, new: Floats32) -> Floats32:
    """Return the local gain of the light (logarithm), as a median around each place, since shadows come and go."""
    ratio = np.log((new.mean(axis=2) + BLACK_LEVEL) / (old.mean(axis=2) + BLACK_LEVEL))
    levels = np.clip(128 + STEPS_PER_LOG * ratio, 0, 255).astype(np.uint8)  # OpenCV finds the medians of bytes in one call
    return np.asarray((cv2.medianBlur(levels, LIGHT_WINDOW_PX).astype(np.float32) - 128) / STEPS_PER_LOG, np.float32)


def _pixels(places: Floats, shape: tuple[int, ...]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Convert places in board units, shape (..., 2), to rows and columns of the coarse window."""
    pixels = np.round((places - WINDOW[:2]) * SCALE - 0.5).astype(int)
    return pixels[..., 1].clip(0, shape[0] - 1), pixels[..., 0].clip(0, shape[1] - 1)


@cache
def _bars() -> dict[str, tuple[slice, slice]]:
    """Return the rows and columns of each half of the bar in the coarse window."""
    where = {}
    for cell in geometry(False).cells:
        if cell.zone == "bar":
            left, top, right, bottom = extent(cell.polygon)
            rows = slice(round((top - WINDOW[1]) * SCALE), round((bottom - WINDOW[1]) * SCALE))
            columns = slice(
                round((left - WINDOW[0]) * SCALE) + BAR_INSET_PX, round((right - WINDOW[0]) * SCALE) - BAR_INSET_PX
            )
            where[cell.name] = rows, columns
    return where
