"""Memory of pages that people have left goes back to the system."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# Forty megabytes in small blocks, of which the last one, at the heap's end, is kept.
CODE = """
from fourth_seat.ui.widgets.gc_guard import release_free_memory
def held(): return int(open("/proc/self/statm").read().split()[1])
blocks = [bytes(2000) for _ in range(20_000)]
kept = blocks[-1]
del blocks
before = held()
release_free_memory()
print(before - held())
"""
MEGABYTES_20 = 20 * 256  # pages


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only glibc keeps it")
def test_free_memory_is_given_back() -> None:
    import ctypes

    if not hasattr(ctypes.CDLL(None), "malloc_trim"):
        pytest.skip("another C library than glibc")
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True, cwd=ROOT)
    assert int(done.stdout) > MEGABYTES_20
