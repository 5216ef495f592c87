"""Whatever a look finds is reported in coordinates of the whole picture; a board is found in any orientation."""

from __future__ import annotations

import numpy as np
import pytest

from fourth_seat.games import find
from fourth_seat.vision.detect.looks import taken, taken_back
from fourth_seat.vision.detect.search import BoardSearch
from fourth_seat.vision.protocols import BoardNotFound, DetectedBoard, PictureLook
from tests.vision.backgammon.drawings import draw

BACKGAMMON = find("backgammon")
OPTIONS = BACKGAMMON.options()


@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize("margin", [0.0, 0.25])
@pytest.mark.quick
def test_corners_are_where_they_are(quarters: int, margin: float) -> None:
    image = np.zeros((40, 60, 3), np.uint8)
    true = np.array([(5, 4), (50, 4), (50, 30), (5, 30)])
    for number, (x, y) in enumerate(true, 1):
        image[y, x] = number
    look = PictureLook(quarters, margin)
    seen = taken(look, image)[..., 0]
    found = np.array([np.argwhere(seen == number)[0][::-1] for number in range(1, 5)], np.float64)
    first = np.roll(found, quarters, axis=0)  # the top left corner of the part that is searched
    assert first[0] == pytest.approx(found.min(axis=0))
    back = taken_back(look, first, (60, 40))
    turned = {0: 0, 1: 1, 2: 0, 3: 1}[quarters]
    assert back == pytest.approx(np.roll(true, turned, axis=0))


@pytest.mark.parametrize("quarters", range(4))
def test_a_board_is_found_however_it_lies(quarters: int) -> None:
    image, view = draw(BACKGAMMON.start(OPTIONS).cells(), tilt=0.06)
    truth = view.corners(BACKGAMMON.geometry(OPTIONS).area)
    seen = taken(PictureLook(quarters), image)
    search = BoardSearch(BACKGAMMON, OPTIONS)
    answers = [search.look(seen)]
    while answers[-1] is None:
        answers.append(search.look(seen))
    found = answers[-1]
    assert isinstance(found, DetectedBoard)
    back = taken_back(PictureLook(quarters), found.corners, view.size)
    apart = np.linalg.norm(back[:, None] - truth[None], axis=2).min(axis=0)
    assert apart.max() < 0.02 * np.linalg.norm(truth[1] - truth[0])
    long, short = (np.linalg.norm(found.corners[n + 1] - found.corners[n]) for n in (0, 1))
    assert long > short, "its long sides are named top and bottom"


def test_where_there_is_none_every_look_is_taken_before_that_is_said() -> None:
    empty = np.full((240, 320, 3), 130, np.uint8)
    search = BoardSearch(BACKGAMMON, OPTIONS)
    for _ in range(2):
        answers = [search.look(empty)]
        while answers[-1] is None:
            answers.append(search.look(empty))
        assert len(answers) > 3
        assert isinstance(answers[-1], BoardNotFound)
