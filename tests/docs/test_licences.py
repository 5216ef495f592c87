"""Every file of the repository has a copyright holder and a licence, given in REUSE.toml."""

from __future__ import annotations

import fnmatch
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def test_every_tracked_file_is_covered() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("no checkout of git")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    files = [name for name in listed.split("\0") if name]
    annotations = tomllib.loads((ROOT / "REUSE.toml").read_text("utf-8"))["annotations"]
    paths = [path for each in annotations for path in ([each["path"]] if isinstance(each["path"], str) else each["path"])]
    assert len(files) > 1000
    assert [name for name in files if not any(fnmatch.fnmatch(name, path) for path in paths)] == []
    assert [path for path in paths if not any(fnmatch.fnmatch(name, path) for name in files)] == []


def test_every_licence_that_is_named_is_there_and_no_other() -> None:
    annotations = tomllib.loads((ROOT / "REUSE.toml").read_text("utf-8"))["annotations"]
    assert all(each["SPDX-FileCopyrightText"] for each in annotations)
    named = {each["SPDX-License-Identifier"] for each in annotations}
    assert {path.stem for path in (ROOT / "LICENSES").iterdir()} == named
    assert (ROOT / "LICENSES" / "MIT.txt").read_text("utf-8") == (ROOT / "LICENSE").read_text("utf-8")
