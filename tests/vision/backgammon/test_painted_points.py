"""Points whose paint looks like checkers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fourth_seat.vision.backgammon.checkers import CheckerSpot
from fourth_seat.vision.backgammon.painted_points import without_paint
from fourth_seat.vision.backgammon.segmentation import WINDOW

SCALE = WINDOW[4]
GROUND, PAINT, CHECKER = (150, 190, 200), (60, 40, 110), (230, 230, 230)
POINTS = range(6)


def board(checkers: set[int]) -> tuple[NDArray[np.uint8], dict[str, list[CheckerSpot]]]:
    """Return six painted points from above: the network sees a checker at the foot of each, but only on some there is
    one."""
    above = np.full((14 * round(SCALE), 14 * round(SCALE), 3), GROUND, np.uint8)
    places = {}
    for point in POINTS:
        x = round((point + 1.5 - WINDOW[0]) * SCALE)
        rows = [round((1.5 + row - WINDOW[1]) * SCALE) for row in range(4)]
        half = round(0.45 * SCALE)
        above[rows[0] - half : rows[3] + half, x - half : x + half] = PAINT
        if point in checkers:
            above[rows[0] - half : rows[0] + half, x - half : x + half] = CHECKER
        odds = (4.0, -4.0, -4.0, -4.0)
        places[str(point)] = [CheckerSpot(point + 1.5, 1.5 + row, odd) for row, odd in enumerate(odds)]
    return above, places


def there(places: dict[str, list[CheckerSpot]]) -> set[int]:
    """Return points with a checker."""
    return {int(name) for name, spots in places.items() if spots[0].odds > 0}


def test_paint_at_the_foot_of_every_point_is_no_checker() -> None:
    assert there(without_paint(*board(set()))) == set()


def test_a_checker_on_a_painted_point_stays() -> None:
    assert there(without_paint(*board({4}))) == {4}


def test_a_dark_checker_on_a_dark_point_of_another_board_stays() -> None:
    above, places = board({0, 1, 2, 4, 5})
    assert there(without_paint(above, places)) == set(POINTS)


def test_three_in_a_row_are_no_paint() -> None:
    above, places = board(set())
    row = {name: [CheckerSpot(spot.x, spot.y, 4.0) for spot in spots] for name, spots in places.items()}
    assert there(without_paint(above, row)) == set(POINTS)
