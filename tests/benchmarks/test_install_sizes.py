"""The sizes that people read before a download are those of the lock file."""

from __future__ import annotations

import re

import pytest

from benchmarks.install.lock import UV_MB, download_mb
from benchmarks.install.sizes import MAX_DOWNLOAD_MB, readme_commands
from fourth_seat.processes.extras.catalogue import EXTRAS
from fourth_seat.processes.installation import ROOT


def test_the_readme_says_how_much_is_downloaded() -> None:
    stated = re.search(r"downloads ([0-9]+) MB", (ROOT / "README.md").read_text("utf-8"))
    assert stated and float(stated[1]) == pytest.approx(download_mb() + UV_MB, abs=1)
    assert download_mb() + UV_MB <= MAX_DOWNLOAD_MB


@pytest.mark.parametrize("name", EXTRAS)
def test_an_extra_says_how_much_is_downloaded(name: str) -> None:
    assert EXTRAS[name].download == pytest.approx(download_mb(name), rel=0.02, abs=0.06)


def test_the_readme_holds_the_commands_that_are_measured() -> None:
    packages, prepare, start = readme_commands()
    assert "python3-venv" in packages and "python3 -m venv" in prepare and start.endswith("python -m uv run companion.py")
