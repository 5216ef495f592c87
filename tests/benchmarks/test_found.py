"""Faults that were found from outside, tried on this checkout; whatever takes more than three seconds is marked slow."""

from __future__ import annotations

import pytest

from benchmarks.reliability.checkout import ROOT
from benchmarks.reliability.found.every_case import CASES, KINDS

MINUTES = {"kernel-folder", "engine-noticed", "extra-dripped", "engine-missing", "silent-table", "update-at-each-call"}
"""Each takes about a minute or more, most of it spent waiting; `benchmarks.reliability.found` tries them."""


def test_each_case_has_its_own_name() -> None:
    assert len(CASES) == sum(map(len, KINDS.values()))
    assert set(CASES) > MINUTES


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[] if case.quick else pytest.mark.slow)
        for name, case in CASES.items()
        if name not in MINUTES
    ],
)
def test_the_program_holds(name: str) -> None:
    assert CASES[name].tried(ROOT)
