"""What was found from outside, on this checkout; what takes more than three seconds is slow."""

from __future__ import annotations

import pytest

from benchmarks.reliability.checkout import ROOT
from benchmarks.reliability.found.every_case import CASES, KINDS

COMPILES = "kernel-folder"
"""It compiles kernels for minutes; tests/engines/jit has it too."""


def test_each_case_has_its_own_name() -> None:
    assert len(CASES) == sum(map(len, KINDS.values()))


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[] if case.quick else pytest.mark.slow) for name, case in CASES.items() if name != COMPILES],
)
def test_the_program_holds(name: str) -> None:
    assert CASES[name].tried(ROOT)
