"""What is asked for twice in a row is computed once; memory that has been used stays with the process."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from fourth_seat.vision.memory import memoize_last

# Twenty arrays of 2 MB are filled and freed; the number of pages that the process has gained is printed.
CODE = """
import numpy as np
from fourth_seat.vision.memory import retain_freed_memory
def held(): return int(open("/proc/self/statm").read().split()[1])
kept = {kept} and retain_freed_memory({machine})
before = held()
arrays = [np.ones(1 << 18) for _ in range(20)]
del arrays
print(int(kept), held() - before)
"""
MEGABYTES_10 = 10 * 256  # pages


def test_the_same_objects_are_not_worked_on_twice() -> None:
    calls: list[float] = []

    @memoize_last
    def whole(image: np.ndarray, by: float) -> float:
        calls.append(by)
        return float(image.sum()) * by

    one, other = np.ones(3), np.ones(3)
    assert [whole(one, 2.0), whole(one, 2.0)] == [6.0, 6.0]
    first = len(calls)
    assert whole(other, 2.0) == 6.0, "equal, but another picture"
    assert whole(one, 2.0) == 6.0, "only the latest is kept"
    assert first == 1
    assert len(calls) == 3


def run(kept: bool, machine: int = 1 << 34) -> tuple[bool, int]:
    done = subprocess.run(
        [sys.executable, "-c", CODE.format(kept=kept, machine=machine)], capture_output=True, text=True, check=True
    )
    possible, pages = done.stdout.split()
    return possible == "1", int(pages)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only glibc gives memory back so eagerly")
def test_freed_arrays_stay_with_the_process() -> None:
    possible, pages = run(kept=True)
    if not possible:
        pytest.skip("another C library than glibc")
    assert pages > MEGABYTES_10
    assert run(kept=False)[1] < MEGABYTES_10
    assert run(kept=True, machine=1 << 26)[1] < MEGABYTES_10, "a small machine has none to spare"
