"""Reads a backgammon board: finds checkers and their colours, and derives the contents of each point and the bar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from fourth_seat.calibration.lens import Points
from fourth_seat.calibration.view import View
from fourth_seat.games.backgammon.geometry import BOARD_HEIGHT, geometry
from fourth_seat.games.contents import Cells, Content
from fourth_seat.games.geometry import extent
from fourth_seat.games.options import Options
from fourth_seat.inference.evidence import Evidence
from fourth_seat.vision.arrays import Floats
from fourth_seat.vision.backgammon import checkers, counts, dice
from fourth_seat.vision.backgammon.adaptation import adapted
from fourth_seat.vision.backgammon.alignment import BoardMarks, aligned
from fourth_seat.vision.backgammon.appearance import BackgammonReference
from fourth_seat.vision.backgammon.checkers import CheckerSpot
from fourth_seat.vision.backgammon.colour_model import CheckerColours, guessed
from fourth_seat.vision.backgammon.field_edges import CELL, FieldEdges, positions
from fourth_seat.vision.backgammon.ground_light import without_shadow
from fourth_seat.vision.backgammon.painted_points import without_paint
from fourth_seat.vision.backgammon.segmentation import WINDOW, Segmentation, segmented
from fourth_seat.vision.backgammon.stacks import POINTS, ROW, long_rows, tops
from fourth_seat.vision.memory import memoize_last
from fourth_seat.vision.protocols import REFERENCE_KEY, Appearance, Image
from fourth_seat.words import Text, say

BARS = ("bar:white", "bar:black")

_MIN_BRIGHTNESS = 22.0  # mean brightness, of 255, of a board that a camera has not exposed
_DIM_LEVEL = 90.0  # of the brightest twentieth of a board of a set never seen, below which checkers may be overlooked
_MIN_CONTRAST = 6.0  # standard deviation of a board's brightness in which nothing can be told apart
_MIN_GROUND_SHARE = 0.55  # share of the halves that must look like a board's ground
_MIN_EDGE_SHARE = 0.35  # share of the halves' edges that must be seen
_MAX_COVERED_SHARE = 0.06  # share of a cell under an arm that makes it strange
_MIN_FITTED_LOG_ODDS = 2.0  # odds beyond which a checker's colour is used to fit the two colours
_MIN_COLOUR_LOG_ODDS = -3.0  # odds below which a checker's colour is not evaluated
_CHECKER_COUNT = 30  # checkers of both colours
_MAX_COUNTED = 45  # spots that look like checkers on a board: some sets' paint does, and what lies on one
_MAX_MISCOUNTED = 1  # checkers overlooked or seen where there are none, in good light


@dataclass(frozen=True)
class BackgammonSighting:
    """The checkers and edges found in a picture.

    Attributes:
        taken: the reader's window in its original light.
        above: the same window with any partial shadow removed.
        places: for each point, where its checkers lie or could lie, from the edge inwards.
        bar: spots on the bar.
    """

    taken: Image
    above: Image
    seen: Segmentation
    ground: FieldEdges
    size: float
    places: dict[str, list[CheckerSpot]]
    bar: list[CheckerSpot]

    @classmethod
    def of(cls, image: Image, view: View, known: Appearance) -> BackgammonSighting:
        above = taken = view.rectified(image, WINDOW[:4], WINDOW[4])
        bar, weights = known.get("bar"), known.get("weights")
        adapted_by = np.array(weights, np.float32) if weights else None
        seen = segmented("above", above, adapted_by)
        spots = checkers.peaks(seen.centre)
        marks = BoardMarks.of(seen, spots)
        edges = aligned(marks, float(bar[1]) - float(bar[0]) if bar else None, known=True)[0].ground(marks)
        even = without_shadow(above, seen, edges)
        if even is not above:  # checkers in a shadow are seen better without it
            above, seen = even, segmented("above", even, adapted_by)
            spots = checkers.peaks(seen.centre)
        size = checkers.diameter(spots, float(known.get("diameter", checkers.USUAL_DIAMETER)))
        foot = float(known.get("foot", 0.0))
        places = {name: checkers.column(spots, edges, index, near, size, foot) for name, (index, near) in POINTS.items()}
        if CheckerColours.of(known) is None:
            places = without_paint(above, places)
        return cls(taken, above, seen, edges, size, places, checkers.on_bar(spots, edges))

    def spots(self) -> list[CheckerSpot]:
        """Return all places in a fixed order: first the points, starting with point 1, then the bar."""
        return [spot for places in (*self.places.values(), self.bar) for spot in places]


sighted = memoize_last(BackgammonSighting.of)


class BackgammonClassifier:
    """The backgammon `Classifier`, which finds individual checkers and counts them on each point and on the bar."""

    def classify(self, image: Image, view: View, appearance: Appearance, options: Options) -> Evidence:
        sighting = sighted(image, view, appearance)
        spots = sighting.spots()
        light = _lightness(sighting, spots, appearance)
        cells: dict[str, dict[Content | None, float]] = {}
        start = 0
        for name, places in sighting.places.items():
            part = light[start : start + len(places)]
            raised = None if checkers.count_seen(places) > ROW else checkers.raised(sighting.seen, places)
            cells[name] = counts.of_point([spot.odds for spot in places], part, raised)
            start += len(places)
        cells.update(zip(BARS, counts.of_bar([spot.odds for spot in sighting.bar], light[start:]), strict=True))
        memory = BackgammonReference.of(appearance.get(REFERENCE_KEY, {}))
        if memory and memory.is_comparable(_corners(view), cells):
            shape = sighting.ground, view, sighting.size, float(appearance.get("foot", 0.0))
            rows = {name for name, places in sighting.places.items() if checkers.count_seen(places) > ROW}
            cells = memory.weighed(cells, sighting.taken, tops(*shape), long_rows(*shape), rows)
        else:  # the reference is better evidence of the counts than the limit of fifteen checkers a colour
            cells = counts.together(cells)
        return Evidence({**cells, **dice.throw(image, view)}, _covered(sighting.seen))

    def learn(self, image: Image, view: View, appearance: Appearance, cells: Cells, options: Options) -> Appearance:
        """Learn the two colours, the shape, and an adaptation of the network to this set's checkers."""
        sighting = sighted(image, view, appearance)
        known: dict[int, list[CheckerSpot]] = {1: [], 2: []}
        there: list[CheckerSpot] = []
        for name, places in sighting.places.items():
            content = cells.get(name)
            if content:
                there += places[: content.count]
                known[content.colour] += [spot for spot in places[: content.count] if spot.odds > 0]
        for name in BARS:
            there += sighting.bar[: content.count] if (content := cells.get(name)) else []
        held = {name: cells[name] for name in (*POINTS, *BARS) if name in cells}
        rows = frozenset(name for name, places in sighting.places.items() if checkers.count_seen(places) > ROW)
        appearance = {
            **appearance,
            REFERENCE_KEY: BackgammonReference.taken(sighting.taken, held, rows, _corners(view)).stored(),
        }
        if not known[1] or not known[2]:
            return appearance
        old = appearance.get("weights")
        before = np.array(old, np.float64) if old else None
        covered = sighting.seen.foreign > 0.5
        light, dark = (checkers.colours(sighting.above, known[colour]) for colour in (1, 2))
        palette = CheckerColours.fitted(light, dark)
        feet = [_foot(sighting, name) for name in sighting.places if name in cells and sighting.places[name][0].odds > 0]
        return {
            **appearance,
            "light": [round(float(value), 2) for value in palette.means[0]],
            "dark": [round(float(value), 2) for value in palette.means[1]],
            "spread": round(palette.spread, 2),
            "weights": [round(float(weight), 4) for weight in adapted(sighting.seen, there, covered, before)],
            "diameter": round(sighting.size, 3),
            "foot": round(float(np.median(feet)), 3) if feet else 0.0,
            "bar": [round(edge, 3) for edge in sighting.ground.bar],
        }

    def rejection_reason(self, image: Image, view: View, appearance: Appearance, options: Options) -> Text | None:
        sighting = sighted(image, view, appearance)
        board = sighting.above[_inner()]
        if board.mean() < _MIN_BRIGHTNESS:
            return say("It is too dark to see the board.")
        if board.std() < _MIN_CONTRAST:
            return say("Nothing can be seen on the board: it is too bright, too dark or covered.")
        if _like_ground(sighting) < _MIN_GROUND_SHARE or sighting.ground.seen < _MIN_EDGE_SHARE:
            return say("That does not look like a backgammon board.")
        found = checkers.count_seen(sighting.spots())
        if found > _MAX_COUNTED:
            return say("That does not look like a backgammon board: there are more than thirty checkers.")
        dim = CheckerColours.of(appearance) is None and np.percentile(board, 95) < _DIM_LEVEL
        if dim and _MAX_MISCOUNTED < found < _CHECKER_COUNT - _MAX_MISCOUNTED:
            return say("It is too dark to be sure of all checkers: switch on a lamp.")
        return None


def _corners(view: View) -> Points:
    return view.corners(geometry(False).area)


def _lightness(sighting: BackgammonSighting, spots: Sequence[CheckerSpot], appearance: Appearance) -> Floats:
    """Return, for each spot, the log odds that a checker there is light."""
    likely = np.array([spot.odds > _MIN_COLOUR_LOG_ODDS for spot in spots], bool)
    light = np.zeros(len(spots))
    colours = checkers.colours(sighting.above, [spot for spot in spots if spot.odds > _MIN_COLOUR_LOG_ODDS])
    there = np.array([spot.odds for spot in spots])[likely] > _MIN_FITTED_LOG_ODDS
    known = CheckerColours.of(appearance)
    where = np.array([(spot.x, spot.y) for spot in spots], float).reshape(-1, 2)[likely][there]
    palette = known.moved(colours[there]) if known else CheckerColours.found(colours[there], where)
    light[likely] = palette.odds(colours) if palette else guessed(colours)
    return light


def _foot(sighting: BackgammonSighting, name: str) -> float:
    """Return the distance of a point's first checker from the edge."""
    index, near = POINTS[name]
    edge = sighting.ground.row(near, sighting.ground.column(index, BOARD_HEIGHT if near else 0.0))
    return abs(sighting.places[name][0].y - edge) - sighting.size / 2


def _inner() -> tuple[slice, slice]:
    """Return the board's own pixels in the reader's window."""
    edge, scale = round(-WINDOW[0] * WINDOW[4]), WINDOW[4]
    return slice(edge, edge + round(BOARD_HEIGHT * scale)), slice(edge, edge + 13 * scale)


def _like_ground(sighting: BackgammonSighting) -> float:
    """Return the proportion of the two halves that the network classifies as ground."""
    field = sighting.seen.field
    low, high = sighting.ground.bar
    x, y = positions(field.shape)
    columns = ((x > 0.3) & (x < low - 0.3)) | ((x > high + 0.3) & (x < 12.7))
    return float((field[np.ix_((y > 0.3) & (y < BOARD_HEIGHT - 0.3), columns)] > 0.5).mean())


def _covered(seen: Segmentation) -> frozenset[str]:
    """Return cells with an arm or a hand over them."""
    board = geometry(False)
    foreign = seen.foreign > 0.5
    covered = []
    for name in (*POINTS, *BARS):
        left, top, right, bottom = extent(board[name].polygon)
        columns = slice(round((left - WINDOW[0]) / CELL), round((right - WINDOW[0]) / CELL))
        rows = slice(round((top - WINDOW[1]) / CELL), round((bottom - WINDOW[1]) / CELL))
        if foreign[rows, columns].mean() > _MAX_COVERED_SHARE:
            covered.append(name)
    return frozenset(covered)
