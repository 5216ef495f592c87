"""The parts of the machine that an engine may use."""

from __future__ import annotations

import pytest

from fourth_seat.engines.errors import BadCommand
from fourth_seat.engines.limits import DEFAULT_MEMORY_MB, MAX_THREADS, MIN_MEMORY_MB, EngineLimits, memory_on

GB = 1 << 30


def test_memory_follows_the_machine() -> None:
    assert [memory_on(size * GB) for size in (1, 2, 4, 8, 64)] == [
        MIN_MEMORY_MB,
        341,
        682,
        DEFAULT_MEMORY_MB,
        DEFAULT_MEMORY_MB,
    ]
    EngineLimits(memory=memory_on(0))


@pytest.mark.parametrize("limits", [{"threads": 0}, {"threads": MAX_THREADS + 1}, {"memory": MIN_MEMORY_MB - 1}])
def test_what_cannot_be_is_refused(limits: dict[str, int]) -> None:
    with pytest.raises(BadCommand):
        EngineLimits(**limits)  # type: ignore[arg-type]
