"""What the measurement of single pictures counts."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.vision.single import PictureTally, mistakes, offset
from fourth_seat.games.contents import Content


def test_mistakes_are_named() -> None:
    seen = {"a1": Content(1), "b1": Content(2), "d1": Content(1)}
    true = {"a1": Content(1), "b1": Content(1), "c1": Content(2), "d1": Content(1, 2)}
    names = frozenset(["a1", "b1", "c1", "d1", "e1"])
    assert mistakes(seen, true, names) == ["b1 2x1/1x1", "c1 ./2x1", "d1 1x1/1x2"]
    assert mistakes(seen, true, names - {"b1", "c1", "d1"}) == []


def test_offset_is_in_widths_of_the_board() -> None:
    true = np.array([(0, 0), (200, 0), (200, 100), (0, 100)], np.float64)
    assert offset(true + np.array([(0, 0), (3, 4), (0, 0), (1, 0)]), true) == pytest.approx(5 / 200)


def test_a_board_is_right_only_as_a_whole() -> None:
    tally = PictureTally("given")
    tally.add(0, 42)
    tally.add(2, 42)
    assert "cells 82/84 (97.62%), boards 1/2 (50.0%)" in str(tally)
