"""`watch`: a film of drawn boards, and somebody at a terminal who tells what no picture shows."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest

from tests.vision.tridice.drawings import board

ROOT = Path(__file__).resolve().parents[2]
EACH = 20  # pictures of one position: two seconds
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")


@pytest.fixture
def film(tmp_path: Path) -> Path:
    for part, dice in enumerate(({}, {"33": 1}, {"33": 1, "23": 2})):
        encoded = cv2.imencode(".jpg", board(dice))[1].tobytes()
        for number in range(EACH):
            (tmp_path / f"{part * EACH + number:05}.jpg").write_bytes(encoded)
    return tmp_path


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    """Yield both ends: ours, and the one that a program reads."""
    ours, theirs = os.openpty()
    yield ours, theirs
    os.close(ours)
    os.close(theirs)


def test_a_film_waits_for_a_throw_that_is_typed(film: Path, terminal: tuple[int, int]) -> None:
    ours, theirs = terminal
    with subprocess.Popen(
        (sys.executable, "companion.py", "watch", "tridice", str(film), "--json"),
        cwd=ROOT, stdin=theirs, stdout=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        moves = []
        for line in map(json.loads, process.stdout):
            if "move" in line:
                moves.append((line["move"], line["throw"], line["position"]))
                os.write(ours, b"play 4/1\n" if len(moves) == 1 else b"play 2/3\n")
    assert moves == [("@33", True, "- R4,B4 R@33"), ("@23", True, "33R4/1 R3,B4 B@23")]
    assert process.returncode == 0
