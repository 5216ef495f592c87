"""Points on which something changed are told from those that were not touched, and the number of checkers by which they
changed is known.
"""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fourth_seat.calibration.view import View
from fourth_seat.games.backgammon.geometry import geometry
from fourth_seat.games.contents import Content
from fourth_seat.vision.backgammon.appearance import BackgammonReference, _stacked
from fourth_seat.vision.backgammon.colour_model import CHECKERS_EACH
from fourth_seat.vision.backgammon.counts import CONTENTS
from fourth_seat.vision.backgammon.field_edges import FieldEdges
from fourth_seat.vision.backgammon.segmentation import WINDOW
from fourth_seat.vision.backgammon.stacks import POINTS, long_rows, tops
from fourth_seat.vision.protocols import Image

CORNERS = np.array([(120, 60), (480, 60), (600, 500), (0, 500)], np.float64)
VIEW = View.of_corners(CORNERS, geometry(False).area, (600, 520))
SIZE = 0.9
TOPS, LONG = tops(FieldEdges(), VIEW, SIZE, 0.0), long_rows(FieldEdges(), VIEW, SIZE, 0.0)
HELD = {"6": Content(1, 5), "8": Content(1, 3), "13": Content(1, 5), "19": Content(2, 5)}
UNKNOWN = {cell.name: dict.fromkeys(CONTENTS, 0.0) for cell in geometry(False).cells if cell.zone in ("board", "bar")}


def above(held: dict[str, Content], seed: int, light: float = 1.0, places: NDArray[np.float64] = TOPS) -> Image:
    """Return the reader's window: a board with its checkers in layers, from the side a camera sees it; their rims are
    darker.
    """
    left, top, right, bottom, scale = WINDOW
    image = np.full((round((bottom - top) * scale), round((right - left) * scale), 3), (70, 110, 140), np.uint8)
    for name, content in held.items():
        for x, y in places[list(POINTS).index(name), : content.count]:
            tone = np.array((220, 225, 230) if content.colour == 1 else (60, 50, 45))
            where = round((x - left) * scale), round((y - top) * scale)
            cv2.circle(image, where, round(SIZE / 2 * scale), (tone * 0.7).tolist(), -1, cv2.LINE_AA)
            cv2.circle(image, where, round(0.4 * SIZE * scale), tone.tolist(), -1, cv2.LINE_AA)
    noise = np.random.default_rng(seed).normal(0, 2, image.shape)
    return np.clip(cv2.GaussianBlur(image, (0, 0), 0.7) * light + noise, 0, 255).astype(np.uint8)


def remembered(held: dict[str, Content], rows: frozenset[str] = frozenset()) -> BackgammonReference:
    taken = BackgammonReference.taken(above(held, 1, places=LONG if rows else TOPS), held, rows, CORNERS)
    again = BackgammonReference.of(taken.stored())  # as an appearance keeps it
    assert again is not None and again.held == taken.held and again.rows == rows
    return again


@pytest.mark.parametrize("light", [0.7, 1.0, 1.1])
def test_untouched_points_hold_what_they_held(light: float) -> None:
    weighed = remembered(HELD).weighed(UNKNOWN, above(HELD, 2, light), TOPS, LONG, ())
    for name, values in weighed.items():
        assert max(values, key=lambda content: values[content]) == HELD.get(name), name


def test_a_checker_that_moved_changed_two_points() -> None:
    moved = {**HELD, "8": Content(1, 2), "5": Content(1, 1)}
    weighed = remembered(HELD).weighed(UNKNOWN, above(moved, 2), TOPS, LONG, ())
    changed = {name for name, values in weighed.items() if values[HELD.get(name)] < max(values.values())}
    assert changed == {"8", "5"}


@pytest.mark.parametrize("point", ["1", "19"])
@pytest.mark.parametrize(("before", "now"), [(5, 6), (6, 5), (9, 10), (10, 9), (10, 11), (12, 10), (8, 6), (6, 8), (4, 3)])
def test_where_a_stack_changed_tells_by_how_many(point: str, before: int, now: int) -> None:
    held, holds = ({**HELD, point: Content(2, count)} for count in (before, now))
    values = remembered(held).weighed(UNKNOWN, above(holds, 2), TOPS, LONG, ())[point]
    counts = [content for content in values if content and content.colour == 2]
    assert max(counts, key=lambda content: values[content]) == Content(2, now)


def test_a_layer_that_was_not_seen_is_no_proof_against_it() -> None:
    held = {**HELD, "19": Content(2, 10)}
    read = {**UNKNOWN, "19": {content: -9.0 + 9 * (content == Content(2, 5)) for content in CONTENTS}}
    values = remembered(held).weighed(read, above(held, 2), TOPS, LONG, ())["19"]
    assert max(values, key=lambda content: values[content]) == Content(2, 10)


def test_a_checker_behind_the_wall_lies_where_it_lay_and_one_that_came_there_is_believed() -> None:
    hidden = {content: -4.7 * (content is not None) for content in CONTENTS}
    read = {**UNKNOWN, "8": hidden, "5": hidden}
    held = {**HELD, "8": Content(1, 1)}
    weighed = remembered(held).weighed(read, above({**held, "5": Content(1, 1)}, 2), TOPS, LONG, ())
    assert weighed["8"][None] < weighed["8"][Content(1, 1)] - 1
    assert weighed["5"][None] < weighed["5"][Content(1, 1)] - 1


@pytest.mark.parametrize(("held", "now", "open_to_doubt"), [(8, 6, True), (3, 2, False)])
def test_little_to_be_seen_may_be_a_change_only_among_what_lies_on_top(held: int, now: int, open_to_doubt: bool) -> None:
    values: dict[Content | None, float] = dict.fromkeys(CONTENTS, 0.0)
    differing = np.full(CHECKERS_EACH, 3.0)
    differing[min(held, now) : max(held, now)] = 7.3  # grey levels, as films show it where a checker came down by one layer
    logs = _stacked(values, Content(2, held), differing, 2.0, row=False)
    assert (logs[Content(2, now)] > logs[Content(2, held)]) == open_to_doubt


def test_of_a_row_that_is_squeezed_only_that_it_changed_is_told() -> None:
    held, holds = ({**HELD, "19": Content(2, count)} for count in (7, 6))
    now = above(holds, 2, places=LONG)
    values = remembered(held, frozenset({"19"})).weighed(UNKNOWN, now, TOPS, LONG, ())["19"]
    assert len({round(value, 6) for content, value in values.items() if content != Content(2, 7)}) == 1
    assert values[Content(2, 7)] < values[Content(2, 6)]


@pytest.mark.parametrize(("before", "now"), [(6, 5), (6, 7), (7, 5)])
def test_in_a_row_what_lies_beyond_five_is_looked_for_where_it_lies(before: int, now: int) -> None:
    held, holds = ({**HELD, "19": Content(2, count)} for count in (before, now))
    weighed = remembered(held, frozenset({"19"})).weighed(UNKNOWN, above(holds, 2, places=LONG), TOPS, LONG, ())
    assert weighed["19"][Content(2, before)] < weighed["19"][Content(2, now)]
    assert weighed["13"][Content(1, 5)] > weighed["13"][Content(1, 4)]


def test_from_elsewhere_nothing_is_compared() -> None:
    assert remembered(HELD).is_comparable(CORNERS + 5, UNKNOWN)
    assert not remembered(HELD).is_comparable(CORNERS + 40, UNKNOWN)


@pytest.mark.parametrize(("points", "comparable"), [(3, True), (8, True), (12, False)])
def test_many_turns_later_nothing_is_compared(points: int, comparable: bool) -> None:
    sure = {name: {**values, HELD.get(name): -6.0} for name, values in list(UNKNOWN.items())[:points]}
    assert remembered(HELD).is_comparable(CORNERS, {**UNKNOWN, **sure}) == comparable
