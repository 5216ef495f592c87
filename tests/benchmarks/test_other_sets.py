"""The table of other sets counts what a reader got right, with nothing known and after one look."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.vision.composites.disturbances import DISTURBANCES
from benchmarks.vision.composites.photos import Photo, linear
from benchmarks.vision.other_sets import SetsTally, measure
from fourth_seat.games import find
from fourth_seat.games.contents import Content
from tests.benchmarks.test_composites import photo
from tests.vision.backgammon.drawings import draw

BACKGAMMON = find("backgammon")


def test_a_board_that_is_read_right() -> None:
    for under in (None, DISTURBANCES["fair"]):
        tally = SetsTally()
        measure(tally, photo(), under)
        assert (tally.found, tally.whole, tally.looks) == (1, 1, 1)
        assert tally.right == tally.known_right == tally.lasting_right == tally.cells == tally.few == 400


def test_a_wrong_label_is_an_error_each_time() -> None:
    board, tally = photo(), SetsTally()
    assert board.cells
    name, content = next(iter(board.cells.items()))
    wrong = replace(board, cells={**board.cells, name: Content(content.colour % 4 + 1)})
    measure(tally, wrong, None)
    assert (tally.whole, tally.right, tally.known_right, tally.lasting_right) == (0, 399, 399, 399)
    assert (tally.few, tally.few_right) == (400, 399)
    assert "399/400 (99.75%)" in str(tally)


@pytest.mark.slow
def test_later_positions_are_laid_where_a_photo_shows_the_start() -> None:
    options = BACKGAMMON.options()
    cells = BACKGAMMON.start(options).cells()
    image, view = draw(cells)
    start = Photo("drawn", BACKGAMMON, options, linear(image), view, cells, None, kept=False)
    labelled = len(BACKGAMMON.geometry(options).cells)
    for positions in (1, 3):
        tally = SetsTally()
        measure(tally, start, None, positions)
        assert tally.looks == positions
        assert tally.known_cells == positions * tally.cells <= positions * labelled
        assert tally.known_right > 0.9 * tally.known_cells
