"""The measure of evening reports finds what a broken report gives away, and finds nothing in the program's own."""

from __future__ import annotations

from random import Random

import pytest

from benchmarks.reliability.evening_report import Planted, leak, measure


def test_nothing_planted_is_in_a_report() -> None:
    found = measure(4, seed=1)
    assert (found.reports, found.words, found.examples) == (4, 0, [])
    assert found.games >= 4 and sum(found.planted.values()) > 50


@pytest.mark.slow
def test_a_report_that_leaks_is_found() -> None:
    with leak():
        found = measure(4, seed=1)
    assert found.words > 0 and found.examples
    assert measure(4, seed=1).words == 0


@pytest.mark.parametrize("shape", ["{}", "a {} b", "{:.7}…", "…{:.5}"])
def test_also_a_part_of_a_word_is_found(shape: str) -> None:
    planted = Planted(Random(1))
    word = planted.word()
    assert planted.found_in(shape.format(word.upper())) == 1
    assert planted.found_in("Fourth Seat 0.2.0, run from its source folder") == 0
