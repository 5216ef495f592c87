"""Evidence: floored logarithms that read as a mapping, averaged over pictures that need not show the same cells."""

from __future__ import annotations

import math

import numpy as np
import pytest

from fourth_seat.games.contents import Content
from fourth_seat.inference.evidence import LOG_FLOOR, Evidence, LogLikelihoods, mean

RED, YELLOW = Content(1), Content(2)


def test_rows_are_moved_and_floored() -> None:
    logs = LogLikelihoods(("a1", "b1"), (None, RED), np.array([[-3.0, -1.0], [4.0, -40.0]]))
    assert dict(logs["a1"]) == {None: -2.0, RED: 0.0}
    assert dict(logs["b1"]) == {None: 0.0, RED: LOG_FLOOR}
    assert list(logs) == ["a1", "b1"]


def test_what_is_seen_best() -> None:
    evidence = Evidence({"a1": {None: -9.0, RED: 0.0}, "b1": {None: 0.0, YELLOW: -1.0}})
    assert evidence.best() == {"a1": RED}
    assert evidence.of("a1", YELLOW) == LOG_FLOOR  # not mentioned: as unlikely as possible
    assert evidence.of("c1", RED) == 0.0  # a cell that was not looked at says nothing
    assert evidence.score({"a1": RED, "b1": YELLOW}) == -1.0
    certain = 1 / (1 + 2 * math.exp(LOG_FLOOR))
    assert evidence.confidence("a1") == pytest.approx(certain)
    assert Evidence({}).sureness() == 0.0
    assert Evidence({}).best() == {}


def test_faces_that_no_picture_tells_are_left_out() -> None:
    evidence = Evidence({"33": {None: -5.0, RED: 0.0}})
    assert evidence.of("33", Content(1, faces=(4, 1, 2, 3))) == 0.0


def test_pictures_are_averaged() -> None:
    one = Evidence({"a1": {None: 0.0, RED: -4.0}, "b1": {None: 0.0, RED: -2.0}}, frozenset({"b1"}))
    two = Evidence({"a1": {None: -2.0, RED: 0.0}})
    both = mean([one, two])
    assert both.of("a1", None) == 0.0
    assert both.of("a1", RED) == pytest.approx(-1.0)
    assert both.of("b1", RED) == pytest.approx(-2.0)
    assert both.strange == frozenset()
    assert mean([one, one, two]).strange == {"b1"}


def test_contents_that_only_some_speak_of() -> None:
    both = mean([Evidence({"8": {Content(1, 3): 0.0}}), Evidence({"8": {Content(1, 4): 0.0, Content(1, 3): -1.0}})])
    assert both.of("8", Content(1, 3)) == 0.0
    assert both.of("8", Content(1, 4)) == pytest.approx((LOG_FLOOR + 0.0) / 2 + 0.5)
