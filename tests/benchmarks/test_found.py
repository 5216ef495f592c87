"""The attacks from outside on this checkout; those that take seconds are slow."""

from __future__ import annotations

import pytest

from benchmarks.reliability.found import ATTACKS, ROOT, attempt

QUICK = {"overwrite", "strange-input", "control-characters"}
SLOW = set(ATTACKS) - QUICK - {"kernel-folder"}  # that one compiles kernels for minutes; tests/engines/jit has it too


@pytest.mark.parametrize("name", [*sorted(QUICK), *(pytest.param(name, marks=pytest.mark.slow) for name in sorted(SLOW))])
def test_the_program_holds(name: str) -> None:
    assert attempt(ATTACKS[name][1], ROOT)
