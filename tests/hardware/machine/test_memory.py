"""The available memory, according to the machine and to the limits of control groups."""

from __future__ import annotations

from pathlib import Path

import psutil
import pytest

from fourth_seat.hardware.machine.memory import usable_memory

GB = 1 << 30


def groups(folder: Path, own: str, files: dict[str, str]) -> tuple[Path, Path]:
    """Write what the system writes: the file with the groups of this process, and the folder with these limits."""
    (folder / "own").write_text(own)
    for name, text in files.items():
        file = folder / "groups" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return folder / "own", folder / "groups"


def test_without_limits_it_is_the_machines(tmp_path: Path) -> None:
    assert usable_memory(2 * GB, tmp_path / "none", tmp_path) == 2 * GB
    assert 0 < usable_memory() <= psutil.virtual_memory().total


def test_a_system_that_does_not_tell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise FileNotFoundError("/proc/meminfo")

    monkeypatch.setattr(psutil, "virtual_memory", refuse)
    assert usable_memory(None, tmp_path / "none", tmp_path) == 4 * GB


def test_the_least_limit_of_all_groups_around_counts(tmp_path: Path) -> None:
    limits = {"memory.max": "max\n", "box/memory.max": f"{GB}\n", "box/game/memory.max": "max\n"}
    own, root = groups(tmp_path, "0::/box/game\n", limits)
    assert usable_memory(8 * GB, own, root) == GB
    assert usable_memory(GB // 2, own, root) == GB // 2


def test_the_first_version_of_groups(tmp_path: Path) -> None:
    own, root = groups(tmp_path, "4:memory:/box\n3:cpu,cpuacct:/\n", {"memory/box/memory.limit_in_bytes": f"{GB}\n"})
    assert usable_memory(8 * GB, own, root) == GB


def test_files_that_say_something_else_set_no_limit(tmp_path: Path) -> None:
    own, root = groups(tmp_path, "0::/../..\nnonsense\n0::/a\n", {"a/memory.max": "-1\n", "memory.max": "7\n"})
    assert usable_memory(8 * GB, own, root) == 8 * GB
