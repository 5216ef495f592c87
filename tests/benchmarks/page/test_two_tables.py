"""Two tables over a connection that is cut: a short run of the benchmark."""

from __future__ import annotations

import pytest

from benchmarks.page.two_tables import played


@pytest.mark.slow
def test_both_records_are_the_same() -> None:
    course = played("connect4", seed=3, cuts=2, longest=0.3)
    assert course.same
    assert course.cuts == 2 and course.moves > 6
