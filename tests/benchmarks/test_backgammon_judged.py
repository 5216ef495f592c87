"""Decisions judged by GNU Backgammon: it is asked the right questions, and its answers are understood."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.backgammon.match import frozen, judged
from benchmarks.backgammon.match.program import program
from fourth_seat.engines.backgammon.evaluator import packed
from fourth_seat.games.backgammon.checkers import START_CHECKERS

pytestmark = pytest.mark.skipif(not program(), reason="needs the program gnubg (apt install gnubg)")


def test_it_makes_its_points_and_others_lose_what_they_are_behind() -> None:
    here = np.repeat(packed([(START_CHECKERS, START_CHECKERS)]), 2, 0)
    dice = np.array([[3, 1], [4, 2]], np.int8)
    found = [frozen.candidates(*each) for each in ((here[0], (3, 1)), (here[1], (4, 2)))]
    numbers, seconds = judged.gnubg_choices(here, dice, found, 0)
    assert seconds > 0
    for number, after, point in zip(numbers, found, (5, 4), strict=True):
        assert after[number][26 + point] == 2, "the side that has moved stands second"
    others = np.array([(number + 1) % len(after) for number, after in zip(numbers, found, strict=True)])
    lost = judged.losses(found, [numbers, others], 0)
    assert lost[0].tolist() == [0, 0] and (lost[1] > 10).all()
    assert not judged.losses(found, [numbers, numbers], 0).any()
