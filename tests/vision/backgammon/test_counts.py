"""Single checkers are added up to counts; the likeliest board has fifteen checkers of each colour."""

from __future__ import annotations

import numpy as np

from fourth_seat.games.contents import Content
from fourth_seat.inference.evidence import Evidence, Likelihoods
from fourth_seat.vision.backgammon.counts import of_bar, of_point, together


def best(likelihoods: Likelihoods) -> Content | None:
    return max(likelihoods, key=likelihoods.__getitem__)


def test_checkers_without_a_gap_are_counted() -> None:
    light = np.full(6, 3.0)
    assert best(of_point([3, 3, 3, -3, -3, -3], light)) == Content(1, 3)
    assert best(of_point([3, 3, 3, -3, -3, -3], -light)) == Content(2, 3)
    assert best(of_point([-3] * 6, light)) is None


def test_a_doubtful_checker_below_others_lies_there() -> None:
    assert best(of_point([3, -0.5, 3, 3, -3, -3], np.full(6, -2.0))) == Content(2, 4)


def test_more_than_five_may_be_piled() -> None:
    likelihoods = of_point([4, 4, 4, 4, 4, -4, -4], np.full(7, 3.0))
    assert likelihoods[Content(1, 5)] == 0
    assert likelihoods[Content(1, 4)] < likelihoods[Content(1, 6)] < 0


def test_checkers_seen_to_lie_on_others_count_twice() -> None:
    odds, light = [4, 4, 4, 4, 4, -4], np.full(6, 3.0)
    assert best(of_point(odds, light, np.array([0.9, 0.8, 0.0, 0.0, 0.0, 0.0]))) == Content(1, 7)
    assert best(of_point(odds, light, np.array([0.1, 0.2, 0.0, 0.0, 0.0, 0.9]))) == Content(1, 5)


def test_the_bar_counts_each_colour() -> None:
    white, black = of_bar([4, 4, 4, -4], np.array([3.0, -3.0, -3.0, 3.0]))
    assert best(white) == Content(1, 1)
    assert best(black) == Content(2, 2)


def test_a_checker_on_the_bar_may_be_overlooked() -> None:
    for cell, colour in zip(of_bar([-9.0] * 3, np.zeros(3)), (1, 2), strict=True):
        assert best(cell) is None
        assert -5 < cell[Content(colour, 1)] < -4


def test_no_colour_gets_a_sixteenth_checker() -> None:
    sure = {str(point): {Content(1, 5): 0.0, None: -9.0} for point in range(1, 4)}
    cells: dict[str, Likelihoods] = {**sure, "4": {Content(1, 2): 0.0, Content(2, 2): -1.0, None: -9.0}}
    assert Evidence(together(cells)).best()["4"] == Content(2, 2)


def test_fifteen_are_likelier_than_fourteen() -> None:
    dark = {str(point): {Content(2, 5): 0.0, None: -9.0} for point in range(1, 4)}
    light = {str(point): {Content(1, 5): 0.0, None: -9.0} for point in range(5, 7)}
    cells: dict[str, Likelihoods] = {**dark, **light, "24": {Content(1, 4): 0.0, Content(1, 5): -0.5, None: -9.0}}
    assert Evidence(together(cells)).best()["24"] == Content(1, 5)
    sure: dict[str, Likelihoods] = {**cells, "24": {Content(1, 4): 0.0, Content(1, 5): -5.0, None: -9.0}}
    assert Evidence(together(sure)).best()["24"] == Content(1, 4)
