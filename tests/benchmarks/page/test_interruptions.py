"""A phone whose connection is cut and whose server is killed: a short run of the benchmark."""

from __future__ import annotations

from contextlib import closing
from random import Random

import pytest

from benchmarks.page.interruptions import free_port, lost_or_doubled, played, through
from tests.page.browser_phone import CHROMIUM, chromium
from tests.page.cut_line import CutLine
from tests.page.tables import table_of


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="needs chromium")
def test_no_move_is_lost() -> None:
    port = free_port()
    with closing(CutLine(port)) as line, chromium(through(line, port)) as browser:
        wrong, courses = played(browser, line, port, "kalah", ["cut", "restart"], Random(3))
    assert wrong == 0
    assert {kind for course in courses for kind in course.back} == {"cut", "restart"}


def test_a_lost_a_doubled_and_another_move_are_found() -> None:
    table = table_of("connect4", moves=3)
    one, two, three = (str(entry.move) for entry in table.history.standing)
    assert lost_or_doubled(table, [one, two, three]) == 0
    assert lost_or_doubled(table, [one, two]) == 1
    assert lost_or_doubled(table, [one, two, three, "1"]) == 1
    assert lost_or_doubled(table, [one, two, "another"]) == 1
