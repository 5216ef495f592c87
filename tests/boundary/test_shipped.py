"""Files that come with the program are read unchanged, or not at all."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from fourth_seat.boundary.shipped import LIST_NAME, NotAsMade, list_files, listed, read_shipped
from tests.house.structure import ROOT

LISTS = sorted(path for package in ("engines", "vision", "words") for path in (ROOT / package).rglob(LIST_NAME))


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.parent.relative_to(ROOT).as_posix())
def test_the_list_is_up_to_date(path: Path) -> None:
    remedy = f"run `python -m fourth_seat.boundary.shipped {path.parent.relative_to(ROOT)}`"
    sums = listed(path.parent)
    assert sums and all(read_shipped(path.parent / name) for name in sums), remedy


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with two files and their list."""
    (tmp_path / "a.bin").write_bytes(bytes(range(256)))
    (tmp_path / "b.txt").write_text("1.5 2.5\n")
    (tmp_path / "source.py").write_text("")
    list_files(tmp_path)
    return tmp_path


def test_the_list_is_that_of_sha256sum(folder: Path) -> None:
    done = subprocess.run(
        ["sha256sum", "--check", "--strict", LIST_NAME], cwd=folder, capture_output=True, text=True, check=True
    )
    assert done.stdout == "a.bin: OK\nb.txt: OK\n"
    assert read_shipped(folder / "b.txt") == b"1.5 2.5\n"
    assert (folder / LIST_NAME).stat().st_mode & 0o777 == 0o644


def test_the_lists_of_folders_are_written_by_a_command(folder: Path) -> None:
    (folder / "c.bin").write_bytes(b"c")
    subprocess.run([sys.executable, "-m", "fourth_seat.boundary.shipped", folder], cwd=ROOT, check=True)
    assert read_shipped(folder / "c.bin") == b"c"


@pytest.mark.parametrize(
    "harm",
    [
        lambda folder: (folder / "a.bin").write_bytes(b""),
        lambda folder: (folder / "a.bin").write_bytes(bytes(range(255))),
        lambda folder: (folder / "a.bin").write_bytes(bytes([*range(255), 0])),
        lambda folder: (folder / "b.txt").replace(folder / "a.bin"),
        lambda folder: (folder / LIST_NAME).unlink(),
        lambda folder: (folder / LIST_NAME).write_bytes(b"\xff" * 99),
    ],
)
def test_what_is_not_as_it_was_made_is_refused(harm: Callable[[Path], object], folder: Path) -> None:
    harm(folder)
    with pytest.raises(NotAsMade):
        read_shipped(folder / "a.bin")


def test_what_is_missing_or_not_listed_is_refused(folder: Path) -> None:
    (folder / "c.bin").write_bytes(b"")
    for name in ("c.bin", "d.bin", "source.py"):
        with pytest.raises(OSError):
            read_shipped(folder / name)
