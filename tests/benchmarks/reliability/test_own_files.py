"""A short run of the benchmarks of removed and replaced files, which must be able to detect harm."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from benchmarks.reliability import removal, replaced

pytestmark = pytest.mark.skipif(os.name != "posix", reason="they use links, FIFOs and strace")


def test_nothing_of_a_stranger_is_removed() -> None:
    outcomes = [removal.tried(seed) for seed in range(1, 5)]
    assert all(not outcome.changed and not outcome.left and outcome.entries > 5 for outcome in outcomes)


def test_harm_is_seen(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in "abcd"]
    for path in paths[:3]:
        path.write_bytes(b"mine")
    paths[3].symlink_to(paths[0])
    before = {path: removal.known(path) for path in paths}
    assert removal.changed(before) == []
    paths[0].write_bytes(b"other")
    paths[1].unlink()
    paths[2].chmod(0o400)
    paths[3].unlink()
    paths[3].symlink_to(paths[1])
    assert removal.changed(before) == paths


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("strace") or not shutil.which("prlimit"), reason="strace or prlimit is missing")
def test_a_replaced_file_is_the_old_or_the_new_one() -> None:
    found = replaced.tried("kiosk", 6)
    assert found.runs >= 3 and not found.torn and not found.silent
