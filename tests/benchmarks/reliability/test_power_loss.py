"""The simulated disk loses everything that was not synced, and nothing else; games survive that."""

from __future__ import annotations

import random
import shutil
from pathlib import Path, PurePosixPath

import pytest

from benchmarks.reliability import power_loss
from benchmarks.reliability.disk import SECTOR_BYTES, Disk

ROOT = PurePosixPath("/data")
FILE = ROOT / "records" / "game"


@pytest.fixture
def disk() -> Disk:
    """Return a disk with an open file, whose name is synced."""
    disk = Disk(ROOT)
    disk.make_folder(FILE.parent)
    disk.create(FILE)
    disk.sync(ROOT)
    disk.sync(FILE.parent)
    return disk


def left(disk: Disk, folder: Path, names: str = "records/game") -> set[bytes | None]:
    """Return what is left of a file after each of a hundred power losses."""
    found: set[bytes | None] = set()
    for seed in range(100):
        into = folder / str(seed)
        into.mkdir()
        disk.lose_power(random.Random(seed), into)
        path = into / names
        found.add(path.read_bytes() if path.is_file() else None)
        shutil.rmtree(into)
    return found


def test_what_is_synced_stays(disk: Disk, tmp_path: Path) -> None:
    disk.write(FILE, 0, b"first\n")
    disk.sync(FILE)
    assert left(disk, tmp_path) == {b"first\n"}


def test_what_is_not_synced_is_there_or_lost_or_reads_as_zeros(disk: Disk, tmp_path: Path) -> None:
    disk.write(FILE, 0, b"first\n")
    disk.sync(FILE)
    disk.write(FILE, 6, b"second\n")
    assert left(disk, tmp_path) == {b"first\n", b"first\nsecond\n", b"first\n" + bytes(7)}


def test_sectors_of_a_write_are_torn_apart(disk: Disk, tmp_path: Path) -> None:
    disk.write(FILE, 0, b"a" * SECTOR_BYTES + b"b" * SECTOR_BYTES)
    assert {b"", b"a" * SECTOR_BYTES, bytes(SECTOR_BYTES) + b"b" * SECTOR_BYTES} < left(disk, tmp_path)


def test_a_name_needs_its_folder_synced(tmp_path: Path) -> None:
    disk = Disk(ROOT)
    disk.make_folder(FILE.parent)
    disk.create(FILE)
    disk.write(FILE, 0, b"first\n")
    disk.sync(FILE)
    disk.sync(FILE.parent)
    assert left(disk, tmp_path) == {None, b"first\n"}, "the folder's own name is not on the disk"
    disk.sync(ROOT)
    assert left(disk, tmp_path) == {b"first\n"}


def test_a_rename_is_one_step(disk: Disk, tmp_path: Path) -> None:
    new = FILE.with_name("new")
    disk.create(new)
    disk.sync(FILE.parent)
    for path, data in ((FILE, b"old"), (new, b"new")):
        disk.write(path, 0, data)
        disk.sync(path)
    disk.rename(new, FILE)
    assert left(disk, tmp_path) == {b"old", b"new"}


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("strace"), reason="strace is not installed")
def test_a_game_loses_nothing_that_was_shown(tmp_path: Path) -> None:
    done, compared, lost = power_loss.run("connect4", 300, random.Random(1), tmp_path)
    assert done >= 300 and compared > done and not lost
