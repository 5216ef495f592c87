"""Built tables on disk: announced, within a limit, never filling a disk, and nothing else is removed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from filelock import FileLock, Timeout

from fourth_seat.boundary.marks import OWN
from fourth_seat.engines import table_cache
from fourth_seat.engines.backgammon import bearoff
from fourth_seat.engines.errors import NoRoom
from fourth_seat.engines.limits import EngineLimits
from fourth_seat.engines.table_cache import MB, TableCache, announcement

FILL_A_DISK = """
import sys
from pathlib import Path
from fourth_seat.engines import table_cache
from fourth_seat.engines.backgammon import bearoff
from fourth_seat.engines.table_cache import TableCache

table_cache.FREE_BYTES = int(sys.argv[2])
bearoff.kept(TableCache(Path(sys.argv[1])), print)
print("kept:", *(path.name for path in Path(sys.argv[1]).iterdir() if path.suffix != ".lock"))
"""


def kept(folder: Path, name: str, size: int = 1000, age: float = 0) -> Path:
    path = folder / name
    path.write_bytes(bytes(size))
    path.with_name(re.sub(r"\.\w{8}\.new$", "", name) + ".lock").touch()
    os.utime(path, (1e9 - age, 1e9 - age))
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    OWN.make(tmp_path / "tables")
    return tmp_path / "tables"


def test_only_tables_of_games_are_seen_and_removed(folder: Path) -> None:
    ours = [kept(folder, name) for name in ("kalah-6-on.table", "tridice-3-1.table", "backgammon-bearoff.npz")]
    half = kept(folder, "kalah-6-on.table.ab_d1234.new")
    others = [kept(folder, name) for name in ("kalah.txt", "letter-1.table", "kalah-6-on.table.bak", "Kalah-6.table")]
    (folder / "kalah-notes.table").write_text("Dear Anna")  # no lock: the program has not made it
    (folder / "kalah-7-on.table").mkdir()
    (folder / "kalah-8-on.table").symlink_to(others[0])
    cache = TableCache(folder)
    assert {table.path for table in cache.tables()} == {*ours, half} and cache.size == 4000
    assert cache.remove("tridice") == 1000 and not ours[1].exists()
    assert cache.remove() == 3000 and not cache.tables()
    assert all(path.exists() for path in others) and (folder / "kalah-notes.table").exists()
    assert len(list(folder.glob("kalah-[78]-on.table"))) == 2
    assert TableCache(folder / "none").tables() == [] and TableCache(folder / "none").remove() == 0


def test_the_longest_unused_make_room(folder: Path) -> None:
    old, middle, new = (kept(folder, f"kalah-{n}-on.table", MB, age=30 - n) for n in (4, 5, 6))
    cache = TableCache(folder, limit_mb=3)
    cache.make_room(folder / "kalah-3-on.table", MB)
    assert not old.exists() and middle.exists() and new.exists()
    cache.mark_used(middle)
    cache.make_room(folder / "kalah-3-on.table", 2 * MB)
    assert middle.exists() and not new.exists()
    cache.make_room(middle, 3 * MB)  # it takes its own place
    assert middle.exists()
    with pytest.raises(NoRoom, match="it needs 4 MB, and tables may take only 3 MB on disk"):
        cache.make_room(folder / "kalah-3-on.table", 4 * MB)
    assert middle.exists(), "nothing is removed in vain"


def test_the_disk_never_fills(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = kept(folder, "kalah-4-on.table", MB)
    monkeypatch.setattr(table_cache, "MIN_FREE_BYTES", shutil.disk_usage(folder).free + 10_000 * MB)
    with pytest.raises(NoRoom, match="stay free"):
        TableCache(folder).make_room(folder / "kalah-6-on.table", MB)
    assert other.exists(), "nothing is removed in vain"


def test_one_process_builds_and_leftovers_are_removed(folder: Path) -> None:
    cache, half = TableCache(folder), kept(folder, "kalah-6-on.table.ab_d1234.new")
    other = kept(folder, "kalah-5-on.table.ab_d1234.new")
    with FileLock(folder / "kalah-6-on.table.lock"):
        with pytest.raises(Timeout), cache.building("kalah-6-on.table"):
            pass
        assert cache.remove() == 1000, "what another process is writing stays"
        assert half.exists() and not other.exists()
    other = kept(folder, "kalah-5-on.table.ab_d1234.new")
    with cache.building("kalah-6-on.table"):
        assert not half.exists() and not other.exists()


@pytest.mark.slow
def test_two_processes_build_one_table(folder: Path) -> None:
    command = [sys.executable, "-c", FILL_A_DISK, str(folder), "0"]
    builders = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    outputs = [builder.communicate(timeout=120)[0] for builder in builders]
    assert all("cannot save" not in each for each in outputs)
    assert sorted(path.name for path in folder.iterdir() if path.suffix != ".lock") == [OWN.name, bearoff.FILE_NAME]
    bearoff.kept(TableCache(folder), lambda notice: pytest.fail(str(notice)), lambda _: pytest.fail("built again"))


def test_a_table_is_announced_and_a_small_one_is_nobodys_concern(folder: Path) -> None:
    assert "kept on disk (47 MB, about 113 s)" in str(announcement(47 * MB, 113, folder))
    assert "in memory (47 MB, about 113 s)" in str(announcement(47 * MB, 113, None))
    assert announcement(19 * MB, 5, folder) is None


def test_a_table_is_used_but_not_kept_above_the_limit(folder: Path) -> None:
    outputs: list[str] = []
    assert bearoff.kept(TableCache(folder, 5), lambda notice: outputs.append(str(notice)))
    assert len(outputs) == 1 and outputs[0].startswith("cannot save the endgame table") and not list(folder.glob("*.npz"))


def test_engines_may_keep_nothing() -> None:
    assert EngineLimits().cache is None


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("left_free", [0, 500 * MB], ids=["full in the middle", "looked at first"])
def test_a_small_disk(tmp_path: Path, left_free: int) -> None:
    if (
        not shutil.which("unshare")
        or subprocess.run(
            ["unshare", "-rm", "mount", "-t", "tmpfs", "none", str(tmp_path)], capture_output=True, check=False
        ).returncode
    ):
        pytest.skip("no file system can be mounted here")
    mount = 'mount -t tmpfs -o size=4m none "$0" && exec "$@"'
    command = [sys.executable, "-c", FILL_A_DISK, str(tmp_path), str(left_free)]
    done = subprocess.run(
        ["unshare", "-rm", "sh", "-c", mount, str(tmp_path), *command], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "cannot save the endgame table" in done.stdout and done.stdout.endswith("kept:\n")


def test_a_large_file_is_written_only_where_somebody_has_raised_the_limit(tmp_path: Path) -> None:
    large = table_cache.MAX_UNASKED_BYTES + 1
    with pytest.raises(NoRoom, match="it needs 101 MB in a single file, which is only allowed if the limit for tables"):
        TableCache(tmp_path).make_room(tmp_path / "kalah-a.table", large + MB)
    TableCache(tmp_path).make_room(tmp_path / "kalah-a.table", large - 1)
    TableCache(tmp_path, 1_000).make_room(tmp_path / "kalah-a.table", large)
