"""`companion.py solve kalah`: a line for each position, one for each mistake, a status that says whether everything is
solved."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def solve(home: Path, given: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "companion.py", "solve", "kalah", "--memory", "256", *arguments],
        input=given,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "FOURTH_SEAT_HOME": str(home)},
        timeout=120,
    )


def test_values_and_all_best_moves(tmp_path: Path) -> None:
    done = solve(tmp_path, "3,3,3,0/3,3,3,0/s\n\n0,0,1,2/3,0,0,9/n\n", "--options", "pits=3,seeds=3")
    assert (done.returncode, done.stderr) == (0, "")
    first, second = done.stdout.splitlines()
    assert first.startswith("3,3,3,0/3,3,3,0/s 2 ")
    assert second.split()[0] == "0,0,1,2/3,0,0,9/n"


def test_a_bad_line_is_told_and_the_rest_goes_on(tmp_path: Path) -> None:
    given = "0,0,1,2/1,0,0,9/s\n3,3\n0,0,0,2/3,0,0,9/n\n"
    done = solve(tmp_path, given, "--options", "pits=3,seeds=3")
    assert done.returncode == 1
    assert done.stdout.splitlines() == ["0,0,1,2/1,0,0,9/s -7 c", "0,0,0,2/3,0,0,9/n 10"]
    assert done.stderr.startswith("line 2: 3,3 is not a position") and done.stderr.count("\n") == 1


@pytest.mark.slow
def test_what_is_not_proven_is_two_bounds(tmp_path: Path) -> None:
    done = solve(tmp_path, "6,6,6,6,6,6,0/6,6,6,6,6,6,0/s\n", "--options", "seeds=6", "--seconds", "0.3")
    position, bounds, move = done.stdout.split()
    low, high = map(int, bounds.split(".."))
    assert done.returncode == 1 and low < high and low <= 2 <= high  # 2 is its value in the literature
    assert position == "6,6,6,6,6,6,0/6,6,6,6,6,6,0/s" and move[0] in "abcdef"


def test_wrong_use_is_one_line(tmp_path: Path) -> None:
    for arguments, reason in ((["--memory", "1"], "too little"), (["--threads", "0"], "number of threads")):
        done = solve(tmp_path, "", *arguments)
        assert done.returncode == 1 and reason in done.stderr and done.stderr.count("\n") == 1
