"""The place for results is checked before the work begins."""

from __future__ import annotations

import subprocess
import sys
from argparse import ArgumentTypeError
from pathlib import Path

import pytest

from benchmarks.outputs import output_file, output_folder
from fourth_seat.processes.installation import ROOT


def test_a_file_needs_its_folder(tmp_path: Path) -> None:
    assert output_file(str(tmp_path / "new.npz")) == tmp_path / "new.npz" and not list(tmp_path.iterdir())
    with pytest.raises(ArgumentTypeError, match="cannot be written: its folder is not there"):
        output_file(str(tmp_path / "nowhere" / "new.npz"))
    with pytest.raises(ArgumentTypeError, match="cannot be written: it is a folder"):
        output_file(str(tmp_path))


def test_a_folder_is_made(tmp_path: Path) -> None:
    assert output_folder(str(tmp_path / "a" / "b")).is_dir()
    (tmp_path / "file").touch()
    with pytest.raises(ArgumentTypeError, match="file/c cannot be made: "):
        output_folder(str(tmp_path / "file" / "c"))


def test_a_benchmark_refuses_at_once(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "benchmarks.same_play", "--record", str(tmp_path / "nowhere" / "choices.gz")]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 2 and "choices.gz cannot be written: its folder is not there" in done.stderr
