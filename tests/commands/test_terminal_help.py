"""The terminal's help explains each word that can be typed there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.house.structure import ROOT


def test_help_explains_each_line(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "companion.py", "play", "connect4", "--terminal", "--seats", "human,human"],
        cwd=ROOT,
        input="4\nhelp\nundo\n",
        env={"FOURTH_SEAT_HOME": str(tmp_path), "PATH": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    helped = [line for line in done.stdout.splitlines() if line.startswith(("undo", "export", "hint"))]
    assert len(helped) == 3 and all(len(line.split("  ", 1)) == 2 for line in helped), done.stdout
    assert "out of column 4" in done.stdout, "undo says what to take off the board"
